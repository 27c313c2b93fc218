SELECT history_follow('trade', 'trades', 'id', '', '', '', '');--> statement-breakpoint
SELECT history_follow('rate_card', 'rate-cards', 'id', '', '', '', 'place_id,project_type_key', 'derived');--> statement-breakpoint
SELECT history_follow('crew', 'crews', 'id', '', '', '', '');--> statement-breakpoint
SELECT history_follow_parts('crew_labour_member', 'crews', 'crew_id', 'trade_id', 'labourMembers', '');--> statement-breakpoint
SELECT history_follow_parts('crew_equipment_member', 'crews', 'crew_id', 'equipment_code', 'equipmentMembers', '');--> statement-breakpoint
SELECT history_follow('project_crew', 'crews', 'id', 'project_id', '', '', 'snapshot,equipment_keys');--> statement-breakpoint
SELECT history_follow('service_crew', 'service-crews', 'id', 'project_id', 'service_id', '', 'snapshot,crew_size,labour_rate_per_man_hour,equipment_rate_per_man_hour,country,trade_keys,equipment_keys');
