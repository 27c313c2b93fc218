-- What the fields of each wanted line that changed after an operation had been at it, until the line was deleted (null when it was
-- not). What bulk writes with the same layout changed has the same keys, so the first of them says it. Line by line, so that it
-- is by index also before the statistics know what was just written.
CREATE FUNCTION history_line_before(wanted uuid[], after bigint) RETURNS TABLE (line_id uuid, deletion bigint, fields jsonb) LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
	SELECT member.id, deletion.operation, earliest.fields
	FROM unnest(wanted) AS member (id)
	LEFT JOIN LATERAL (
		SELECT change.operation FROM history_change change
		WHERE change.record_id = member.id AND change.operation > after AND change.action = 'd' ORDER BY change.operation LIMIT 1
	) AS deletion ON true
	CROSS JOIN LATERAL (
		SELECT coalesce(jsonb_object_agg(key, before), '{}') AS fields FROM (
			SELECT DISTINCT ON (field.key) field.key, field.before
			FROM (
				SELECT DISTINCT ON (keys, number) change.operation, change.fields, keys
				FROM history_change change JOIN history_operation operation ON operation.position = change.operation
					CROSS JOIN LATERAL (SELECT operation.layouts -> change.layout AS keys) AS layout
					CROSS JOIN LATERAL (SELECT CASE WHEN keys IS NULL THEN change.operation END AS number) AS single
				WHERE change.record_id = member.id AND change.operation > after AND change.action = 'u'
					AND (deletion.operation IS NULL OR change.operation < deletion.operation)
				ORDER BY keys, number, change.operation
			) AS change CROSS JOIN LATERAL (
				SELECT pair.key, pair.value -> 0 AS before FROM jsonb_each(change.fields) AS pair WHERE change.keys IS NULL
				UNION ALL
				SELECT named.key, change.fields -> (2 * named.number::integer - 2)
				FROM jsonb_array_elements_text(change.keys) WITH ORDINALITY AS named (key, number)
			) AS field
			ORDER BY field.key, change.operation
		) AS first
	) AS earliest
$$;
--> statement-breakpoint
-- The fields of lines as they were after an operation: of the line now, or as it was deleted first since, without what changed between.
CREATE OR REPLACE FUNCTION history_line_states(wanted uuid[], after bigint) RETURNS TABLE (line_id uuid, fields jsonb) LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
	SELECT before.line_id, jsonb_strip_nulls((record.fields - history_line_hidden() - 'attributes'::text)
		|| coalesce(nullif(record.fields -> 'attributes', 'null'), '{}') || before.fields)
	FROM history_line_before(wanted, after) AS before
	CROSS JOIN LATERAL (
		SELECT to_jsonb(line) AS fields FROM takeoff_line line WHERE line.id = before.line_id AND before.deletion IS NULL
		UNION ALL
		SELECT to_jsonb(line) FROM history_deleted_line line WHERE line.operation = before.deletion AND line.id = before.line_id
	) AS record
$$;
