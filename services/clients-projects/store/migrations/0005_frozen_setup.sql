ALTER TABLE "clients_projects"."estimation" ADD COLUMN "frozen_indirect_costs" jsonb;--> statement-breakpoint
ALTER TABLE "clients_projects"."estimation" ADD COLUMN "frozen_crew_rates" jsonb;