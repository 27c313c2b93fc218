ALTER TABLE "crews_rates"."service_crew" ADD COLUMN "repricing" jsonb;--> statement-breakpoint
-- Crews before and after a reprice, with the snapshots that the history does not show: what its undo restores.
CREATE TABLE "history_repriced_crew" (
	"operation_id" uuid NOT NULL,
	"service_crew_id" uuid NOT NULL,
	"kept_at" timestamp with time zone DEFAULT now() NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL
) PARTITION BY RANGE ("kept_at");
--> statement-breakpoint
CREATE INDEX "history_repriced_crew_operation_id_idx" ON "history_repriced_crew" ("operation_id", "service_crew_id");
--> statement-breakpoint
CREATE TABLE "history_repriced_crew_other" PARTITION OF "history_repriced_crew" DEFAULT;
--> statement-breakpoint
SELECT history_make_first_month('history_repriced_crew');
