CREATE TABLE "mto"."project_presence" (
	"project_id" uuid NOT NULL,
	"person_id" text NOT NULL,
	"name" text NOT NULL,
	"mto_id" uuid,
	"since" timestamp with time zone NOT NULL,
	"until" timestamp with time zone NOT NULL,
	CONSTRAINT "project_presence_project_id_person_id_pk" PRIMARY KEY("project_id","person_id")
);
--> statement-breakpoint
SELECT limit_rows('project_presence', of_visible_projects('project_id'));
--> statement-breakpoint
-- A snapshot says exactly which transactions a reader has seen, however long others take; rows of before have none. The index of it is made
-- without stopping writers (`online-migrations.ts`).
ALTER TABLE history_operation ADD COLUMN transaction_id xid8;
--> statement-breakpoint
ALTER TABLE history_operation ALTER COLUMN transaction_id SET DEFAULT pg_current_xact_id();
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "migration_unfinished" ();
