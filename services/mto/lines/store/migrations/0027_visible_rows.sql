SELECT limit_rows(limited, of_visible_projects('project_id')) FROM unnest(ARRAY[
  'takeoff_line', 'takeoff_version_line', 'takeoff_copy_line', 'import_stored_rows', 'history_deleted_line',
  'takeoff_discipline_total', 'takeoff_wbs_total', 'takeoff_crew_total', 'takeoff_item_total',
  'takeoff_version_discipline_total', 'takeoff_version_wbs_total', 'takeoff_version_crew_total', 'takeoff_version_item_total',
  'takeoff_line_change', 'takeoff_project', 'takeoff_line_range', 'takeoff_epoch', 'takeoff_version', 'takeoff_copy',
  'review_decision']) AS limited;--> statement-breakpoint
SELECT limit_rows('import_profile', of_visible_clients('client_id') || ' OR client_id IS NULL');--> statement-breakpoint
SELECT limit_nothing('price_row_change', 'takeoff_line_follower');--> statement-breakpoint
SELECT trust_trigger(trusted) FROM unnest(ARRAY['history_keep_deleted_lines', 'keep_version_lines', 'remove_stored_rows', 'remove_version_totals',
  'takeoff_line_changed', 'takeoff_totals_of_delete', 'takeoff_totals_of_update']) AS trusted;--> statement-breakpoint
SELECT limit_imports();
