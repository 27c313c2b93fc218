CREATE TABLE "crews_rates"."crew" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text NOT NULL,
	"updated_by" text NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"discipline" text,
	"work_type" text,
	"output_unit" text,
	"output_per_day" numeric,
	"is_active" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "crews_rates"."crew_equipment_member" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"crew_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"quantity" numeric NOT NULL,
	"sequence" integer,
	"remarks" text,
	"equipment_code" text NOT NULL,
	"rental_basis" text NOT NULL,
	"operating_share" numeric NOT NULL,
	"standby_share" numeric NOT NULL,
	"operating_hours" numeric,
	"standby_hours" numeric
);
--> statement-breakpoint
CREATE TABLE "crews_rates"."crew_labour_member" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"crew_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"quantity" numeric NOT NULL,
	"sequence" integer,
	"remarks" text,
	"trade_id" uuid NOT NULL,
	"straight_time_hours" numeric,
	"overtime_hours" numeric,
	"double_time_hours" numeric,
	"rate_override" jsonb
);
--> statement-breakpoint
CREATE TABLE "crews_rates"."dead_letter" (
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
CREATE TABLE "crews_rates"."idempotency_key" (
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
CREATE TABLE "crews_rates"."inbox" (
	"consumer" text NOT NULL,
	"event_id" uuid NOT NULL,
	"handled_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "inbox_consumer_event_id_pk" PRIMARY KEY("consumer","event_id")
);
--> statement-breakpoint
CREATE TABLE "crews_rates"."outbox" (
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
CREATE TABLE "crews_rates"."place" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "crews_rates"."place_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"country" text NOT NULL,
	"region" text,
	"province" text,
	CONSTRAINT "place_country_region_province_key" UNIQUE NULLS NOT DISTINCT("country","region","province")
);
--> statement-breakpoint
CREATE TABLE "crews_rates"."project_crew" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text NOT NULL,
	"updated_by" text NOT NULL,
	"project_id" uuid NOT NULL,
	"name" text,
	"discipline" text,
	"labour_members" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"equipment_members" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"indirect_costs" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"matching" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"snapshot" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"rates" jsonb,
	"warnings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"equipment_keys" text[] DEFAULT '{}' NOT NULL,
	"crew_id" uuid NOT NULL,
	"status" text NOT NULL,
	"imported_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "crews_rates"."rate_card" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text NOT NULL,
	"updated_by" text NOT NULL,
	"trade_id" uuid NOT NULL,
	"place_id" integer NOT NULL,
	"country" text NOT NULL,
	"region" text,
	"province" text,
	"year" integer NOT NULL,
	"quarter" text NOT NULL,
	"project_type" text,
	"project_type_key" text GENERATED ALWAYS AS (lower("project_type" collate pg_c_utf8)) STORED,
	"currency" text NOT NULL,
	"base_wage" numeric NOT NULL,
	"shift_premium_per_hour" numeric NOT NULL,
	"overtime_multiplier" numeric NOT NULL,
	"double_time_multiplier" numeric NOT NULL,
	"daily_straight_time_limit" numeric,
	"weekly_straight_time_limit" numeric,
	"daily_double_time_after" numeric,
	"sixth_day_rule" text NOT NULL,
	"seventh_day_rule" text NOT NULL,
	"hours_per_shift" numeric NOT NULL,
	"days_per_week" integer NOT NULL,
	"vacation_holiday_percent" numeric NOT NULL,
	"fringe_basis" text NOT NULL,
	"health_welfare_per_hour" numeric NOT NULL,
	"pension_per_hour" numeric NOT NULL,
	"training_fund_per_hour" numeric NOT NULL,
	"industry_fund_per_hour" numeric NOT NULL,
	"other_fringe_per_hour" numeric NOT NULL,
	"social_security_percent" numeric NOT NULL,
	"unemployment_insurance_percent" numeric NOT NULL,
	"employer_health_tax_percent" numeric NOT NULL,
	"other_payroll_tax_percent" numeric NOT NULL,
	"workers_comp_percent" numeric NOT NULL,
	"workers_comp_basis" text NOT NULL,
	"general_liability_percent" numeric NOT NULL,
	"per_diem_per_day" numeric NOT NULL,
	"per_diem_basis" text NOT NULL,
	"small_tools_percent" numeric NOT NULL,
	"consumables_percent" numeric NOT NULL,
	"ppe_per_hour" numeric NOT NULL,
	"union_status" text,
	"agreement_reference" text,
	"source" text,
	"effective_from" date,
	"effective_to" date,
	"is_active" boolean NOT NULL,
	"remarks" text,
	CONSTRAINT "rate_card_trade_id_place_id_year_quarter_project_type_key" UNIQUE NULLS NOT DISTINCT("trade_id","place_id","year","quarter","project_type_key")
);
--> statement-breakpoint
CREATE TABLE "crews_rates"."rate_card_count" (
	"trade_id" uuid NOT NULL,
	"place_id" integer NOT NULL,
	"cards" integer NOT NULL,
	CONSTRAINT "rate_card_count_trade_id_place_id_pk" PRIMARY KEY("trade_id","place_id")
);
--> statement-breakpoint
CREATE TABLE "crews_rates"."service_crew" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text NOT NULL,
	"updated_by" text NOT NULL,
	"project_id" uuid NOT NULL,
	"name" text,
	"discipline" text,
	"labour_members" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"equipment_members" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"indirect_costs" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"matching" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"snapshot" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"rates" jsonb,
	"warnings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"equipment_keys" text[] DEFAULT '{}' NOT NULL,
	"service_id" uuid NOT NULL,
	"crew_id" uuid,
	"crew_code" text NOT NULL,
	"description" text,
	"work_week" jsonb,
	"rates_locked" boolean DEFAULT false NOT NULL,
	"status" text DEFAULT 'incomplete' NOT NULL,
	"rates_calculated_at" timestamp with time zone,
	"crew_size" numeric,
	"labour_rate_per_man_hour" numeric,
	"equipment_rate_per_man_hour" numeric,
	"country" text,
	"trade_keys" text[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "crews_rates"."trade" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text NOT NULL,
	"updated_by" text NOT NULL,
	"trade_code" text NOT NULL,
	"labor_designation" text NOT NULL,
	"trade_name" text,
	"description" text,
	"disciplines" jsonb,
	"skill_level" text,
	"is_supervisory" boolean NOT NULL,
	"sort_order" integer,
	"is_active" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "crews_rates"."crew_equipment_member" ADD CONSTRAINT "crew_equipment_member_crew_id_crew_id_fk" FOREIGN KEY ("crew_id") REFERENCES "crews_rates"."crew"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crews_rates"."crew_labour_member" ADD CONSTRAINT "crew_labour_member_crew_id_crew_id_fk" FOREIGN KEY ("crew_id") REFERENCES "crews_rates"."crew"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crews_rates"."crew_labour_member" ADD CONSTRAINT "crew_labour_member_trade_id_trade_id_fk" FOREIGN KEY ("trade_id") REFERENCES "crews_rates"."trade"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crews_rates"."project_crew" ADD CONSTRAINT "project_crew_crew_id_crew_id_fk" FOREIGN KEY ("crew_id") REFERENCES "crews_rates"."crew"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crews_rates"."rate_card" ADD CONSTRAINT "rate_card_trade_id_trade_id_fk" FOREIGN KEY ("trade_id") REFERENCES "crews_rates"."trade"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crews_rates"."rate_card" ADD CONSTRAINT "rate_card_place_id_place_id_fk" FOREIGN KEY ("place_id") REFERENCES "crews_rates"."place"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crews_rates"."rate_card_count" ADD CONSTRAINT "rate_card_count_trade_id_trade_id_fk" FOREIGN KEY ("trade_id") REFERENCES "crews_rates"."trade"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crews_rates"."rate_card_count" ADD CONSTRAINT "rate_card_count_place_id_place_id_fk" FOREIGN KEY ("place_id") REFERENCES "crews_rates"."place"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crews_rates"."service_crew" ADD CONSTRAINT "service_crew_crew_id_crew_id_fk" FOREIGN KEY ("crew_id") REFERENCES "crews_rates"."crew"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "crew_code_key" ON "crews_rates"."crew" USING btree (lower("code" collate pg_c_utf8));--> statement-breakpoint
CREATE INDEX "crew_created_at_idx" ON "crews_rates"."crew" USING btree ("created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "crew_equipment_member_crew_id_idx" ON "crews_rates"."crew_equipment_member" USING btree ("crew_id");--> statement-breakpoint
CREATE INDEX "crew_equipment_member_equipment_code_idx" ON "crews_rates"."crew_equipment_member" USING btree (lower("equipment_code" collate pg_c_utf8));--> statement-breakpoint
CREATE UNIQUE INDEX "crew_labour_member_crew_id_trade_id_key" ON "crews_rates"."crew_labour_member" USING btree ("crew_id","trade_id");--> statement-breakpoint
CREATE INDEX "crew_labour_member_trade_id_idx" ON "crews_rates"."crew_labour_member" USING btree ("trade_id","crew_id");--> statement-breakpoint
CREATE INDEX "idempotency_key_created_at_idx" ON "crews_rates"."idempotency_key" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "outbox_position_idx" ON "crews_rates"."outbox" USING btree ("published_at","position");--> statement-breakpoint
CREATE UNIQUE INDEX "project_crew_project_id_crew_id_key" ON "crews_rates"."project_crew" USING btree ("project_id","crew_id");--> statement-breakpoint
CREATE INDEX "project_crew_crew_id_idx" ON "crews_rates"."project_crew" USING btree ("crew_id");--> statement-breakpoint
CREATE INDEX "project_crew_equipment_keys_idx" ON "crews_rates"."project_crew" USING gin ("equipment_keys");--> statement-breakpoint
CREATE INDEX "rate_card_created_at_idx" ON "crews_rates"."rate_card" USING btree ("created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "rate_card_trade_id_created_at_idx" ON "crews_rates"."rate_card" USING btree ("trade_id","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "rate_card_place_id_created_at_idx" ON "crews_rates"."rate_card" USING btree ("place_id","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "rate_card_year_created_at_idx" ON "crews_rates"."rate_card" USING btree ("year","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "rate_card_quarter_created_at_idx" ON "crews_rates"."rate_card" USING btree ("quarter","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "rate_card_project_type_key_created_at_idx" ON "crews_rates"."rate_card" USING btree ("project_type_key","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "rate_card_year_idx" ON "crews_rates"."rate_card" USING btree ("year");--> statement-breakpoint
CREATE INDEX "rate_card_quarter_idx" ON "crews_rates"."rate_card" USING btree ("quarter");--> statement-breakpoint
CREATE INDEX "rate_card_project_type_key_idx" ON "crews_rates"."rate_card" USING btree ("project_type_key");--> statement-breakpoint
CREATE UNIQUE INDEX "service_crew_service_id_crew_code_key" ON "crews_rates"."service_crew" USING btree ("service_id",lower("crew_code" collate pg_c_utf8));--> statement-breakpoint
CREATE INDEX "service_crew_service_id_created_at_idx" ON "crews_rates"."service_crew" USING btree ("service_id","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "service_crew_project_id_created_at_idx" ON "crews_rates"."service_crew" USING btree ("project_id","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "service_crew_created_at_idx" ON "crews_rates"."service_crew" USING btree ("created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "service_crew_crew_id_idx" ON "crews_rates"."service_crew" USING btree ("crew_id");--> statement-breakpoint
CREATE INDEX "service_crew_trade_keys_idx" ON "crews_rates"."service_crew" USING gin ("trade_keys");--> statement-breakpoint
CREATE INDEX "service_crew_equipment_keys_idx" ON "crews_rates"."service_crew" USING gin ("equipment_keys");--> statement-breakpoint
CREATE UNIQUE INDEX "trade_trade_code_labor_designation_key" ON "crews_rates"."trade" USING btree (lower("trade_code" collate pg_c_utf8),lower("labor_designation" collate pg_c_utf8));--> statement-breakpoint
CREATE INDEX "trade_created_at_idx" ON "crews_rates"."trade" USING btree ("created_at" DESC NULLS FIRST,"id");