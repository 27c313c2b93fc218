DROP INDEX "mto"."import_task_file_id_key";--> statement-breakpoint
ALTER TABLE "mto"."import_task" ADD COLUMN "warning_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "mto"."import_task" ADD COLUMN "survey" jsonb;--> statement-breakpoint
ALTER TABLE "mto"."import_task" ADD COLUMN "reconciliation" jsonb;--> statement-breakpoint
CREATE INDEX "import_task_file_id_idx" ON "mto"."import_task" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "import_task_project_id_created_at_idx" ON "mto"."import_task" USING btree ("project_id","created_at");