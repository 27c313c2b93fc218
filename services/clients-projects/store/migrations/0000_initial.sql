CREATE TABLE "clients_projects"."client" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text NOT NULL,
	"updated_by" text NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"legal_name" text,
	"industry" text,
	"client_type" text,
	"status" text NOT NULL,
	"contact_name" text,
	"contact_email" text,
	"contact_phone" text,
	"contact_position" text,
	"contacts" jsonb,
	"address_line1" text,
	"address_line2" text,
	"city" text,
	"province" text,
	"postal_code" text,
	"country" text,
	"website" text,
	"tax_number" text,
	"default_currency" text,
	"payment_terms_days" integer,
	"account_manager" text,
	"remarks" text
);
--> statement-breakpoint
CREATE TABLE "clients_projects"."dead_letter" (
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
CREATE TABLE "clients_projects"."estimation" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text NOT NULL,
	"updated_by" text NOT NULL,
	"service_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"version_number" integer NOT NULL,
	"version_label" text NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"status" text NOT NULL,
	"estimate_class" text,
	"estimate_purpose" text,
	"estimate_method" text,
	"base_date" date,
	"accuracy_low_percent" numeric,
	"accuracy_high_percent" numeric,
	"currency" text NOT NULL,
	"exchange_rates" jsonb,
	"indirect_amount" numeric NOT NULL,
	"owners_cost_amount" numeric NOT NULL,
	"escalation_percent" numeric,
	"contingency_percent" numeric,
	"management_reserve_percent" numeric,
	"assumptions" jsonb,
	"exclusions" jsonb,
	"basis_of_estimate" text,
	"source_estimation_id" uuid,
	"prepared_by" text,
	"reviewed_by" text,
	"approved_by" text,
	"approved_at" timestamp with time zone,
	"frozen" jsonb
);
--> statement-breakpoint
CREATE TABLE "clients_projects"."idempotency_key" (
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
CREATE TABLE "clients_projects"."inbox" (
	"consumer" text NOT NULL,
	"event_id" uuid NOT NULL,
	"handled_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "inbox_consumer_event_id_pk" PRIMARY KEY("consumer","event_id")
);
--> statement-breakpoint
CREATE TABLE "clients_projects"."indirect_costs" (
	"project_id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"work_week" jsonb NOT NULL,
	"labour" jsonb NOT NULL,
	"equipment" jsonb NOT NULL,
	"fuel_prices" jsonb NOT NULL,
	"exchange_rates" jsonb NOT NULL,
	"basis_notes" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text NOT NULL,
	"updated_by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "clients_projects"."outbox" (
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
CREATE TABLE "clients_projects"."project" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text NOT NULL,
	"updated_by" text NOT NULL,
	"client_id" uuid NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"status" text NOT NULL,
	"project_type" text,
	"industry_sector" text,
	"contract_type" text,
	"country" text,
	"region" text,
	"province" text,
	"city" text,
	"site_address" text,
	"latitude" numeric,
	"longitude" numeric,
	"year" integer,
	"quarter" text,
	"currency" text NOT NULL,
	"unit_system" text NOT NULL,
	"site_condition" text,
	"start_date" date,
	"mechanical_completion_date" date,
	"end_date" date,
	"capacity" text,
	"budget_amount" numeric,
	"project_manager" text,
	"client_reference" text,
	"tags" jsonb,
	"remarks" text
);
--> statement-breakpoint
CREATE TABLE "clients_projects"."project_service" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text NOT NULL,
	"updated_by" text NOT NULL,
	"project_id" uuid NOT NULL,
	"service_type" text NOT NULL,
	"name" text NOT NULL,
	"code" text NOT NULL,
	"description" text,
	"status" text NOT NULL,
	"start_date" date,
	"due_date" date,
	"completed_at" timestamp with time zone,
	"approved_at" timestamp with time zone,
	"approved_by" text,
	"lead_consultant" text,
	"team" jsonb,
	"fee_type" text,
	"fee_amount" numeric,
	"fee_currency" text,
	"budget_hours" numeric,
	"actual_hours" numeric,
	"client_reference" text,
	"remarks" text,
	"details" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "clients_projects"."subcontractor" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text NOT NULL,
	"updated_by" text NOT NULL,
	"project_id" uuid NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"scope_of_work" text,
	"disciplines" jsonb,
	"contact_name" text,
	"contact_email" text,
	"contact_phone" text,
	"address" text,
	"city" text,
	"province" text,
	"country" text,
	"registration_number" text,
	"tax_number" text,
	"licence_number" text,
	"status" text NOT NULL,
	"prequalified" boolean,
	"contract_number" text,
	"contract_type" text,
	"bid_amount" numeric,
	"contract_amount" numeric,
	"approved_changes" numeric,
	"paid_to_date" numeric,
	"currency" text NOT NULL,
	"retainage_percent" numeric,
	"bonding_capacity" numeric,
	"insurance_expiry_date" date,
	"start_date" date,
	"end_date" date,
	"experience_modification_rate" numeric,
	"incident_rate" numeric,
	"rating" integer,
	"remarks" text
);
--> statement-breakpoint
ALTER TABLE "clients_projects"."estimation" ADD CONSTRAINT "estimation_service_id_project_service_id_fk" FOREIGN KEY ("service_id") REFERENCES "clients_projects"."project_service"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clients_projects"."indirect_costs" ADD CONSTRAINT "indirect_costs_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "clients_projects"."project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clients_projects"."project" ADD CONSTRAINT "project_client_id_client_id_fk" FOREIGN KEY ("client_id") REFERENCES "clients_projects"."client"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clients_projects"."project_service" ADD CONSTRAINT "project_service_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "clients_projects"."project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clients_projects"."subcontractor" ADD CONSTRAINT "subcontractor_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "clients_projects"."project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "client_code_key" ON "clients_projects"."client" USING btree (lower("code" collate pg_c_utf8));--> statement-breakpoint
CREATE INDEX "client_created_at_idx" ON "clients_projects"."client" USING btree ("created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE UNIQUE INDEX "estimation_service_id_version_number_key" ON "clients_projects"."estimation" USING btree ("service_id","version_number");--> statement-breakpoint
CREATE INDEX "idempotency_key_created_at_idx" ON "clients_projects"."idempotency_key" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "outbox_position_idx" ON "clients_projects"."outbox" USING btree ("published_at","position");--> statement-breakpoint
CREATE UNIQUE INDEX "project_client_id_code_key" ON "clients_projects"."project" USING btree ("client_id",lower("code" collate pg_c_utf8));--> statement-breakpoint
CREATE INDEX "project_created_at_idx" ON "clients_projects"."project" USING btree ("created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE UNIQUE INDEX "project_service_project_id_code_key" ON "clients_projects"."project_service" USING btree ("project_id",lower("code" collate pg_c_utf8));--> statement-breakpoint
CREATE INDEX "project_service_project_id_idx" ON "clients_projects"."project_service" USING btree ("project_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "subcontractor_project_id_code_key" ON "clients_projects"."subcontractor" USING btree ("project_id",lower("code" collate pg_c_utf8));--> statement-breakpoint
CREATE INDEX "subcontractor_project_id_idx" ON "clients_projects"."subcontractor" USING btree ("project_id","created_at" DESC NULLS FIRST);