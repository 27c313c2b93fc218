DROP INDEX "equipment_wbs"."import_task_file_id_key";--> statement-breakpoint
ALTER TABLE "equipment_wbs"."import_task" ADD COLUMN "warning_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "import_task_file_id_idx" ON "equipment_wbs"."import_task" USING btree ("file_id");