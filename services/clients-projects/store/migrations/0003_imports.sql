CREATE TABLE "clients_projects"."import_failed_row" (
	"task_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"sheet" smallint NOT NULL,
	"cells" jsonb NOT NULL,
	"reasons" text NOT NULL,
	CONSTRAINT "import_failed_row_task_id_position_pk" PRIMARY KEY("task_id","position")
);
--> statement-breakpoint
CREATE TABLE "clients_projects"."import_file_chunk" (
	"file_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "import_file_chunk_file_id_position_pk" PRIMARY KEY("file_id","position")
);
--> statement-breakpoint
CREATE TABLE "clients_projects"."import_task" (
	"id" uuid PRIMARY KEY NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"parameters" jsonb NOT NULL,
	"file_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"file_size" bigint NOT NULL,
	"file_sha256" text NOT NULL,
	"progress_current" integer DEFAULT 0 NOT NULL,
	"progress_total" integer DEFAULT 0 NOT NULL,
	"result" jsonb,
	"errors" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"error_count" integer DEFAULT 0 NOT NULL,
	"warnings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"warning_count" integer DEFAULT 0 NOT NULL,
	"error" jsonb,
	"failed_sheets" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"run" smallint DEFAULT 0 NOT NULL,
	"interruptions" smallint DEFAULT 0 NOT NULL,
	"failures" smallint DEFAULT 0 NOT NULL,
	"session_id" integer,
	"heartbeat_at" timestamp with time zone,
	"next_run_at" timestamp with time zone DEFAULT now() NOT NULL,
	"origin" jsonb
);
--> statement-breakpoint
ALTER TABLE "clients_projects"."import_failed_row" ADD CONSTRAINT "import_failed_row_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "clients_projects"."import_task"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_task_file_id_idx" ON "clients_projects"."import_task" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "import_task_created_at_idx" ON "clients_projects"."import_task" USING btree ("created_at") WHERE "clients_projects"."import_task"."status" in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "import_task_finished_at_idx" ON "clients_projects"."import_task" USING btree ("finished_at");