CREATE TABLE "clients_projects"."estimate_template" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text NOT NULL,
	"updated_by" text NOT NULL,
	"client_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"items" jsonb NOT NULL,
	"bid_spread" jsonb
);
--> statement-breakpoint
ALTER TABLE "clients_projects"."estimate_template" ADD CONSTRAINT "estimate_template_client_id_client_id_fk" FOREIGN KEY ("client_id") REFERENCES "clients_projects"."client"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "estimate_template_client_id_idx" ON "clients_projects"."estimate_template" USING btree ("client_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
SELECT history_follow('estimate_template', 'estimate-sheets', 'id', '', '', '', '');
