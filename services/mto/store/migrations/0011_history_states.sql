-- What the fields of lines that changed after an operation had been at it, until a line was deleted. What bulk writes with the
-- same layout changed has the same keys, so the first of them says it.
CREATE FUNCTION history_line_before(wanted uuid[], after bigint) RETURNS TABLE (line_id uuid, fields jsonb) LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
	WITH member AS MATERIALIZED (
		SELECT id, (
			SELECT change.operation FROM history_change change
			WHERE change.record_id = id AND change.operation > after AND change.action = 'd' ORDER BY change.operation LIMIT 1
		) AS deletion
		FROM unnest(wanted) AS id
	), first_change AS (
		SELECT change.record_id, min(change.operation) AS operation, layout.keys
		FROM history_change change JOIN history_operation operation ON operation.position = change.operation
			JOIN member ON member.id = change.record_id
			CROSS JOIN LATERAL (SELECT operation.layouts -> change.layout AS keys) AS layout
		WHERE change.record_id = ANY(wanted) AND change.operation > after AND change.action = 'u'
			AND (member.deletion IS NULL OR change.operation < member.deletion)
		GROUP BY change.record_id, layout.keys, CASE WHEN layout.keys IS NULL THEN change.operation END
	), earliest AS (
		SELECT DISTINCT ON (change.record_id, field.key) change.record_id, field.key, field.before
		FROM first_change JOIN history_change change USING (record_id, operation) CROSS JOIN LATERAL (
			SELECT pair.key, pair.value -> 0 AS before FROM jsonb_each(change.fields) AS pair WHERE first_change.keys IS NULL
			UNION ALL
			SELECT named.key, change.fields -> (2 * named.number::integer - 2)
			FROM jsonb_array_elements_text(first_change.keys) WITH ORDINALITY AS named (key, number)
		) AS field
		ORDER BY change.record_id, field.key, change.operation
	)
	SELECT record_id, jsonb_object_agg(key, before) FROM earliest GROUP BY record_id
$$;
--> statement-breakpoint
-- The fields of lines as they were after an operation: of the line now, or as it was deleted first since, without what changed between.
CREATE OR REPLACE FUNCTION history_line_states(wanted uuid[], after bigint) RETURNS TABLE (line_id uuid, fields jsonb) LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
	SELECT member.id, jsonb_strip_nulls((record.fields - history_line_hidden() - 'attributes'::text)
		|| coalesce(nullif(record.fields -> 'attributes', 'null'), '{}') || coalesce(before.fields, '{}'))
	FROM unnest(wanted) AS member (id)
	LEFT JOIN LATERAL (
		SELECT change.operation FROM history_change change
		WHERE change.record_id = member.id AND change.operation > after AND change.action = 'd' ORDER BY change.operation LIMIT 1
	) AS deletion ON true
	CROSS JOIN LATERAL (
		SELECT to_jsonb(line) AS fields FROM takeoff_line line WHERE line.id = member.id AND deletion.operation IS NULL
		UNION ALL
		SELECT to_jsonb(line) FROM history_deleted_line line WHERE line.operation = deletion.operation AND line.id = member.id
	) AS record
	LEFT JOIN history_line_before(wanted, after) AS before ON before.line_id = member.id
$$;
