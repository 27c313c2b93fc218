ALTER TABLE "clients_projects"."dead_letter" ADD COLUMN "origin" jsonb;--> statement-breakpoint
ALTER TABLE "clients_projects"."outbox" ADD COLUMN "origin" jsonb;