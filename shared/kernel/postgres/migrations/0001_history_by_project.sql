-- Changes of records that grow with their project are kept with it, so that a distributed database has them on one server.
-- Those of all other records are nowhere. Changes of one record within an operation are merged by the transaction of the operation,
-- which alone writes them.
CREATE FUNCTION history_nowhere() RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT '00000000-0000-0000-0000-000000000000'::uuid $$;
--> statement-breakpoint
ALTER TABLE "history_change" ADD COLUMN "project_id" uuid DEFAULT '00000000-0000-0000-0000-000000000000' NOT NULL;
--> statement-breakpoint
-- The key of changes takes the project in as store/history/online-migrations.ts does it, beside those who write history.
CREATE TABLE IF NOT EXISTS "migration_unfinished" ();
--> statement-breakpoint
-- The function of this name without `home` stays: triggers of the service call it until a migration of its own replaces them.
CREATE FUNCTION history_count(number bigint, action "char", changed integer, merged integer, home uuid) RETURNS void
LANGUAGE plpgsql SET search_path FROM CURRENT SET plan_cache_mode = 'force_generic_plan' AS $$
BEGIN
	IF merged = 0 THEN
		UPDATE history_operation SET created = created + CASE action WHEN 'c' THEN changed ELSE 0 END,
			updated = updated + CASE action WHEN 'u' THEN changed ELSE 0 END,
			deleted = deleted + CASE action WHEN 'd' THEN changed ELSE 0 END
		WHERE position = number;
		RETURN;
	END IF;
	DELETE FROM history_change change WHERE change.operation = number AND change.project_id = home AND (change.action = 'n' OR change.action = 'u' AND change.fields = '{}');
	UPDATE history_operation SET created = created_in_range + found.created, updated = found.updated, deleted = found.deleted
	FROM (SELECT count(*) FILTER (WHERE change.action = 'c') AS created, count(*) FILTER (WHERE change.action = 'u') AS updated,
		count(*) FILTER (WHERE change.action = 'd') AS deleted FROM history_change change WHERE change.operation = number AND change.project_id = home) AS found
	WHERE position = number;
END $$;
--> statement-breakpoint
-- Statement trigger of a tracked table. Arguments: record type, columns of the record's id, project and service, nested column, hidden columns;
-- with a further one, `derived`, the values of created records, whose ids are always new, are not kept: they are those of now but for what changed since;
-- with `by-project` changes are kept with the project of their record.
-- Planned once for a connection: planning takes longer than writing one record. What depends on how many rows there are is dynamic.
CREATE OR REPLACE FUNCTION history_track() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT SET plan_cache_mode = 'force_generic_plan' AS $$
#variable_conflict use_variable
DECLARE
	type text := tg_argv[0];
	id_column text := tg_argv[1];
	nested text := tg_argv[4];
	hidden text[] := string_to_array(tg_argv[5] || ',id,version,created_at,created_by,updated_at,updated_by', ',');
	named text := nullif(current_setting('history.columns', true), '');
	sample jsonb;
	project uuid;
	service uuid;
	before jsonb;
	after jsonb;
	difference jsonb;
	number bigint;
	is_first boolean;
	keys jsonb;
	changed integer;
	merged integer := 0;
	is_by_project boolean := tg_argv[6] IS NOT DISTINCT FROM 'by-project';
	home uuid := history_nowhere();
BEGIN
	IF current_setting('history.is_off', true) = 'true' THEN
		RETURN NULL;
	END IF;
	IF tg_op = 'DELETE' THEN
		SELECT to_jsonb(entry) INTO sample FROM old_rows AS entry LIMIT 1;
	ELSE
		SELECT to_jsonb(entry) INTO sample FROM new_rows AS entry LIMIT 1;
	END IF;
	IF sample IS NULL THEN
		RETURN NULL;
	END IF;
	project := (sample ->> tg_argv[2])::uuid;
	service := (sample ->> tg_argv[3])::uuid;
	IF is_by_project THEN
		home := project;
	END IF;
	is_first := coalesce(current_setting('history.opened_' || translate(type, '-', '_'), true), '') = '';

	IF tg_op = 'UPDATE' AND named IS NULL AND is_first THEN
		PERFORM FROM new_rows OFFSET 1 LIMIT 1;
		IF NOT FOUND THEN
			SELECT history_flat(to_jsonb(entry), hidden, nested) INTO before FROM old_rows AS entry;
			after := history_flat(sample, hidden, nested);
			SELECT jsonb_object_agg(key, jsonb_build_array(before -> key, after -> key)) INTO difference
			FROM jsonb_object_keys(before || after) AS key WHERE coalesce(before -> key, 'null') <> coalesce(after -> key, 'null');
			IF difference IS NOT NULL THEN
				number := history_open(type, 'update', sample ->> 'updated_by', project, service, 1);
				INSERT INTO history_change (project_id, operation, record_id, action, version, fields)
				VALUES (home, number, (sample ->> id_column)::uuid, 'u', (sample ->> 'version')::integer, difference);
			END IF;
			RETURN NULL;
		END IF;
	END IF;

	IF tg_argv[2] <> '' AND NOT coalesce(nullif(current_setting('history.told', true), ''), '{}')::jsonb ? 'serviceId' THEN
		EXECUTE format('SELECT CASE WHEN bool_and(%s IS NOT DISTINCT FROM $1) THEN $1 END, CASE WHEN bool_and(%s IS NOT DISTINCT FROM $2) THEN $2 END FROM %I',
			coalesce(quote_ident(nullif(tg_argv[2], '')), 'NULL::uuid'), coalesce(quote_ident(nullif(tg_argv[3], '')), 'NULL::uuid'),
			CASE tg_op WHEN 'DELETE' THEN 'old_rows' ELSE 'new_rows' END) INTO project, service USING project, service;
	END IF;
	number := history_open(type,
		CASE tg_op WHEN 'INSERT' THEN 'create' ELSE lower(tg_op) END,
		CASE WHEN tg_op <> 'DELETE' THEN sample ->> 'updated_by' END,
		project, service);
	is_first := is_first OR NOT EXISTS (SELECT FROM history_change WHERE operation = number AND project_id = home);

	IF tg_op = 'UPDATE' AND named IS NOT NULL AND is_first THEN
		UPDATE history_operation SET layouts = jsonb_build_array((named::jsonb -> 'columns') || (named::jsonb -> 'nested')) WHERE position = number;
		EXECUTE format('INSERT INTO history_change (project_id, operation, record_id, action, version, layout, fields)
			SELECT %s, $1, o.id, ''u'', n.version, 0, %s FROM old_rows o JOIN new_rows n USING (id)',
			CASE WHEN is_by_project THEN format('n.%I', tg_argv[2]) ELSE '$2' END, history_pairs(named::jsonb, nested)) USING number, home;
		GET DIAGNOSTICS changed = ROW_COUNT;
		PERFORM history_count(number, 'u', changed, 0, home);
		RETURN NULL;
	END IF;

	IF tg_op = 'INSERT' AND tg_argv[6] = 'derived' THEN
		EXECUTE format('INSERT INTO history_change (project_id, operation, record_id, action) SELECT $2, $1, %I, ''c'' FROM new_rows', id_column) USING number, home;
		GET DIAGNOSTICS changed = ROW_COUNT;
		PERFORM history_count(number, 'c', changed, 0, home);
		RETURN NULL;
	END IF;

	IF NOT is_first THEN
		SELECT layouts INTO keys FROM history_operation WHERE position = number;
		EXECUTE format('SELECT count(*) FROM history_change WHERE operation = $1 AND project_id = $2 AND record_id = ANY (ARRAY(SELECT %I FROM %I))',
			id_column, CASE tg_op WHEN 'DELETE' THEN 'old_rows' ELSE 'new_rows' END) INTO merged USING number, home;
	END IF;
	IF tg_op = 'INSERT' THEN
		WITH present AS MATERIALIZED (
			SELECT (record ->> id_column)::uuid AS id, (record ->> 'version')::integer AS version, history_flat(record, hidden, nested) AS fields
			FROM (SELECT to_jsonb(entry) AS record FROM new_rows AS entry) AS flat
		), merged AS (
			UPDATE history_change change SET action = history_merged_action(change.action, 'c'), layout = NULL, version = coalesce(present.version, change.version),
				fields = history_merged_fields(change.action, history_named(change.fields, keys -> change.layout), 'c', present.fields)
			FROM present WHERE change.project_id = home AND change.operation = number AND change.record_id = present.id AND change.at = now() AND merged > 0
			RETURNING change.record_id
		) INSERT INTO history_change (project_id, operation, record_id, action, version, fields)
			SELECT home, number, id, 'c', version, fields FROM present WHERE id NOT IN (SELECT record_id FROM merged);
		GET DIAGNOSTICS changed = ROW_COUNT;
		PERFORM history_count(number, 'c', changed, merged, home);
	ELSIF tg_op = 'DELETE' THEN
		WITH present AS MATERIALIZED (
			SELECT (record ->> id_column)::uuid AS id, history_flat(record, hidden, nested) AS fields
			FROM (SELECT to_jsonb(entry) AS record FROM old_rows AS entry) AS flat
		), merged AS (
			UPDATE history_change change SET action = history_merged_action(change.action, 'd'), layout = NULL,
				fields = history_merged_fields(change.action, history_named(change.fields, keys -> change.layout), 'd', present.fields)
			FROM present WHERE change.project_id = home AND change.operation = number AND change.record_id = present.id AND change.at = now() AND merged > 0
			RETURNING change.record_id
		) INSERT INTO history_change (project_id, operation, record_id, action, fields)
			SELECT home, number, id, 'd', fields FROM present WHERE id NOT IN (SELECT record_id FROM merged);
		GET DIAGNOSTICS changed = ROW_COUNT;
		PERFORM history_count(number, 'd', changed, merged, home);
	ELSE
		EXECUTE format('WITH difference AS MATERIALIZED (
				SELECT %4$s AS home, n.%1$I AS id, %2$s AS version, %3$s AS fields FROM old_rows o JOIN new_rows n USING (%1$I) OFFSET 0)
			%5$s INSERT INTO history_change (project_id, operation, record_id, action, version, fields)
				SELECT home, $1, id, ''u'', version, fields FROM difference WHERE fields <> ''{}'' %6$s',
			id_column, CASE WHEN sample ? 'version' THEN 'n.version' ELSE 'NULL::integer' END, history_row_difference(tg_relid, nested, hidden),
			CASE WHEN is_by_project THEN format('n.%I', tg_argv[2]) ELSE '$3' END,
			CASE WHEN merged > 0 THEN ', merged AS (
				UPDATE history_change change SET action = history_merged_action(change.action, ''u''), layout = NULL,
					version = coalesce(difference.version, change.version),
					fields = history_merged_fields(change.action, history_named(change.fields, $2 -> change.layout), ''u'', difference.fields)
				FROM difference WHERE difference.fields <> ''{}'' AND change.project_id = $3 AND change.operation = $1
					AND change.record_id = difference.id AND change.at = now() RETURNING change.record_id)' END,
			CASE WHEN merged > 0 THEN 'AND id NOT IN (SELECT record_id FROM merged)' END)
		USING number, keys, home;
		GET DIAGNOSTICS changed = ROW_COUNT;
		PERFORM history_count(number, 'u', changed, merged, home);
	END IF;
	IF changed = 0 OR merged > 0 THEN
		PERFORM history_drop_empty(type, number);
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
-- Statement trigger of a table whose rows are parts of a record: each counts as a field of that record, named by the prefix and its key.
-- Arguments: record type, column of the record's id, column of the key, prefix, hidden columns.
CREATE OR REPLACE FUNCTION history_track_part() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
#variable_conflict use_variable
DECLARE
	type text := tg_argv[0];
	owner text := tg_argv[1];
	key text := tg_argv[2];
	prefix text := tg_argv[3] || '.';
	hidden text[] := string_to_array(tg_argv[4] || ',id,' || tg_argv[1], ',');
	before jsonb := '[]';
	after jsonb := '[]';
	number bigint;
	keys jsonb;
	changed integer;
BEGIN
	IF current_setting('history.is_off', true) = 'true' THEN
		RETURN NULL;
	END IF;
	IF tg_op <> 'INSERT' THEN
		SELECT coalesce(jsonb_agg(to_jsonb(entry)), '[]') INTO before FROM old_rows AS entry;
	END IF;
	IF tg_op <> 'DELETE' THEN
		SELECT coalesce(jsonb_agg(to_jsonb(entry)), '[]') INTO after FROM new_rows AS entry;
	END IF;
	IF before = '[]' AND after = '[]' THEN
		RETURN NULL;
	END IF;
	number := history_open(type, 'update', NULL, NULL, NULL);
	SELECT layouts INTO keys FROM history_operation WHERE position = number;
	WITH part AS MATERIALIZED (
		SELECT record_id AS id, jsonb_object_agg(field, pair) AS fields FROM (
			SELECT coalesce(b ->> owner, a ->> owner)::uuid AS record_id, prefix || coalesce(b ->> key, a ->> key) AS field,
				jsonb_build_array(b - hidden, a - hidden) AS pair
			FROM jsonb_array_elements(before) AS b FULL JOIN jsonb_array_elements(after) AS a ON b ->> owner = a ->> owner AND b ->> key = a ->> key
		) AS changed_part WHERE pair -> 0 <> pair -> 1 GROUP BY record_id
	), merged AS (
		UPDATE history_change change SET action = history_merged_action(change.action, 'u'), layout = NULL,
			fields = history_merged_fields(change.action, history_named(change.fields, keys -> change.layout), 'u', part.fields)
		FROM part WHERE change.project_id = history_nowhere() AND change.operation = number AND change.record_id = part.id AND change.at = now()
		RETURNING change.record_id
	) INSERT INTO history_change (project_id, operation, record_id, action, fields)
		SELECT history_nowhere(), number, id, 'u', fields FROM part WHERE id NOT IN (SELECT record_id FROM merged);
	GET DIAGNOSTICS changed = ROW_COUNT;
	PERFORM history_count(number, 'u', changed, 1, history_nowhere());
	PERFORM history_drop_empty(type, number);
	RETURN NULL;
END $$;
