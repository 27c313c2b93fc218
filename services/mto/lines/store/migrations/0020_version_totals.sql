-- What is added up of the lines of a version, as it is of current lines: written when a version is frozen, or later by a sweep.
ALTER TABLE "mto"."takeoff_version" ADD COLUMN "has_totals" boolean DEFAULT false NOT NULL;--> statement-breakpoint
DO $do$
DECLARE
	total text;
BEGIN
	FOREACH total IN ARRAY '{discipline_total,wbs_total,crew_total,item_total}'::text[] LOOP
		EXECUTE format('CREATE TABLE takeoff_version_%1$s (LIKE takeoff_%1$s INCLUDING DEFAULTS)', total);
		EXECUTE format('ALTER TABLE takeoff_version_%1$s DROP COLUMN is_merged, ADD COLUMN epoch integer NOT NULL', total);
		EXECUTE format('CREATE INDEX takeoff_version_%1$s_project_id_idx ON takeoff_version_%1$s (project_id, service_id, epoch)', total);
	END LOOP;
END $do$;--> statement-breakpoint
CREATE FUNCTION "mto"."remove_version_totals"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
	DELETE FROM takeoff_version_discipline_total WHERE project_id = OLD.project_id AND service_id = OLD.service_id AND epoch = OLD.epoch;
	DELETE FROM takeoff_version_wbs_total WHERE project_id = OLD.project_id AND service_id = OLD.service_id AND epoch = OLD.epoch;
	DELETE FROM takeoff_version_crew_total WHERE project_id = OLD.project_id AND service_id = OLD.service_id AND epoch = OLD.epoch;
	DELETE FROM takeoff_version_item_total WHERE project_id = OLD.project_id AND service_id = OLD.service_id AND epoch = OLD.epoch;
	RETURN NULL;
END $$;--> statement-breakpoint
-- Processes of the version before do not know totals of versions, and release versions that have them.
CREATE TRIGGER "remove_version_totals" AFTER DELETE ON "mto"."takeoff_version" FOR EACH ROW EXECUTE FUNCTION "mto"."remove_version_totals"();--> statement-breakpoint
-- A service is of one project: the planner would expect so few kept lines of it that it sorted them all for the first page.
CREATE STATISTICS "mto"."takeoff_version_line_owner" (dependencies) ON "project_id", "service_id" FROM "mto"."takeoff_version_line";--> statement-breakpoint
-- The index of kept lines in the order of the takeoff is made by store/online-migrations.ts, beside readers and writers.
CREATE TABLE IF NOT EXISTS "mto"."migration_unfinished" ();
