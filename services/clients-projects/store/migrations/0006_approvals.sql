ALTER TABLE "clients_projects"."estimation" ADD COLUMN "approver" text;--> statement-breakpoint
ALTER TABLE "clients_projects"."estimation" ADD COLUMN "submitted_by" text;--> statement-breakpoint
ALTER TABLE "clients_projects"."estimation" ADD COLUMN "submitted_by_id" text;--> statement-breakpoint
ALTER TABLE "clients_projects"."estimation" ADD COLUMN "submitted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "clients_projects"."estimation" ADD COLUMN "approval_comment" text;--> statement-breakpoint
DROP TRIGGER history_created ON "clients_projects"."estimation";--> statement-breakpoint
DROP TRIGGER history_updated ON "clients_projects"."estimation";--> statement-breakpoint
DROP TRIGGER history_deleted ON "clients_projects"."estimation";--> statement-breakpoint
SELECT history_follow('estimation', 'estimations', 'id', 'project_id', 'service_id', '', 'frozen,frozen_indirect_costs,frozen_crew_rates,submitted_by_id');
