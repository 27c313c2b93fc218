CREATE TABLE "mto"."import_stored_rows" (
	"task_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"sheet" smallint NOT NULL,
	"rows" integer[] NOT NULL,
	"line_ids" uuid[] NOT NULL,
	CONSTRAINT "import_stored_rows_task_id_position_pk" PRIMARY KEY("task_id","position")
);
--> statement-breakpoint
ALTER TABLE "mto"."import_stored_rows" ADD CONSTRAINT "import_stored_rows_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "mto"."import_task"("id") ON DELETE cascade ON UPDATE no action;