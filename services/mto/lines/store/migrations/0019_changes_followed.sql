-- Changed lines are written down only while somebody follows them: whoever is about to keep values of lines in memory says so first,
-- and reads anew whatever was written before everybody knew it.
CREATE TABLE "mto"."takeoff_line_follower" (
	"is_only" boolean PRIMARY KEY DEFAULT true CHECK ("is_only"),
	"until" timestamp with time zone NOT NULL,
	-- Every transaction from this one on writes its changes down; none while earlier ones may be under way that have not seen this row.
	"since" xid8
);--> statement-breakpoint
-- The version before announces nothing. Under the new name it does not find its column, so that the table answers its searches, while
-- what it writes down is read as before.
ALTER TABLE "mto"."takeoff_line_change" RENAME COLUMN "transaction_id" TO "changed_in";--> statement-breakpoint
CREATE OR REPLACE FUNCTION "mto"."takeoff_line_changed"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
	-- A transaction of a higher isolation sees only who followed when it began.
	IF current_setting('transaction_isolation') = 'read committed'
		AND NOT EXISTS (SELECT FROM takeoff_line_follower WHERE until > now()) THEN
		RETURN NULL;
	END IF;
	IF TG_OP = 'UPDATE' THEN
		INSERT INTO takeoff_line_change (project_id, line_ids)
			SELECT project_id, CASE WHEN count(*) <= 10000 THEN array_agg(id) END FROM new_rows GROUP BY project_id;
	ELSE
		INSERT INTO takeoff_line_change (project_id, line_ids)
			SELECT project_id, CASE WHEN count(*) <= 10000 THEN array_agg(id) END FROM old_rows GROUP BY project_id;
	END IF;
	RETURN NULL;
END $$;
