CREATE TABLE "mto"."review_decision" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text NOT NULL,
	"updated_by" text NOT NULL,
	"project_id" uuid NOT NULL,
	"service_id" uuid NOT NULL,
	"code" text NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"count" integer NOT NULL,
	"amount" numeric NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mto"."takeoff_version" ADD COLUMN "review" jsonb;--> statement-breakpoint
CREATE UNIQUE INDEX "review_decision_service_id_code_key" ON "mto"."review_decision" USING btree ("service_id","code");--> statement-breakpoint
CREATE INDEX "review_decision_project_id_idx" ON "mto"."review_decision" USING btree ("project_id");--> statement-breakpoint
SELECT history_follow('review_decision', 'review-checks', 'id', 'project_id', 'service_id', '', 'count,amount');
