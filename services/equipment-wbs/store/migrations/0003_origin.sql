ALTER TABLE "equipment_wbs"."dead_letter" ADD COLUMN "origin" jsonb;--> statement-breakpoint
ALTER TABLE "equipment_wbs"."import_task" ADD COLUMN "origin" jsonb;--> statement-breakpoint
ALTER TABLE "equipment_wbs"."outbox" ADD COLUMN "origin" jsonb;