SELECT history_follow('client', 'clients', 'id', '', '', '', '');--> statement-breakpoint
SELECT history_follow('project', 'projects', 'id', 'id', '', '', '');--> statement-breakpoint
SELECT history_follow('project_service', 'services', 'id', 'project_id', 'id', 'details', '');--> statement-breakpoint
SELECT history_follow('estimation', 'estimations', 'id', 'project_id', 'service_id', '', 'frozen,frozen_indirect_costs,frozen_crew_rates');--> statement-breakpoint
SELECT history_follow('indirect_costs', 'indirect-costs', 'project_id', 'project_id', '', '', '');--> statement-breakpoint
SELECT history_follow('subcontractor', 'subcontractors', 'id', 'project_id', '', '', '');
