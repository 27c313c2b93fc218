ALTER TABLE "mto"."dead_letter" ADD COLUMN "origin" jsonb;--> statement-breakpoint
ALTER TABLE "mto"."outbox" ADD COLUMN "origin" jsonb;--> statement-breakpoint
ALTER TABLE "mto"."import_task" ADD COLUMN "origin" jsonb;