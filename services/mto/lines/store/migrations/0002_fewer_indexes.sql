DROP INDEX "mto"."takeoff_line_project_id_id_idx";--> statement-breakpoint
DROP INDEX "mto"."takeoff_line_summary_idx";--> statement-breakpoint
DROP INDEX "mto"."takeoff_line_project_id_total_cost_idx";--> statement-breakpoint
CREATE INDEX "takeoff_line_project_id_service_id_idx" ON "mto"."takeoff_line" USING btree ("project_id","service_id","discipline");--> statement-breakpoint
CREATE INDEX "takeoff_line_project_id_total_cost_idx" ON "mto"."takeoff_line" USING btree ("project_id","total_cost","id");--> statement-breakpoint
ALTER TABLE "mto"."takeoff_line" DROP COLUMN "total_dia_inch";--> statement-breakpoint
ALTER TABLE "mto"."takeoff_line" DROP COLUMN "total_weight";--> statement-breakpoint
ALTER TABLE "mto"."takeoff_line" DROP COLUMN "concrete_volume";--> statement-breakpoint
ALTER TABLE "mto"."takeoff_line" DROP COLUMN "rebar_weight";--> statement-breakpoint
ALTER TABLE "mto"."takeoff_line" DROP COLUMN "gross_weight";--> statement-breakpoint
ALTER TABLE "mto"."takeoff_line" DROP COLUMN "cable_length";--> statement-breakpoint
ALTER TABLE "mto"."takeoff_line" DROP COLUMN "termination_count";--> statement-breakpoint
ALTER TABLE "mto"."takeoff_line" DROP COLUMN "io_count";--> statement-breakpoint
ALTER TABLE "mto"."takeoff_line" DROP COLUMN "bank_volume";--> statement-breakpoint
ALTER TABLE "mto"."takeoff_line" DROP COLUMN "compacted_volume";--> statement-breakpoint
ALTER TABLE "mto"."takeoff_line" DROP COLUMN "net_area";