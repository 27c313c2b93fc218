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
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"published_at" timestamp with time zone
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
	"service_id" uuid NOT NULL,
	"crew_code" text NOT NULL,
	"crew_size" numeric,
	"labour_rate_per_man_hour" numeric,
	"equipment_rate_per_man_hour" numeric
);
--> statement-breakpoint
CREATE INDEX "idempotency_key_created_at_idx" ON "crews_rates"."idempotency_key" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "outbox_position_idx" ON "crews_rates"."outbox" USING btree ("published_at","position");--> statement-breakpoint
CREATE UNIQUE INDEX "service_crew_service_id_crew_code_key" ON "crews_rates"."service_crew" USING btree ("service_id",lower("crew_code" collate pg_c_utf8));