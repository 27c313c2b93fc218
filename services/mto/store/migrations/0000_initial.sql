CREATE TABLE "mto"."dead_letter" (
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
CREATE TABLE "mto"."idempotency_key" (
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
CREATE TABLE "mto"."inbox" (
	"consumer" text NOT NULL,
	"event_id" uuid NOT NULL,
	"handled_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "inbox_consumer_event_id_pk" PRIMARY KEY("consumer","event_id")
);
--> statement-breakpoint
CREATE TABLE "mto"."outbox" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"position" bigserial NOT NULL,
	"subject" text NOT NULL,
	"payload" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"published_at" timestamp with time zone,
	"published_to" text
);
--> statement-breakpoint
CREATE TABLE "mto"."takeoff_line" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text NOT NULL,
	"updated_by" text NOT NULL,
	"attributes" jsonb storage external DEFAULT '{}'::jsonb NOT NULL,
	"project_id" uuid NOT NULL,
	"service_id" uuid NOT NULL,
	"discipline" text NOT NULL,
	"item_number" bigint,
	"item_code" text,
	"description" text,
	"tag" text,
	"area" text,
	"plant_unit" text,
	"system" text,
	"subsystem" text,
	"wbs_code" text,
	"cbs_code" text,
	"work_package" text,
	"installation_work_package" text,
	"schedule_activity_id" text,
	"contract_package" text,
	"scope_type" text,
	"change_order_number" text,
	"phase" text,
	"drawing_number" text,
	"drawing_sheet" text,
	"revision" text,
	"specification_number" text,
	"requisition_number" text,
	"purchase_order_number" text,
	"quantity_source" text,
	"takeoff_date" date,
	"takeoff_by" text,
	"quantity" numeric NOT NULL,
	"unit_of_measure" text,
	"quantity_allowance_percent" numeric,
	"waste_factor_percent" numeric,
	"spares_quantity" numeric,
	"install_quantity" numeric,
	"purchase_quantity" numeric,
	"crew_code" text,
	"crew_size" numeric,
	"unit_man_hours" numeric,
	"productivity_factor" numeric,
	"difficulty_factor" numeric,
	"fixed_man_hours" numeric,
	"activity_man_hours" numeric,
	"base_man_hours" numeric,
	"total_man_hours" numeric,
	"crew_hours" numeric,
	"labour_rate" numeric,
	"labour_rate_source" text,
	"labour_rate_basis" text,
	"labour_cost" numeric,
	"material_unit_price" numeric,
	"material_discount_percent" numeric,
	"material_breakdown_cost" numeric,
	"material_cost" numeric,
	"freight_percent" numeric,
	"freight_cost" numeric,
	"import_duty_percent" numeric,
	"import_duty_cost" numeric,
	"sales_tax_percent" numeric,
	"sales_tax_cost" numeric,
	"supplier" text,
	"quote_reference" text,
	"quote_date" date,
	"lead_time_weeks" numeric,
	"supplied_by" text,
	"equipment_rate" numeric,
	"special_equipment_cost" numeric,
	"equipment_cost" numeric,
	"subcontractor_id" uuid,
	"subcontractor" text,
	"subcontract_unit_price" numeric,
	"subcontract_lump_sum" numeric,
	"subcontract_cost" numeric,
	"currency" text,
	"direct_cost" numeric,
	"indirect_percent" numeric,
	"indirect_cost" numeric,
	"escalation_percent" numeric,
	"escalation_cost" numeric,
	"contingency_percent" numeric,
	"contingency_cost" numeric,
	"markup_percent" numeric,
	"markup_cost" numeric,
	"total_cost_override" numeric,
	"total_cost" numeric,
	"unit_cost" numeric,
	"status" text,
	"confidence" text,
	"estimate_class" text,
	"price_source" text,
	"checked_by" text,
	"checked_date" date,
	"remarks" text,
	"crew_rate_matched" boolean DEFAULT false NOT NULL,
	"wbs_matched" boolean DEFAULT false NOT NULL,
	"import_task_id" uuid,
	"total_dia_inch" numeric GENERATED ALWAYS AS ((attributes ->> 'totalDiaInch')::numeric) STORED,
	"total_weight" numeric GENERATED ALWAYS AS ((attributes ->> 'totalWeight')::numeric) STORED,
	"concrete_volume" numeric GENERATED ALWAYS AS ((attributes ->> 'concreteVolume')::numeric) STORED,
	"rebar_weight" numeric GENERATED ALWAYS AS ((attributes ->> 'rebarWeight')::numeric) STORED,
	"gross_weight" numeric GENERATED ALWAYS AS ((attributes ->> 'grossWeight')::numeric) STORED,
	"cable_length" numeric GENERATED ALWAYS AS ((attributes ->> 'cableLength')::numeric) STORED,
	"termination_count" numeric GENERATED ALWAYS AS ((attributes ->> 'terminationCount')::numeric) STORED,
	"io_count" numeric GENERATED ALWAYS AS ((attributes ->> 'ioCount')::numeric) STORED,
	"bank_volume" numeric GENERATED ALWAYS AS ((attributes ->> 'bankVolume')::numeric) STORED,
	"compacted_volume" numeric GENERATED ALWAYS AS ((attributes ->> 'compactedVolume')::numeric) STORED,
	"net_area" numeric GENERATED ALWAYS AS ((attributes ->> 'netArea')::numeric) STORED
);
--> statement-breakpoint
CREATE TABLE "mto"."import_failed_row" (
	"task_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"sheet" smallint NOT NULL,
	"cells" jsonb NOT NULL,
	"reasons" text NOT NULL,
	CONSTRAINT "import_failed_row_task_id_position_pk" PRIMARY KEY("task_id","position")
);
--> statement-breakpoint
CREATE TABLE "mto"."import_file_chunk" (
	"file_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "import_file_chunk_file_id_position_pk" PRIMARY KEY("file_id","position")
);
--> statement-breakpoint
CREATE TABLE "mto"."import_task" (
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
	"next_run_at" timestamp with time zone DEFAULT now() NOT NULL,
	"project_id" uuid GENERATED ALWAYS AS ((parameters ->> 'projectId')::uuid) STORED NOT NULL,
	"service_id" uuid GENERATED ALWAYS AS ((parameters ->> 'serviceId')::uuid) STORED NOT NULL,
	"first_line_id" uuid,
	"last_line_id" uuid
);
--> statement-breakpoint
ALTER TABLE "mto"."import_failed_row" ADD CONSTRAINT "import_failed_row_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "mto"."import_task"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idempotency_key_created_at_idx" ON "mto"."idempotency_key" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "outbox_position_idx" ON "mto"."outbox" USING btree ("published_at","position");--> statement-breakpoint
CREATE INDEX "takeoff_line_project_id_id_idx" ON "mto"."takeoff_line" USING btree ("project_id","id");--> statement-breakpoint
CREATE INDEX "takeoff_line_project_id_tag_idx" ON "mto"."takeoff_line" USING btree ("project_id",(lower("tag" collate pg_c_utf8) collate "C"),"id");--> statement-breakpoint
CREATE INDEX "takeoff_line_project_id_total_cost_idx" ON "mto"."takeoff_line" USING btree ("project_id","total_cost","id") include ("service_id", "discipline");--> statement-breakpoint
CREATE INDEX "takeoff_line_project_id_item_number_idx" ON "mto"."takeoff_line" USING btree ("project_id","item_number","created_at","id") include ("service_id", "discipline");--> statement-breakpoint
CREATE INDEX "takeoff_line_service_id_item_number_idx" ON "mto"."takeoff_line" USING btree ("service_id","item_number","created_at","id") include ("project_id", "discipline");--> statement-breakpoint
CREATE INDEX "takeoff_line_subcontractor_id_idx" ON "mto"."takeoff_line" USING btree ("subcontractor_id") WHERE "mto"."takeoff_line"."subcontractor_id" is not null;--> statement-breakpoint
CREATE INDEX "takeoff_line_crew_code_idx" ON "mto"."takeoff_line" USING btree (lower("crew_code" collate pg_c_utf8),"service_id") WHERE "mto"."takeoff_line"."crew_code" is not null;--> statement-breakpoint
CREATE INDEX "takeoff_line_wbs_code_idx" ON "mto"."takeoff_line" USING btree (lower("wbs_code" collate pg_c_utf8),"project_id") WHERE "mto"."takeoff_line"."wbs_code" is not null;--> statement-breakpoint
CREATE INDEX "takeoff_line_summary_idx" ON "mto"."takeoff_line" USING btree ("project_id","service_id","discipline") include ("status", "scope_type", "unit_of_measure", "quantity", "total_man_hours", "labour_cost", "material_cost", "freight_cost", "import_duty_cost", "sales_tax_cost", "equipment_cost", "subcontract_cost", "direct_cost", "indirect_cost", "escalation_cost", "contingency_cost", "markup_cost", "total_cost", "total_dia_inch", "total_weight", "concrete_volume", "rebar_weight", "gross_weight", "cable_length", "termination_count", "io_count", "bank_volume", "compacted_volume", "net_area");--> statement-breakpoint
CREATE UNIQUE INDEX "import_task_file_id_key" ON "mto"."import_task" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "import_task_created_at_idx" ON "mto"."import_task" USING btree ("created_at") WHERE "mto"."import_task"."status" in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "import_task_finished_at_idx" ON "mto"."import_task" USING btree ("finished_at");--> statement-breakpoint
CREATE INDEX "import_task_service_id_file_sha256_idx" ON "mto"."import_task" USING btree ("service_id","file_sha256");