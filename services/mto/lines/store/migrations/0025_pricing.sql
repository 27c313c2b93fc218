CREATE TABLE "mto"."price_row_change" (
	"price_book" text NOT NULL,
	"row_code" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "price_row_change_price_book_row_code_pk" PRIMARY KEY("price_book","row_code")
);
--> statement-breakpoint
ALTER TABLE "mto"."takeoff_line" ADD COLUMN "pricing" jsonb;--> statement-breakpoint
ALTER TABLE "mto"."takeoff_copy_line" ADD COLUMN "pricing" jsonb;--> statement-breakpoint
ALTER TABLE "mto"."takeoff_version_line" ADD COLUMN "pricing" jsonb;
--> statement-breakpoint
ALTER TABLE "mto"."history_deleted_line" ADD COLUMN "pricing" jsonb;
--> statement-breakpoint
-- Prices of lines are stored as `lines_compressed` stores attributes.
DO $do$
BEGIN
	IF (SELECT 'lz4' = ANY (enumvals) FROM pg_settings WHERE name = 'default_toast_compression') THEN
		ALTER TABLE "mto"."takeoff_line" ALTER COLUMN "pricing" SET STORAGE MAIN, ALTER COLUMN "pricing" SET COMPRESSION lz4;
	END IF;
END $do$;
--> statement-breakpoint
-- A price ends when its target gets another value, whoever writes it; one that is written together with its value replaces the former.
DO $do$
DECLARE
	columns text;
BEGIN
	SELECT string_agg(format('WHEN %L THEN NEW.%2$I IS DISTINCT FROM OLD.%2$I',
		lower(left(attname, 1)) || substr(replace(initcap(replace(attname, '_', ' ')), ' ', ''), 2), attname), ' ') INTO columns
	FROM pg_attribute WHERE attrelid = '"mto"."takeoff_line"'::regclass AND attnum > 0 AND NOT attisdropped
		AND attname NOT IN ('id', 'version', 'attributes', 'pricing');
	EXECUTE format('CREATE FUNCTION "mto"."end_line_prices"() RETURNS trigger LANGUAGE plpgsql AS %L', format($body$
DECLARE
	target text;
BEGIN
	FOR target IN SELECT jsonb_object_keys(OLD.pricing) LOOP
		IF NEW.pricing -> target IS NOT DISTINCT FROM OLD.pricing -> target
			AND (CASE target %s ELSE NEW.attributes -> target IS DISTINCT FROM OLD.attributes -> target END) THEN
			NEW.pricing := NEW.pricing - target;
		END IF;
	END LOOP;
	NEW.pricing := nullif(NEW.pricing, '{}');
	RETURN NEW;
END $body$, columns));
END $do$;
--> statement-breakpoint
CREATE TRIGGER "end_line_prices" BEFORE UPDATE ON "mto"."takeoff_line"
	FOR EACH ROW WHEN (OLD.pricing IS NOT NULL AND NEW.pricing IS NOT NULL) EXECUTE FUNCTION "mto"."end_line_prices"();
--> statement-breakpoint
-- Lines that change or go stay as they were for the versions that have them. The lock makes a freeze wait for this transaction,
-- and this transaction for a freeze; every statement after it sees the versions that were frozen before.
CREATE OR REPLACE FUNCTION "mto"."keep_version_lines"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed record;
BEGIN
  FOR changed IN SELECT DISTINCT service_id, project_id FROM old_rows ORDER BY service_id LOOP
    PERFORM pg_advisory_xact_lock_shared(hashtextextended('mto.writers.version.' || changed.service_id, 0));
    CONTINUE WHEN NOT EXISTS (SELECT FROM "mto"."takeoff_version" WHERE service_id = changed.service_id);
    INSERT INTO "mto"."takeoff_version_line" (line_id, service_id, from_epoch, until_epoch,
      version, created_at, updated_at, created_by, updated_by, attributes, project_id, discipline, item_number,
      item_code, description, tag, area, plant_unit, system, subsystem, wbs_code, cbs_code, work_package,
      installation_work_package, schedule_activity_id, contract_package, scope_type, change_order_number, phase,
      drawing_number, drawing_sheet, revision, specification_number, requisition_number, purchase_order_number,
      quantity_source, takeoff_date, takeoff_by, source_id, quantity, unit_of_measure, quantity_allowance_percent,
      waste_factor_percent, spares_quantity, install_quantity, purchase_quantity, crew_code, crew_size, unit_man_hours,
      productivity_factor, difficulty_factor, fixed_man_hours, activity_man_hours, base_man_hours, total_man_hours,
      crew_hours, labour_rate, labour_rate_source, labour_rate_basis, labour_cost, material_unit_price,
      material_discount_percent, material_breakdown_cost, material_cost, freight_percent, freight_cost,
      import_duty_percent, import_duty_cost, sales_tax_percent, sales_tax_cost, supplier, quote_reference, quote_date,
      lead_time_weeks, supplied_by, equipment_rate, special_equipment_cost, equipment_cost, subcontractor_id,
      subcontractor, subcontract_unit_price, subcontract_lump_sum, subcontract_cost, currency, direct_cost,
      indirect_percent, indirect_cost, escalation_percent, escalation_cost, contingency_percent, contingency_cost,
      markup_percent, markup_cost, total_cost_override, total_cost, unit_cost, status, confidence, estimate_class,
      price_source, checked_by, checked_date, remarks, crew_rate_matched, wbs_matched, import_task_id, pricing)
    SELECT line.id, line.service_id, kept.from_epoch, last.epoch,
      line.version, line.created_at, line.updated_at, line.created_by, line.updated_by, line.attributes,
      line.project_id, line.discipline, line.item_number, line.item_code, line.description, line.tag, line.area,
      line.plant_unit, line.system, line.subsystem, line.wbs_code, line.cbs_code, line.work_package,
      line.installation_work_package, line.schedule_activity_id, line.contract_package, line.scope_type,
      line.change_order_number, line.phase, line.drawing_number, line.drawing_sheet, line.revision,
      line.specification_number, line.requisition_number, line.purchase_order_number, line.quantity_source,
      line.takeoff_date, line.takeoff_by, line.source_id, line.quantity, line.unit_of_measure, line.quantity_allowance_percent,
      line.waste_factor_percent, line.spares_quantity, line.install_quantity, line.purchase_quantity, line.crew_code,
      line.crew_size, line.unit_man_hours, line.productivity_factor, line.difficulty_factor, line.fixed_man_hours,
      line.activity_man_hours, line.base_man_hours, line.total_man_hours, line.crew_hours, line.labour_rate,
      line.labour_rate_source, line.labour_rate_basis, line.labour_cost, line.material_unit_price,
      line.material_discount_percent, line.material_breakdown_cost, line.material_cost, line.freight_percent,
      line.freight_cost, line.import_duty_percent, line.import_duty_cost, line.sales_tax_percent, line.sales_tax_cost,
      line.supplier, line.quote_reference, line.quote_date, line.lead_time_weeks, line.supplied_by,
      line.equipment_rate, line.special_equipment_cost, line.equipment_cost, line.subcontractor_id, line.subcontractor,
      line.subcontract_unit_price, line.subcontract_lump_sum, line.subcontract_cost, line.currency, line.direct_cost,
      line.indirect_percent, line.indirect_cost, line.escalation_percent, line.escalation_cost,
      line.contingency_percent, line.contingency_cost, line.markup_percent, line.markup_cost, line.total_cost_override,
      line.total_cost, line.unit_cost, line.status, line.confidence, line.estimate_class, line.price_source,
      line.checked_by, line.checked_date, line.remarks, line.crew_rate_matched, line.wbs_matched, line.import_task_id, line.pricing
    FROM old_rows AS line
    CROSS JOIN (SELECT max(epoch) AS epoch FROM "mto"."takeoff_version" WHERE service_id = changed.service_id) AS last
    CROSS JOIN LATERAL (
      SELECT greatest(coalesce(line.created_epoch, 0), (
        SELECT max(until_epoch) + 1 FROM "mto"."takeoff_version_line" AS before
        WHERE before.line_id = line.id AND before.project_id = changed.project_id
      )) AS from_epoch
    ) AS kept
    WHERE line.service_id = changed.service_id AND line.project_id = changed.project_id AND kept.from_epoch <= last.epoch
    ON CONFLICT DO NOTHING;
  END LOOP;
  RETURN NULL;
END
$$;
