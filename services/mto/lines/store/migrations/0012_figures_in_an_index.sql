DROP INDEX "mto"."takeoff_line_project_id_service_id_idx";--> statement-breakpoint
CREATE INDEX "takeoff_line_figures_idx" ON "mto"."takeoff_line" USING btree ("project_id","service_id","discipline") include ("status", "scope_type", "wbs_code", "crew_code", "unit_of_measure", "quantity", "total_man_hours", "labour_cost", "material_cost", "equipment_cost", "subcontract_cost", "total_cost");--> statement-breakpoint
-- An index alone answers of pages that were vacuumed since they were written; 20 % of all lines, the default, is a whole project.
ALTER TABLE "mto"."takeoff_line" SET (autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_vacuum_scale_factor = 0.02);
