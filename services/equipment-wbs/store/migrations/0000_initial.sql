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
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"published_at" timestamp with time zone
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
	"name" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "idempotency_key_created_at_idx" ON "equipment_wbs"."idempotency_key" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "outbox_position_idx" ON "equipment_wbs"."outbox" USING btree ("published_at","position");--> statement-breakpoint
CREATE UNIQUE INDEX "wbs_item_scope_project_id_code_key" ON "equipment_wbs"."wbs_item" USING btree ("scope",coalesce("project_id", '00000000-0000-0000-0000-000000000000'),lower("code" collate pg_c_utf8));