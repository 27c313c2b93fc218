-- The project of lines that are found by their identifiers is a subselect: the planner then expects as many lines as projects have. Of a
-- new project that it is told, which the statistics do not have, it expects none, and reads all its lines for each that is looked for.
CREATE OR REPLACE FUNCTION history_created_lines(project uuid, service uuid, author text, ids uuid[]) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
#variable_conflict use_variable
DECLARE
	number bigint;
	is_first boolean;
BEGIN
	PERFORM enter_takeoff_project(project);
	IF current_setting('history.is_off', true) = 'true' OR cardinality(ids) = 0 THEN
		RETURN;
	END IF;
	number := history_open('takeoff-lines', 'create', author, project, service);
	is_first := NOT EXISTS (SELECT FROM history_change WHERE operation = number AND project_id = project);
	WITH line AS MATERIALIZED (
		SELECT id, version FROM takeoff_line WHERE project_id = (SELECT project) AND id = ANY (ids)
	), merged AS (
		UPDATE history_change change SET action = history_merged_action(change.action, 'c'), layout = NULL, fields = NULL, version = line.version
		FROM line WHERE NOT is_first AND change.project_id = project AND change.operation = (SELECT number) AND change.record_id = line.id AND change.at = now()
		RETURNING change.record_id
	) INSERT INTO history_change (project_id, operation, record_id, action, version)
		SELECT project, number, id, 'c', version FROM line WHERE id NOT IN (SELECT record_id FROM merged);
	PERFORM history_count(number, 'c', cardinality(ids), CASE WHEN is_first THEN 0 ELSE 1 END, project);
END $$;
--> statement-breakpoint
-- The fields of lines as they were after an operation: of the line now, or as it was deleted first since, without what changed between.
CREATE OR REPLACE FUNCTION history_line_states(project uuid, wanted uuid[], after bigint) RETURNS TABLE (line_id uuid, fields jsonb) LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
	SELECT before.line_id, jsonb_strip_nulls((record.fields - history_line_hidden() - 'attributes'::text)
		|| coalesce(nullif(record.fields -> 'attributes', 'null'), '{}') || before.fields)
	FROM history_line_before(project, wanted, after) AS before
	CROSS JOIN LATERAL (
		SELECT to_jsonb(line) AS fields FROM takeoff_line line WHERE line.project_id = (SELECT project) AND line.id = before.line_id AND before.deletion IS NULL
		UNION ALL
		SELECT to_jsonb(line) FROM history_deleted_line line WHERE line.project_id = project AND line.operation = before.deletion AND line.id = before.line_id
	) AS record
$$;
