-- Notes on records of every type that a service has. The record of a note is no foreign key: a deletion leaves the note, which nobody
-- sees without its record, so that a deleted record that comes back has it again. The sweep of the history deletes it with the deletion.
CREATE TABLE "note" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	"record_type" text NOT NULL,
	"record_id" uuid NOT NULL,
	"project_id" uuid,
	"text" text NOT NULL,
	"links" jsonb DEFAULT '[]' NOT NULL,
	"resolved_at" timestamp with time zone,
	"resolved_by" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text NOT NULL,
	"updated_by" text NOT NULL,
	"created_by_id" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "note_record_id_idx" ON "note" ("record_id", "record_type");
--> statement-breakpoint
CREATE INDEX "note_project_id_idx" ON "note" ("project_id", "record_type");
--> statement-breakpoint
CREATE INDEX "note_record_type_created_at_idx" ON "note" ("record_type", "created_at", "id");
--> statement-breakpoint
-- Notes are written one by one, each into the history of the type of its record. Argument: hidden columns.
CREATE FUNCTION history_track_note() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
	hidden text[] := string_to_array(tg_argv[0] || ',id,version,created_at,created_by,updated_at,updated_by', ',');
	entry note := CASE tg_op WHEN 'DELETE' THEN old ELSE new END;
	fields jsonb := history_flat(to_jsonb(entry), hidden, '');
	number bigint;
BEGIN
	IF current_setting('history.is_off', true) = 'true' THEN
		RETURN NULL;
	END IF;
	IF tg_op = 'UPDATE' THEN
		fields := history_difference(history_flat(to_jsonb(old), hidden, ''), fields);
	END IF;
	IF fields = '{}' THEN
		RETURN NULL;
	END IF;
	number := history_open(entry.record_type || '-notes', CASE tg_op WHEN 'INSERT' THEN 'create' ELSE lower(tg_op) END,
		CASE WHEN tg_op <> 'DELETE' THEN entry.updated_by END, entry.project_id, NULL);
	INSERT INTO history_change (operation, record_id, action, version, fields)
		VALUES (number, entry.id, CASE tg_op WHEN 'INSERT' THEN 'c' WHEN 'UPDATE' THEN 'u' ELSE 'd' END::"char", entry.version, fields);
	PERFORM history_count(number, CASE tg_op WHEN 'INSERT' THEN 'c' WHEN 'UPDATE' THEN 'u' ELSE 'd' END::"char", 1, 0, history_nowhere());
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "history_track_note" AFTER INSERT OR UPDATE OR DELETE ON "note"
	FOR EACH ROW EXECUTE FUNCTION history_track_note('record_type,project_id,created_by_id');
