ALTER TABLE "clients_projects"."estimation" ADD COLUMN "basis_sections" jsonb;--> statement-breakpoint
ALTER TABLE "clients_projects"."estimation" ADD COLUMN "sheet" jsonb;--> statement-breakpoint
ALTER TABLE "clients_projects"."project_service" ADD COLUMN "deliverables" jsonb;