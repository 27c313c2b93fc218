CREATE TABLE "mto"."takeoff_view" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text NOT NULL,
	"updated_by" text NOT NULL,
	"created_by_id" text NOT NULL,
	"counted_as" text NOT NULL,
	"name" text NOT NULL,
	"project_id" uuid,
	"client_id" uuid,
	"discipline" text,
	"is_shared" boolean NOT NULL,
	"columns" jsonb NOT NULL,
	"filters" jsonb,
	"sort" jsonb NOT NULL,
	"group_by" jsonb NOT NULL,
	"colour_rules" jsonb NOT NULL,
	"search" text
);
--> statement-breakpoint
CREATE UNIQUE INDEX "takeoff_view_created_by_id_scope_name_key" ON "mto"."takeoff_view" USING btree ("created_by_id",coalesce("project_id", "client_id", '00000000-0000-0000-0000-000000000000'::uuid),lower("name" collate pg_c_utf8));--> statement-breakpoint
CREATE INDEX "takeoff_view_counted_as_idx" ON "mto"."takeoff_view" USING btree ("counted_as");--> statement-breakpoint
CREATE INDEX "takeoff_view_project_id_idx" ON "mto"."takeoff_view" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "takeoff_view_client_id_idx" ON "mto"."takeoff_view" USING btree ("client_id");
--> statement-breakpoint
SELECT limit_rows('takeoff_view', format('(project_id IS NULL OR %s) AND (client_id IS NULL OR %s)', of_visible_projects('project_id'), of_visible_clients('client_id')));
