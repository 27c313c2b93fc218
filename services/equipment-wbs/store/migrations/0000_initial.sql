CREATE TABLE "equipment_wbs"."dead_letter" (
	"consumer" text NOT NULL,
	"event_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"payload" jsonb NOT NULL,
	"failures" integer DEFAULT 1 NOT NULL,
	"error" text NOT NULL,
	"failed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"dead_at" timestamp with time zone,
	"replayed_at" timestamp with time zone,
	CONSTRAINT "dead_letter_consumer_event_id_pk" PRIMARY KEY("consumer","event_id")
);
--> statement-breakpoint
CREATE TABLE "equipment_wbs"."equipment" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text NOT NULL,
	"updated_by" text NOT NULL,
	"equipment_code" text NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"manufacturer" text,
	"model" text,
	"category" text,
	"capacity" numeric,
	"capacity_unit" text,
	"currency" text NOT NULL,
	"hourly_rate" numeric,
	"daily_rate" numeric,
	"weekly_rate" numeric,
	"monthly_rate" numeric,
	"rental_hours_per_day" numeric NOT NULL,
	"rental_hours_per_week" numeric NOT NULL,
	"rental_hours_per_month" numeric NOT NULL,
	"fuel_type" text NOT NULL,
	"fuel_consumption_per_hour" numeric,
	"operating_cost_per_hour" numeric,
	"standby_percent" numeric NOT NULL,
	"operator_required" boolean NOT NULL,
	"operator_included" boolean NOT NULL,
	"operator_trade_code" text,
	"operator_labor_designation" text,
	"mobilization_cost" numeric,
	"demobilization_cost" numeric,
	"ownership" text,
	"weight" numeric,
	"power_rating" numeric,
	"is_active" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "equipment_wbs"."equipment_tag" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text NOT NULL,
	"updated_by" text NOT NULL,
	"project_id" uuid NOT NULL,
	"equipment_id" uuid NOT NULL,
	"tag_number" text NOT NULL,
	"description" text,
	"supplier" text,
	"quote_reference" text,
	"currency" text NOT NULL,
	"hourly_rate" numeric,
	"daily_rate" numeric,
	"weekly_rate" numeric,
	"monthly_rate" numeric,
	"rental_hours_per_day" numeric,
	"rental_hours_per_week" numeric,
	"rental_hours_per_month" numeric,
	"fuel_consumption_per_hour" numeric,
	"operating_cost_per_hour" numeric,
	"standby_percent" numeric,
	"mobilization_cost" numeric,
	"demobilization_cost" numeric,
	"quantity" numeric NOT NULL,
	"on_hire_date" date,
	"off_hire_date" date,
	"remarks" text,
	"is_default" boolean NOT NULL,
	"is_active" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "equipment_wbs"."idempotency_key" (
	"scope" text NOT NULL,
	"key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"status" smallint NOT NULL,
	"headers" jsonb NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_key_scope_key_pk" PRIMARY KEY("scope","key")
);
--> statement-breakpoint
CREATE TABLE "equipment_wbs"."import_failed_row" (
	"task_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"sheet" smallint NOT NULL,
	"cells" jsonb NOT NULL,
	"reasons" text NOT NULL,
	CONSTRAINT "import_failed_row_task_id_position_pk" PRIMARY KEY("task_id","position")
);
--> statement-breakpoint
CREATE TABLE "equipment_wbs"."import_file_chunk" (
	"file_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "import_file_chunk_file_id_position_pk" PRIMARY KEY("file_id","position")
);
--> statement-breakpoint
CREATE TABLE "equipment_wbs"."import_task" (
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
	"next_run_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "equipment_wbs"."inbox" (
	"consumer" text NOT NULL,
	"event_id" uuid NOT NULL,
	"handled_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "inbox_consumer_event_id_pk" PRIMARY KEY("consumer","event_id")
);
--> statement-breakpoint
CREATE TABLE "equipment_wbs"."outbox" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"position" bigserial NOT NULL,
	"subject" text NOT NULL,
	"payload" jsonb NOT NULL,
	"trace" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"published_at" timestamp with time zone,
	"published_to" text
);
--> statement-breakpoint
CREATE TABLE "equipment_wbs"."wbs_item" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text NOT NULL,
	"updated_by" text NOT NULL,
	"scope" text NOT NULL,
	"project_id" uuid,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"parent_id" uuid,
	"description" text,
	"discipline" text,
	"unit_of_measure" text,
	"cost_type" text,
	"cost_account" text,
	"responsible" text,
	"budget_hours" numeric,
	"budget_cost" numeric,
	"source_wbs_id" uuid,
	"sort_order" bigint,
	"is_active" boolean NOT NULL,
	"level" smallint NOT NULL,
	"path" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "equipment_wbs"."equipment_tag" ADD CONSTRAINT "equipment_tag_equipment_id_equipment_id_fk" FOREIGN KEY ("equipment_id") REFERENCES "equipment_wbs"."equipment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "equipment_wbs"."import_failed_row" ADD CONSTRAINT "import_failed_row_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "equipment_wbs"."import_task"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "equipment_wbs"."wbs_item" ADD CONSTRAINT "wbs_item_parent_id_wbs_item_id_fk" FOREIGN KEY ("parent_id") REFERENCES "equipment_wbs"."wbs_item"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "equipment_wbs"."wbs_item" ADD CONSTRAINT "wbs_item_source_wbs_id_wbs_item_id_fk" FOREIGN KEY ("source_wbs_id") REFERENCES "equipment_wbs"."wbs_item"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "equipment_equipment_code_key" ON "equipment_wbs"."equipment" USING btree (lower("equipment_code" collate pg_c_utf8));--> statement-breakpoint
CREATE INDEX "equipment_created_at_idx" ON "equipment_wbs"."equipment" USING btree ("created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "equipment_operator_trade_code_idx" ON "equipment_wbs"."equipment" USING btree (lower("operator_trade_code" collate pg_c_utf8));--> statement-breakpoint
CREATE UNIQUE INDEX "equipment_tag_project_id_tag_number_key" ON "equipment_wbs"."equipment_tag" USING btree ("project_id",lower("tag_number" collate pg_c_utf8));--> statement-breakpoint
CREATE UNIQUE INDEX "equipment_tag_project_id_equipment_id_key" ON "equipment_wbs"."equipment_tag" USING btree ("project_id","equipment_id") WHERE "equipment_wbs"."equipment_tag"."is_default";--> statement-breakpoint
CREATE INDEX "equipment_tag_project_id_idx" ON "equipment_wbs"."equipment_tag" USING btree ("project_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "equipment_tag_equipment_id_idx" ON "equipment_wbs"."equipment_tag" USING btree ("equipment_id","project_id");--> statement-breakpoint
CREATE INDEX "idempotency_key_created_at_idx" ON "equipment_wbs"."idempotency_key" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "import_task_file_id_key" ON "equipment_wbs"."import_task" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "import_task_created_at_idx" ON "equipment_wbs"."import_task" USING btree ("created_at") WHERE "equipment_wbs"."import_task"."status" in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "import_task_finished_at_idx" ON "equipment_wbs"."import_task" USING btree ("finished_at");--> statement-breakpoint
CREATE INDEX "outbox_position_idx" ON "equipment_wbs"."outbox" USING btree ("published_at","position");--> statement-breakpoint
CREATE UNIQUE INDEX "wbs_item_project_id_code_key" ON "equipment_wbs"."wbs_item" USING btree (coalesce("project_id", '00000000-0000-0000-0000-000000000000'),lower("code" collate pg_c_utf8));--> statement-breakpoint
CREATE INDEX "wbs_item_project_id_sort_order_idx" ON "equipment_wbs"."wbs_item" USING btree (coalesce("project_id", '00000000-0000-0000-0000-000000000000'),"sort_order","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "wbs_item_parent_id_idx" ON "equipment_wbs"."wbs_item" USING btree ("parent_id",coalesce("project_id", '00000000-0000-0000-0000-000000000000'));--> statement-breakpoint
CREATE INDEX "wbs_item_source_wbs_id_idx" ON "equipment_wbs"."wbs_item" USING btree ("source_wbs_id") WHERE "equipment_wbs"."wbs_item"."source_wbs_id" is not null;