SELECT limit_nothing('equipment');--> statement-breakpoint
SELECT limit_rows('equipment_tag', of_visible_projects('project_id'));--> statement-breakpoint
-- Items of no project are those of the standard structure, which is common.
SELECT limit_rows(limited, of_visible_projects('project_id') || ' OR project_id IS NULL') FROM unnest(ARRAY['wbs_item', 'note']) AS limited;--> statement-breakpoint
SELECT limit_history('{equipment}', 'record_type = ''wbs'' AND EXISTS (SELECT FROM wbs_item WHERE wbs_item.id = history_only_record(position))');--> statement-breakpoint
SELECT limit_imports();
