CREATE TABLE "history_operation" (
	"id" uuid PRIMARY KEY,
	"position" bigint GENERATED ALWAYS AS IDENTITY,
	"at" timestamp with time zone DEFAULT date_trunc('milliseconds', clock_timestamp()) NOT NULL,
	"by" text NOT NULL,
	"kind" text NOT NULL,
	"record_type" text NOT NULL,
	"project_id" uuid,
	"service_id" uuid,
	"task_id" uuid,
	"created" integer DEFAULT 0 NOT NULL,
	"updated" integer DEFAULT 0 NOT NULL,
	"deleted" integer DEFAULT 0 NOT NULL,
	"request_id" text,
	"caused_by" uuid,
	"undoes" uuid,
	"undone_by" uuid,
	"layouts" jsonb DEFAULT '[]' NOT NULL,
	"created_in_range" integer DEFAULT 0 NOT NULL,
	"created_first" uuid,
	"created_last" uuid
);
--> statement-breakpoint
CREATE UNIQUE INDEX "history_operation_position_key" ON "history_operation" ("position");
--> statement-breakpoint
CREATE INDEX "history_operation_record_type_at_idx" ON "history_operation" ("record_type", "at", "position");
--> statement-breakpoint
CREATE INDEX "history_operation_project_id_at_idx" ON "history_operation" ("project_id", "record_type", "at", "position");
--> statement-breakpoint
CREATE INDEX "history_operation_service_id_at_idx" ON "history_operation" ("service_id", "record_type", "at", "position") WHERE "service_id" IS NOT NULL;
--> statement-breakpoint
CREATE INDEX "history_operation_by_at_idx" ON "history_operation" ("by", "record_type", "at", "position");
--> statement-breakpoint
CREATE INDEX "history_operation_task_id_idx" ON "history_operation" ("task_id") WHERE "task_id" IS NOT NULL;
--> statement-breakpoint
CREATE INDEX "history_operation_created_first_idx" ON "history_operation" ("created_first") WHERE "created_first" IS NOT NULL;
--> statement-breakpoint
CREATE TABLE "history_change" (
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"operation" bigint NOT NULL,
	"record_id" uuid NOT NULL,
	"action" "char" NOT NULL,
	"version" integer,
	"layout" smallint,
	"fields" jsonb
) PARTITION BY RANGE ("at");
--> statement-breakpoint
-- No primary key: pg_restore --clean cannot take that of a partition away.
CREATE UNIQUE INDEX "history_change_operation_record_id_at_key" ON "history_change" ("operation", "record_id", "at");
--> statement-breakpoint
CREATE INDEX "history_change_record_id_idx" ON "history_change" ("record_id", "operation");
--> statement-breakpoint
CREATE INDEX "history_change_deleted_idx" ON "history_change" ("record_id", "operation") WHERE "action" = 'd';
--> statement-breakpoint
CREATE TABLE "history_change_other" PARTITION OF "history_change" DEFAULT;
--> statement-breakpoint
-- The first month of a partitioned table (UTC); the services make those that follow.
CREATE FUNCTION history_make_first_month(partitioned text, storage text DEFAULT '') RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	first timestamp := date_trunc('month', now() AT TIME ZONE 'UTC');
BEGIN
	EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L) %s', partitioned || to_char(first, '_YYYY_MM'), partitioned,
		first AT TIME ZONE 'UTC', (first + interval '1 month') AT TIME ZONE 'UTC', storage);
END $$;
--> statement-breakpoint
SELECT history_make_first_month('history_change');
--> statement-breakpoint
CREATE FUNCTION history_flat(record jsonb, hidden text[], nested text) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
	SELECT CASE WHEN nested = '' THEN record - hidden
		ELSE (record - hidden - nested) || coalesce(nullif(record -> nested, 'null'), '{}') END
$$;
--> statement-breakpoint
CREATE FUNCTION history_difference(before jsonb, after jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
	SELECT coalesce(jsonb_object_agg(key, jsonb_build_array(before -> key, after -> key)), '{}')
	FROM jsonb_object_keys(before || after) AS key
	WHERE coalesce(before -> key, 'null') <> coalesce(after -> key, 'null')
$$;
--> statement-breakpoint
-- Values by position, as a bulk write keeps them, by the names of its layout; only those that changed.
CREATE FUNCTION history_named(fields jsonb, keys jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
	SELECT CASE WHEN keys IS NULL THEN fields ELSE (
		SELECT coalesce(jsonb_object_agg(key.name, jsonb_build_array(fields -> at, fields -> at + 1)), '{}')
		FROM jsonb_array_elements_text(keys) WITH ORDINALITY AS key (name, number), LATERAL (SELECT (key.number::int - 1) * 2 AS at) AS place
		WHERE fields -> at <> fields -> at + 1) END
$$;
--> statement-breakpoint
CREATE FUNCTION history_side(fields jsonb, side integer) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
	SELECT coalesce(jsonb_object_agg(key, value -> side), '{}') FROM jsonb_each(fields)
$$;
--> statement-breakpoint
-- What two changes of a record in one operation come to: c, u or d as the action, n when nothing is left of them. Parts go after their record.
CREATE FUNCTION history_merged_action(earlier "char", later "char") RETURNS "char" LANGUAGE sql IMMUTABLE AS $$
	SELECT CASE WHEN earlier = 'c' AND later = 'd' THEN 'n' WHEN earlier = 'd' AND later = 'c' THEN 'u'
		WHEN earlier = 'n' THEN later WHEN earlier = 'c' THEN 'c' WHEN earlier = 'd' THEN 'd' ELSE later END::"char"
$$;
--> statement-breakpoint
CREATE FUNCTION history_merged_fields(earlier "char", earlier_fields jsonb, later "char", later_fields jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
	SELECT CASE earlier::text || later::text
		WHEN 'cu' THEN earlier_fields || history_side(later_fields, 1)
		WHEN 'uu' THEN CASE WHEN NOT earlier_fields ?| ARRAY(SELECT jsonb_object_keys(later_fields)) THEN earlier_fields || later_fields ELSE history_difference(
			history_side(later_fields, 0) || history_side(earlier_fields, 0),
			history_side(earlier_fields, 1) || history_side(later_fields, 1)) END
		WHEN 'ud' THEN later_fields || history_side(earlier_fields, 0)
		WHEN 'dc' THEN history_difference(earlier_fields, later_fields)
		WHEN 'du' THEN earlier_fields || history_side(later_fields, 0)
		WHEN 'cd' THEN NULL
		ELSE later_fields END
$$;
--> statement-breakpoint
-- The operation of this transaction for records of a type, begun with the first of them that changes. Of records of several
-- projects or services it is of none.
CREATE FUNCTION history_open(type text, usual_kind text, usual_by text, project uuid, service uuid, updates integer DEFAULT 0) RETURNS bigint
LANGUAGE plpgsql SET search_path FROM CURRENT SET plan_cache_mode = 'force_generic_plan' AS $$
#variable_conflict use_variable
DECLARE
	opened text := 'history.opened_' || translate(type, '-', '_');
	origin jsonb := coalesce(nullif(current_setting('history.origin', true), ''), '{}');
	told jsonb := coalesce(nullif(current_setting('history.told', true), ''), '{}');
	main text := coalesce(told ->> 'recordType', nullif(current_setting('history.main', true), ''), type);
	number bigint := nullif(current_setting(opened, true), '');
	main_id uuid := coalesce((origin ->> 'operationId')::uuid, nullif(current_setting('history.main_id', true), '')::uuid, gen_random_uuid());
BEGIN
	IF number IS NOT NULL THEN
		UPDATE history_operation SET project_id = CASE WHEN project <> project_id AND NOT told ? 'projectId' THEN NULL ELSE project_id END,
			service_id = CASE WHEN service <> service_id AND NOT told ? 'serviceId' THEN NULL ELSE service_id END
		WHERE position = number AND (project <> project_id AND NOT told ? 'projectId' OR service <> service_id AND NOT told ? 'serviceId');
		RETURN number;
	END IF;
	INSERT INTO history_operation (id, "by", kind, record_type, project_id, service_id, task_id, updated, request_id, caused_by, undoes)
	VALUES (
		CASE WHEN main = type AND NOT EXISTS (SELECT FROM history_operation WHERE id = main_id) THEN main_id ELSE gen_random_uuid() END,
		coalesce(origin -> 'caller' ->> 'name', usual_by, 'unknown'),
		CASE WHEN main <> type THEN 'cascade' ELSE coalesce(told ->> 'kind', CASE WHEN origin ? 'causedBy' THEN 'cascade' ELSE usual_kind END) END,
		type,
		CASE WHEN told ? 'projectId' THEN (told ->> 'projectId')::uuid ELSE project END,
		CASE WHEN told ? 'serviceId' THEN (told ->> 'serviceId')::uuid ELSE service END,
		(told ->> 'taskId')::uuid,
		updates,
		origin ->> 'requestId',
		CASE WHEN main <> type THEN main_id ELSE (origin ->> 'causedBy')::uuid END,
		(told ->> 'undoes')::uuid)
	RETURNING position INTO number;
	PERFORM set_config(opened, number::text, true), set_config('history.main', main, true), set_config('history.main_id', main_id::text, true);
	RETURN number;
END $$;
--> statement-breakpoint
CREATE FUNCTION history_count(number bigint, action "char", changed integer, merged integer) RETURNS void
LANGUAGE plpgsql SET search_path FROM CURRENT SET plan_cache_mode = 'force_generic_plan' AS $$
BEGIN
	IF merged = 0 THEN
		UPDATE history_operation SET created = created + CASE action WHEN 'c' THEN changed ELSE 0 END,
			updated = updated + CASE action WHEN 'u' THEN changed ELSE 0 END,
			deleted = deleted + CASE action WHEN 'd' THEN changed ELSE 0 END
		WHERE position = number;
		RETURN;
	END IF;
	DELETE FROM history_change change WHERE change.operation = number AND (change.action = 'n' OR change.action = 'u' AND change.fields = '{}');
	UPDATE history_operation SET created = created_in_range + found.created, updated = found.updated, deleted = found.deleted
	FROM (SELECT count(*) FILTER (WHERE change.action = 'c') AS created, count(*) FILTER (WHERE change.action = 'u') AS updated,
		count(*) FILTER (WHERE change.action = 'd') AS deleted FROM history_change change WHERE change.operation = number) AS found
	WHERE position = number;
END $$;
--> statement-breakpoint
-- A statement that changed no field leaves no operation.
CREATE FUNCTION history_drop_empty(type text, number bigint) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
	DELETE FROM history_operation WHERE position = number AND created + updated + deleted = 0;
	IF FOUND THEN
		PERFORM set_config('history.opened_' || translate(type, '-', '_'), '', true);
		IF current_setting('history.main', true) = type THEN
			PERFORM set_config('history.main', '', true);
		END IF;
	END IF;
END $$;
--> statement-breakpoint
-- The pairs of values of the columns that the writer has named, in chunks of as many as a call may have arguments.
CREATE FUNCTION history_pairs(named jsonb, nested text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
	SELECT string_agg(part, ' || ' ORDER BY chunk) FROM (
		SELECT (place - 1) / 40 AS chunk, 'jsonb_build_array(' || string_agg(pair, ', ' ORDER BY place) || ')' AS part FROM (
			SELECT row_number() OVER () AS place, pair FROM (
				SELECT format('o.%1$I, n.%1$I', name) AS pair FROM jsonb_array_elements_text(named -> 'columns') AS name
				UNION ALL
				SELECT format('o.%2$I -> %1$L, n.%2$I -> %1$L', name, nested) FROM jsonb_array_elements_text(named -> 'nested') AS name
			) AS every) AS numbered GROUP BY chunk) AS parts
$$;
--> statement-breakpoint
-- The difference of two rows, o and n, of a table as an expression: column by column, which takes a fraction of comparing whole records.
CREATE FUNCTION history_row_difference(tracked oid, nested text, hidden text[]) RETURNS text LANGUAGE sql STABLE AS $$
	WITH field AS (
		SELECT attname AS name, atttypid IN ('json'::regtype, 'jsonb'::regtype) AS is_json, row_number() OVER () / 40 AS chunk
		FROM pg_attribute WHERE attrelid = tracked AND attnum > 0 AND NOT attisdropped AND attname <> ALL (hidden || nested))
	SELECT string_agg(part, ' || ') FROM (
		SELECT 'jsonb_strip_nulls(jsonb_build_object(' || string_agg(
			format('%1$L, CASE WHEN o.%1$I IS DISTINCT FROM n.%1$I THEN jsonb_build_array(o.%1$I, n.%1$I) END', name), ', ') || '))' AS part
		FROM field WHERE NOT is_json GROUP BY chunk
		UNION ALL
		SELECT format('CASE WHEN nullif(o.%1$I::jsonb, ''null'') IS DISTINCT FROM nullif(n.%1$I::jsonb, ''null'')
			THEN jsonb_build_object(%1$L, jsonb_build_array(o.%1$I, n.%1$I)) ELSE ''{}'' END', name) FROM field WHERE is_json
		UNION ALL
		SELECT format('CASE WHEN o.%1$I IS DISTINCT FROM n.%1$I
			THEN history_difference(coalesce(nullif(o.%1$I, ''null''), ''{}''), coalesce(nullif(n.%1$I, ''null''), ''{}'')) ELSE ''{}'' END', nested)
		WHERE nested <> '') AS parts
$$;
--> statement-breakpoint
-- Statement trigger of a tracked table. Arguments: record type, columns of the record's id, project and service, nested column, hidden columns;
-- with a further one, `derived`, the values of created records, whose ids are always new, are not kept: they are those of now but for what changed since.
-- Planned once for a connection: planning takes longer than writing one record. What depends on how many rows there are is dynamic.
CREATE FUNCTION history_track() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT SET plan_cache_mode = 'force_generic_plan' AS $$
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
				INSERT INTO history_change (operation, record_id, action, version, fields)
				VALUES (number, (sample ->> id_column)::uuid, 'u', (sample ->> 'version')::integer, difference);
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
	is_first := is_first OR NOT EXISTS (SELECT FROM history_change WHERE operation = number);

	IF tg_op = 'UPDATE' AND named IS NOT NULL AND is_first THEN
		UPDATE history_operation SET layouts = jsonb_build_array((named::jsonb -> 'columns') || (named::jsonb -> 'nested')) WHERE position = number;
		EXECUTE format('INSERT INTO history_change (operation, record_id, action, version, layout, fields)
			SELECT $1, o.id, ''u'', n.version, 0, %s FROM old_rows o JOIN new_rows n USING (id)', history_pairs(named::jsonb, nested)) USING number;
		GET DIAGNOSTICS changed = ROW_COUNT;
		PERFORM history_count(number, 'u', changed, 0);
		RETURN NULL;
	END IF;

	IF tg_op = 'INSERT' AND tg_argv[6] = 'derived' THEN
		EXECUTE format('INSERT INTO history_change (operation, record_id, action) SELECT $1, %I, ''c'' FROM new_rows', id_column) USING number;
		GET DIAGNOSTICS changed = ROW_COUNT;
		PERFORM history_count(number, 'c', changed, 0);
		RETURN NULL;
	END IF;

	IF NOT is_first THEN
		SELECT layouts INTO keys FROM history_operation WHERE position = number;
		EXECUTE format('SELECT count(*) FROM history_change WHERE operation = $1 AND record_id = ANY (ARRAY(SELECT %I FROM %I))',
			id_column, CASE tg_op WHEN 'DELETE' THEN 'old_rows' ELSE 'new_rows' END) INTO merged USING number;
	END IF;
	IF tg_op = 'INSERT' THEN
		INSERT INTO history_change AS change (operation, record_id, action, version, fields)
			SELECT number, (record ->> id_column)::uuid, 'c', (record ->> 'version')::integer, history_flat(record, hidden, nested)
			FROM (SELECT to_jsonb(entry) AS record FROM new_rows AS entry) AS present
			ON CONFLICT (operation, record_id, at) DO UPDATE SET action = history_merged_action(change.action, 'c'), layout = NULL, version = coalesce(excluded.version, change.version),
				fields = history_merged_fields(change.action, history_named(change.fields, keys -> change.layout), 'c', excluded.fields);
		GET DIAGNOSTICS changed = ROW_COUNT;
		PERFORM history_count(number, 'c', changed, merged);
	ELSIF tg_op = 'DELETE' THEN
		INSERT INTO history_change AS change (operation, record_id, action, fields)
			SELECT number, (record ->> id_column)::uuid, 'd', history_flat(record, hidden, nested)
			FROM (SELECT to_jsonb(entry) AS record FROM old_rows AS entry) AS present
			ON CONFLICT (operation, record_id, at) DO UPDATE SET action = history_merged_action(change.action, 'd'), layout = NULL, version = coalesce(excluded.version, change.version),
				fields = history_merged_fields(change.action, history_named(change.fields, keys -> change.layout), 'd', excluded.fields);
		GET DIAGNOSTICS changed = ROW_COUNT;
		PERFORM history_count(number, 'd', changed, merged);
	ELSE
		EXECUTE format('INSERT INTO history_change AS change (operation, record_id, action, version, fields)
			SELECT $1, record_id, ''u'', version, fields FROM (
				SELECT n.%1$I AS record_id, %2$s AS version, %3$s AS fields FROM old_rows o JOIN new_rows n USING (%1$I) OFFSET 0) AS difference
			WHERE fields <> ''{}''
			ON CONFLICT (operation, record_id, at) DO UPDATE SET action = history_merged_action(change.action, ''u''), layout = NULL, version = coalesce(excluded.version, change.version),
				fields = history_merged_fields(change.action, history_named(change.fields, $2 -> change.layout), ''u'', excluded.fields)',
			id_column, CASE WHEN sample ? 'version' THEN 'n.version' ELSE 'NULL::integer' END, history_row_difference(tg_relid, nested, hidden))
		USING number, keys;
		GET DIAGNOSTICS changed = ROW_COUNT;
		PERFORM history_count(number, 'u', changed, merged);
	END IF;
	IF changed = 0 OR merged > 0 THEN
		PERFORM history_drop_empty(type, number);
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION history_attach(tracked regclass, tracking text, arguments text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	run text := format('FOR EACH STATEMENT EXECUTE FUNCTION %s(%s)', tracking, (SELECT string_agg(quote_literal(argument), ', ') FROM unnest(arguments) AS argument));
BEGIN
	EXECUTE format('CREATE TRIGGER history_created AFTER INSERT ON %s REFERENCING NEW TABLE AS new_rows %s', tracked, run);
	EXECUTE format('CREATE TRIGGER history_updated AFTER UPDATE ON %s REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows %s', tracked, run);
	EXECUTE format('CREATE TRIGGER history_deleted AFTER DELETE ON %s REFERENCING OLD TABLE AS old_rows %s', tracked, run);
END $$;
--> statement-breakpoint
CREATE FUNCTION history_follow(tracked regclass, VARIADIC arguments text[]) RETURNS void LANGUAGE sql AS $$
	SELECT history_attach(tracked, 'history_track', arguments)
$$;
--> statement-breakpoint
-- Statement trigger of a table whose rows are parts of a record: each counts as a field of that record, named by the prefix and its key.
-- Arguments: record type, column of the record's id, column of the key, prefix, hidden columns.
CREATE FUNCTION history_track_part() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
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
	INSERT INTO history_change AS change (operation, record_id, action, fields)
		SELECT number, record_id, 'u', jsonb_object_agg(field, pair) FROM (
			SELECT coalesce(b ->> owner, a ->> owner)::uuid AS record_id, prefix || coalesce(b ->> key, a ->> key) AS field,
				jsonb_build_array(b - hidden, a - hidden) AS pair
			FROM jsonb_array_elements(before) AS b FULL JOIN jsonb_array_elements(after) AS a ON b ->> owner = a ->> owner AND b ->> key = a ->> key
		) AS part WHERE pair -> 0 <> pair -> 1 GROUP BY record_id
		ON CONFLICT (operation, record_id, at) DO UPDATE SET action = history_merged_action(change.action, 'u'), layout = NULL, version = coalesce(excluded.version, change.version),
			fields = history_merged_fields(change.action, history_named(change.fields, keys -> change.layout), 'u', excluded.fields);
	GET DIAGNOSTICS changed = ROW_COUNT;
	PERFORM history_count(number, 'u', changed, 1);
	PERFORM history_drop_empty(type, number);
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION history_follow_parts(tracked regclass, VARIADIC arguments text[]) RETURNS void LANGUAGE sql AS $$
	SELECT history_attach(tracked, 'history_track_part', arguments)
$$;
