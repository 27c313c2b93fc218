SELECT history_follow('equipment', 'equipment', 'id', '', '', '', 'operator_since');--> statement-breakpoint
SELECT history_follow('equipment_tag', 'equipment-tags', 'id', 'project_id', '', '', '');--> statement-breakpoint
SELECT history_follow('wbs_item', 'wbs', 'id', 'project_id', '', '', 'level,path');
