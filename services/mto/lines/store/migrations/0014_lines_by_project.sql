CREATE TABLE "mto"."takeoff_line_range" (
	"first_id" uuid PRIMARY KEY NOT NULL,
	"last_id" uuid NOT NULL,
	"project_id" uuid
);
--> statement-breakpoint
CREATE TABLE "mto"."takeoff_project" (
	"project_id" uuid PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE INDEX "takeoff_line_range_unknown_idx" ON "mto"."takeoff_line_range" USING btree ("last_id") WHERE "mto"."takeoff_line_range"."project_id" is null;--> statement-breakpoint
CREATE INDEX "takeoff_project_mark_idx" ON "mto"."takeoff_project" USING btree (substr("project_id"::text, 30));--> statement-breakpoint
INSERT INTO "mto"."takeoff_project" ("project_id")
	SELECT project_id FROM "mto"."takeoff_line" UNION SELECT project_id FROM "mto"."takeoff_version_line"
	UNION SELECT project_id FROM "mto"."history_deleted_line" UNION SELECT project_id FROM "mto"."import_task";--> statement-breakpoint
INSERT INTO "mto"."takeoff_line_range" ("first_id", "last_id", "project_id")
	WITH known AS (
		SELECT id, project_id FROM "mto"."takeoff_line" UNION SELECT line_id, project_id FROM "mto"."takeoff_version_line"
		UNION SELECT id, project_id FROM "mto"."history_deleted_line"
	), member AS (
		SELECT id, project_id, lag(project_id) OVER by_id IS DISTINCT FROM project_id AS is_first,
			lead(project_id) OVER by_id IS DISTINCT FROM project_id AS is_last FROM known WINDOW by_id AS (ORDER BY id)
	), bound AS (
		SELECT *, lead(id) OVER (ORDER BY id) AS next FROM member WHERE is_first OR is_last
	) SELECT id, CASE WHEN is_last THEN id ELSE next END, project_id FROM bound WHERE is_first;--> statement-breakpoint
-- Processes of the version before, if there were any, write on for a while, and imports of theirs have begun before.
INSERT INTO "mto"."takeoff_line_range" ("first_id", "last_id")
	SELECT (overlay(lpad(to_hex((extract(epoch FROM now() - interval '1 day') * 1000)::bigint), 12, '0') PLACING '-' FROM 9 FOR 0) || '-7000-8000-000000000000')::uuid,
		(overlay(lpad(to_hex((extract(epoch FROM now() + interval '7 days') * 1000)::bigint), 12, '0') PLACING '-' FROM 9 FOR 0) || '-7fff-bfff-ffffffffffff')::uuid
	WHERE EXISTS (SELECT FROM "mto"."migration" WHERE applied_at < now() - interval '1 hour');--> statement-breakpoint
ALTER TABLE "mto"."import_stored_rows" DROP CONSTRAINT "import_stored_rows_task_id_fk";
--> statement-breakpoint
ALTER TABLE "mto"."import_stored_rows" ADD COLUMN "project_id" uuid;--> statement-breakpoint
UPDATE "mto"."import_stored_rows" AS stored SET "project_id" = task."project_id" FROM "mto"."import_task" AS task WHERE task."id" = stored."task_id";--> statement-breakpoint
ALTER TABLE "mto"."import_stored_rows" ALTER COLUMN "project_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "mto"."import_stored_rows" DROP CONSTRAINT "import_stored_rows_task_id_position_pk",
	ADD CONSTRAINT "import_stored_rows_task_id_position_project_id_pk" PRIMARY KEY("task_id","position","project_id");--> statement-breakpoint
CREATE FUNCTION "mto"."remove_stored_rows"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM "mto"."import_stored_rows" WHERE project_id = OLD.project_id AND task_id = OLD.id;
	RETURN NULL;
END $$;--> statement-breakpoint
-- A foreign key would tie rows of a project to one server.
CREATE TRIGGER "remove_stored_rows" AFTER DELETE ON "mto"."import_task" FOR EACH ROW EXECUTE FUNCTION "mto"."remove_stored_rows"();--> statement-breakpoint
-- Keys of large tables take the project in as store/online-migrations.ts does it, beside readers and writers.
CREATE TABLE IF NOT EXISTS "mto"."migration_unfinished" ();
