SELECT limit_rows('project', of_visible_projects('id') || ' OR ' || of_visible_clients('client_id'));--> statement-breakpoint
-- The client of a visible project is visible, too: its name stands in what is read of the project.
SELECT limit_rows('client', of_visible_clients('id') || ' OR id IN (SELECT client_id FROM project)', of_visible_clients('id'));--> statement-breakpoint
SELECT limit_rows('estimate_template', of_visible_clients('client_id'));--> statement-breakpoint
-- A project may have been made in this transaction, after its settings.
SELECT limit_rows(limited, of_visible_projects('project_id') || ' OR project_id IN (SELECT id FROM project)')
FROM unnest(ARRAY['project_service', 'estimation', 'indirect_costs', 'subcontractor']) AS limited;--> statement-breakpoint
SELECT limit_rows('note', of_visible_projects('project_id') || ' OR record_type = ''clients'' AND ' || of_visible_clients('record_id')
  || ' OR record_type = ''estimate-sheets'' AND EXISTS (SELECT FROM estimate_template WHERE estimate_template.id = record_id)');--> statement-breakpoint
SELECT limit_history('{}', 'record_type = ''clients'' AND ' || of_visible_clients('history_only_record(position)') || '
  OR record_type = ''estimate-sheets'' AND EXISTS (SELECT FROM estimate_template WHERE estimate_template.id = history_only_record(position))');--> statement-breakpoint
SELECT limit_imports();
