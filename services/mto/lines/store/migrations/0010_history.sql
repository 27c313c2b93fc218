CREATE TRIGGER history_updated AFTER UPDATE ON takeoff_line REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
	FOR EACH STATEMENT WHEN (current_setting('mto.is_settling', true) IS DISTINCT FROM 'on')
	EXECUTE FUNCTION history_track('takeoff-lines', 'id', 'project_id', 'service_id', 'attributes', 'created_epoch');
--> statement-breakpoint
-- Lines as they were deleted, whole and in columns: as one JSON value each they would take ten times as long to write.
CREATE TABLE "history_deleted_line" (
	"operation" bigint NOT NULL,
	"deleted_at" timestamp with time zone DEFAULT now() NOT NULL,
	LIKE takeoff_line INCLUDING STORAGE
) PARTITION BY RANGE ("deleted_at");
--> statement-breakpoint
CREATE INDEX "history_deleted_line_operation_idx" ON "history_deleted_line" ("operation", "id");
--> statement-breakpoint
CREATE TABLE "history_deleted_line_other" PARTITION OF "history_deleted_line" DEFAULT WITH (toast_tuple_target = 8160);
--> statement-breakpoint
SELECT history_make_first_month('history_deleted_line', 'WITH (toast_tuple_target = 8160)');
--> statement-breakpoint
CREATE FUNCTION history_keep_deleted_lines() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT SET plan_cache_mode = 'force_generic_plan' AS $$
#variable_conflict use_variable
DECLARE
	sample takeoff_line;
	number bigint;
	kept text := (SELECT string_agg(quote_ident(attname), ', ') FROM pg_attribute
		WHERE attrelid = 'history_deleted_line'::regclass AND attnum > 2 AND NOT attisdropped);
	is_first boolean;
	changed integer;
BEGIN
	IF current_setting('history.is_off', true) = 'true' THEN
		RETURN NULL;
	END IF;
	SELECT * INTO sample FROM old_rows LIMIT 1;
	IF NOT FOUND THEN
		RETURN NULL;
	END IF;
	number := history_open('takeoff-lines', 'delete', NULL, sample.project_id, sample.service_id);
	is_first := NOT EXISTS (SELECT FROM history_change WHERE operation = number);
	EXECUTE format('WITH kept AS (
			INSERT INTO history_deleted_line (operation, %1$s) SELECT $1, %1$s FROM old_rows RETURNING id)
		INSERT INTO history_change AS change (operation, record_id, action) SELECT $1, id, ''d'' FROM kept %2$s', kept,
		CASE WHEN is_first THEN '' ELSE
			'ON CONFLICT (operation, record_id, at) DO UPDATE SET action = history_merged_action(change.action, ''d''), layout = NULL, fields = NULL' END)
	USING number;
	GET DIAGNOSTICS changed = ROW_COUNT;
	PERFORM history_count(number, 'd', changed, CASE WHEN is_first THEN 0 ELSE 1 END);
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER history_deleted AFTER DELETE ON takeoff_line REFERENCING OLD TABLE AS old_rows
	FOR EACH STATEMENT EXECUTE FUNCTION history_keep_deleted_lines();
--> statement-breakpoint
-- Lines are created by COPY, which a trigger would slow down: the writer tells of them. What they were is what they are now, or were
-- when they were deleted, without the changes since.
CREATE FUNCTION history_created_lines(project uuid, service uuid, author text, ids uuid[]) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
#variable_conflict use_variable
DECLARE
	number bigint;
	is_first boolean;
BEGIN
	IF current_setting('history.is_off', true) = 'true' OR cardinality(ids) = 0 THEN
		RETURN;
	END IF;
	number := history_open('takeoff-lines', 'create', author, project, service);
	is_first := NOT EXISTS (SELECT FROM history_change WHERE operation = number);
	INSERT INTO history_change AS change (operation, record_id, action, version)
		SELECT number, line.id, 'c', line.version FROM takeoff_line line WHERE line.id = ANY (ids)
		ON CONFLICT (operation, record_id, at) DO UPDATE SET action = history_merged_action(change.action, 'c'), layout = NULL, fields = NULL,
			version = excluded.version;
	PERFORM history_count(number, 'c', cardinality(ids), CASE WHEN is_first THEN 0 ELSE 1 END);
END $$;
--> statement-breakpoint
-- As above for the lines of an import, whose identifiers are one range that no other line falls into.
CREATE FUNCTION history_created_range(project uuid, service uuid, author text, first uuid, last uuid, lines integer) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
#variable_conflict use_variable
DECLARE
	number bigint;
BEGIN
	IF current_setting('history.is_off', true) = 'true' OR lines = 0 THEN
		RETURN;
	END IF;
	number := history_open('takeoff-lines', 'import', author, project, service);
	UPDATE history_operation SET created = created + lines, created_in_range = lines, created_first = first, created_last = last WHERE position = number;
END $$;
--> statement-breakpoint
CREATE FUNCTION history_line_hidden() RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
	SELECT '{id,version,created_at,created_by,updated_at,updated_by,created_epoch,operation,deleted_at}'::text[]
$$;
--> statement-breakpoint
-- The fields of lines as they were after an operation: of the line now, or as it was deleted first since, without what changed between.
CREATE FUNCTION history_line_states(wanted uuid[], after bigint) RETURNS TABLE (line_id uuid, fields jsonb) LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
	SELECT member.id, jsonb_strip_nulls(base.fields || coalesce(later.fields, '{}'))
	FROM unnest(wanted) AS member (id)
	LEFT JOIN LATERAL (
		SELECT change.operation FROM history_change change
		WHERE change.record_id = member.id AND change.operation > after AND change.action = 'd' ORDER BY change.operation LIMIT 1
	) AS deletion ON true
	CROSS JOIN LATERAL (
		SELECT history_flat(to_jsonb(line), history_line_hidden(), 'attributes') AS fields
		FROM takeoff_line line WHERE line.id = member.id AND deletion.operation IS NULL
		UNION ALL
		SELECT history_flat(to_jsonb(line), history_line_hidden(), 'attributes')
		FROM history_deleted_line line WHERE line.operation = deletion.operation AND line.id = member.id
	) AS base
	LEFT JOIN LATERAL (
		SELECT jsonb_object_agg(key, before) AS fields FROM (
			SELECT DISTINCT ON (field.key) field.key, field.before
			FROM history_change change JOIN history_operation operation ON operation.position = change.operation
				CROSS JOIN LATERAL (
					SELECT pair.key, pair.value -> 0 AS before FROM jsonb_each(change.fields) AS pair WHERE change.layout IS NULL
					UNION ALL
					SELECT named.key, change.fields -> (2 * named.number::integer - 2)
					FROM jsonb_array_elements_text(operation.layouts -> change.layout) WITH ORDINALITY AS named (key, number)
					WHERE change.fields -> (2 * named.number::integer - 2) <> change.fields -> (2 * named.number::integer - 1)
				) AS field
			WHERE change.record_id = member.id AND change.operation > after AND change.action = 'u'
				AND (deletion.operation IS NULL OR change.operation < deletion.operation)
			ORDER BY field.key, change.operation
		) AS earliest
	) AS later ON true
$$;
--> statement-breakpoint
-- A line of these fields; those that are no columns are fields of its discipline.
CREATE FUNCTION history_line_of(id uuid, fields jsonb) RETURNS takeoff_line LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
	SELECT jsonb_populate_record(NULL::takeoff_line, fields || jsonb_build_object('id', id, 'attributes', jsonb_strip_nulls(fields - (
		SELECT array_agg(attname::text) FROM pg_attribute WHERE attrelid = 'takeoff_line'::regclass AND attnum > 0))))
$$;
--> statement-breakpoint
CREATE FUNCTION history_line_columns() RETURNS text[] LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
	SELECT array_agg(attname::text) FROM pg_attribute WHERE attrelid = 'takeoff_line'::regclass AND attnum > 0
$$;
