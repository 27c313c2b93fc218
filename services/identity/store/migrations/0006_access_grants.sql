CREATE TABLE "access_grant" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text NOT NULL,
	"updated_by" text NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"subject_name" text NOT NULL,
	"is_unlimited" boolean NOT NULL,
	"client_ids" uuid[] NOT NULL,
	"project_ids" uuid[] NOT NULL,
	"role" text
);
--> statement-breakpoint
CREATE UNIQUE INDEX "access_grant_subject_key" ON "access_grant" USING btree ("subject_kind","subject_id");--> statement-breakpoint
CREATE INDEX "access_grant_created_at_idx" ON "access_grant" USING btree ("created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
SELECT history_follow('access_grant', 'grants', 'id', '', '', '', '');
