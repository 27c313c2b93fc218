-- What the roles of limited callers may do: nothing with a table that is not named here or by a service, and with rows of clients and
-- projects nothing beyond those that the settings of its transaction name. The owner of the tables is not limited.
-- There are two: one for any number of projects, and one for a single project, whose condition is an equality, which costs nothing for a
-- row where a statement names the project.
CREATE FUNCTION limited_roles() RETURNS text[] LANGUAGE sql STABLE AS $$
	SELECT ARRAY[current_schema() || '_limited', current_schema() || '_limited_to_one']
$$;
--> statement-breakpoint
-- The setting is read once for a statement; an empty one is a former one of the session. The first id is compared before the others are
-- looked up, which are hashed: a comparison with each of an array would be made for every row.
CREATE FUNCTION of_visible(id text, setting text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
	SELECT format('(%1$s = (SELECT (nullif(current_setting(%2$L, true), '''')::uuid[])[1])
		OR %1$s IN (SELECT unnest(nullif(current_setting(%2$L, true), '''')::uuid[])))', id, setting)
$$;
--> statement-breakpoint
-- It marks the condition, which differs between the roles, in what limit_rows is given.
CREATE FUNCTION of_visible_projects(id text) RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT format('<project>%s</project>', id) $$;
--> statement-breakpoint
CREATE FUNCTION of_visible_clients(id text) RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT of_visible(id, 'consulting.clients') $$;
--> statement-breakpoint
CREATE FUNCTION limit_rows(limited text, visible text, writable text DEFAULT NULL) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	projects text[] := ARRAY[of_visible('\1', 'consulting.projects'), '\1 = (SELECT (nullif(current_setting(''consulting.projects'', true), '''')::uuid[])[1])'];
	role text;
	condition text := '<project>(.*?)</project>';
BEGIN
	EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', limited);
	FOR number IN 1..2 LOOP
		role := (limited_roles())[number];
		EXECUTE format('DROP POLICY IF EXISTS %I ON %I', role, limited);
		EXECUTE format('CREATE POLICY %I ON %I TO %I USING (%s) WITH CHECK (%s)', role, limited, role,
			regexp_replace(visible, condition, projects[number], 'g'), regexp_replace(coalesce(writable, visible), condition, projects[number], 'g'));
		EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO %I', limited, role);
	END LOOP;
END $$;
--> statement-breakpoint
CREATE FUNCTION limit_nothing(VARIADIC libraries text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	library text;
	role text;
BEGIN
	FOREACH library IN ARRAY libraries LOOP
		FOREACH role IN ARRAY limited_roles() LOOP
			EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO %I', library, role);
		END LOOP;
	END LOOP;
END $$;
--> statement-breakpoint
-- What triggers write follows from a row that the policies have let through, so they write it as the owner.
CREATE FUNCTION trust_trigger(trusted text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format('ALTER FUNCTION %I() SECURITY DEFINER SET search_path FROM CURRENT', trusted);
END $$;
--> statement-breakpoint
SELECT trust_trigger('history_track'), trust_trigger('history_track_part'), trust_trigger('history_track_note');
--> statement-breakpoint
-- The record of an operation that is of no project and changed this one alone.
CREATE FUNCTION history_only_record(number bigint) RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
	SELECT (array_agg(record_id))[1] FROM (SELECT record_id FROM history_change WHERE project_id = history_nowhere() AND operation = number LIMIT 2) AS changed
	HAVING count(*) = 1
$$;
--> statement-breakpoint
-- Operations of no project are visible when their type is that of a library, or when they changed a single record that is visible.
CREATE FUNCTION limit_history(libraries text[], visible_records text DEFAULT 'false') RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	PERFORM limit_rows('history_operation', format('%s OR project_id IS NULL AND (record_type = ANY (%L::text[])
		OR record_type LIKE ''%%-notes'' AND EXISTS (SELECT FROM note WHERE note.id = history_only_record(position)) OR %s)',
		of_visible_projects('project_id'), libraries, visible_records));
END $$;
--> statement-breakpoint
-- For services that import. The chunks of a file are written before the task that names it.
CREATE FUNCTION limit_imports() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	PERFORM limit_rows('import_task', of_visible_projects('(parameters ->> ''projectId'')::uuid'));
	PERFORM limit_rows('import_failed_row', 'EXISTS (SELECT FROM import_task WHERE import_task.id = task_id)');
	PERFORM limit_rows('import_file_chunk', 'EXISTS (SELECT FROM import_task WHERE import_task.file_id = import_file_chunk.file_id)', 'true');
	-- The bounds of the queue are for the tasks of everybody.
	CREATE FUNCTION import_queue(counted text, OUT queued_bytes float8, OUT unfinished int)
	LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $count$
		SELECT coalesce(sum(file_size) FILTER (WHERE status = 'queued'), 0)::float8,
			count(*) FILTER (WHERE coalesce(origin #>> '{caller,countsAs}', origin #>> '{caller,id}') = counted)::int
		FROM import_task WHERE status IN ('queued', 'running')
	$count$;
END $$;
--> statement-breakpoint
SELECT limit_rows('note', of_visible_projects('project_id'));
--> statement-breakpoint
SELECT limit_history('{}');
--> statement-breakpoint
SELECT limit_rows('history_change', of_visible_projects('project_id') || ' OR project_id = history_nowhere()
	AND EXISTS (SELECT FROM history_operation WHERE history_operation.position = history_change.operation)');
--> statement-breakpoint
DO $$
DECLARE
	role text;
BEGIN
	FOREACH role IN ARRAY limited_roles() LOOP
		EXECUTE format('GRANT USAGE ON SCHEMA %I TO %I', current_schema(), role);
		EXECUTE format('GRANT USAGE ON ALL SEQUENCES IN SCHEMA %I TO %I', current_schema(), role);
		IF EXISTS (SELECT FROM pg_tables WHERE schemaname = current_schema() AND tablename = 'outbox') THEN
			EXECUTE format('GRANT INSERT ON outbox TO %I', role);
		END IF;
	END LOOP;
END $$;
