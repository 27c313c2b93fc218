-- Which lines transactions have changed, for a short time: whoever keeps values of lines in memory reads those again that changed since.
CREATE TABLE "mto"."takeoff_line_change" (
	"project_id" uuid NOT NULL,
	"transaction_id" xid8 DEFAULT pg_current_xact_id() NOT NULL,
	"changed_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	-- None where there are too many of them.
	"line_ids" uuid[]
);--> statement-breakpoint
CREATE INDEX "takeoff_line_change_project_id_idx" ON "mto"."takeoff_line_change" ("project_id", "transaction_id");--> statement-breakpoint
CREATE FUNCTION "mto"."takeoff_line_changed"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
	IF TG_OP = 'UPDATE' THEN
		INSERT INTO takeoff_line_change (project_id, line_ids)
			SELECT project_id, CASE WHEN count(*) <= 10000 THEN array_agg(id) END FROM new_rows GROUP BY project_id;
	ELSE
		INSERT INTO takeoff_line_change (project_id, line_ids)
			SELECT project_id, CASE WHEN count(*) <= 10000 THEN array_agg(id) END FROM old_rows GROUP BY project_id;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "takeoff_line_updated" AFTER UPDATE ON "mto"."takeoff_line" REFERENCING NEW TABLE AS new_rows
	FOR EACH STATEMENT WHEN (current_setting('mto.is_settling', true) IS DISTINCT FROM 'on')
	EXECUTE FUNCTION "mto"."takeoff_line_changed"();--> statement-breakpoint
CREATE TRIGGER "takeoff_line_deleted" AFTER DELETE ON "mto"."takeoff_line" REFERENCING OLD TABLE AS old_rows
	FOR EACH STATEMENT EXECUTE FUNCTION "mto"."takeoff_line_changed"();
