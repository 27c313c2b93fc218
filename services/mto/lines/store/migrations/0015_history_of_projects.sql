UPDATE history_change AS change SET project_id = operation.project_id FROM history_operation AS operation
	WHERE operation.position = change.operation AND operation.record_type = 'takeoff-lines' AND operation.project_id IS NOT NULL;
--> statement-breakpoint
UPDATE history_change AS change SET project_id = line.project_id
	FROM (SELECT id, project_id FROM takeoff_line UNION SELECT id, project_id FROM history_deleted_line) AS line
	WHERE line.id = change.record_id AND change.project_id = history_nowhere();
--> statement-breakpoint
DROP TRIGGER history_updated ON takeoff_line;
--> statement-breakpoint
CREATE TRIGGER history_updated AFTER UPDATE ON takeoff_line REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
	FOR EACH STATEMENT WHEN (current_setting('mto.is_settling', true) IS DISTINCT FROM 'on')
	EXECUTE FUNCTION history_track('takeoff-lines', 'id', 'project_id', 'service_id', 'attributes', 'created_epoch', 'by-project');
--> statement-breakpoint
-- Seldom written: who asks for a line without its project looks here.
CREATE FUNCTION enter_takeoff_project(project uuid) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
	IF NOT EXISTS (SELECT FROM takeoff_project WHERE project_id = project) THEN
		INSERT INTO takeoff_project (project_id) VALUES (project) ON CONFLICT DO NOTHING;
	END IF;
END $$;
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
      quantity_source, takeoff_date, takeoff_by, quantity, unit_of_measure, quantity_allowance_percent,
      waste_factor_percent, spares_quantity, install_quantity, purchase_quantity, crew_code, crew_size, unit_man_hours,
      productivity_factor, difficulty_factor, fixed_man_hours, activity_man_hours, base_man_hours, total_man_hours,
      crew_hours, labour_rate, labour_rate_source, labour_rate_basis, labour_cost, material_unit_price,
      material_discount_percent, material_breakdown_cost, material_cost, freight_percent, freight_cost,
      import_duty_percent, import_duty_cost, sales_tax_percent, sales_tax_cost, supplier, quote_reference, quote_date,
      lead_time_weeks, supplied_by, equipment_rate, special_equipment_cost, equipment_cost, subcontractor_id,
      subcontractor, subcontract_unit_price, subcontract_lump_sum, subcontract_cost, currency, direct_cost,
      indirect_percent, indirect_cost, escalation_percent, escalation_cost, contingency_percent, contingency_cost,
      markup_percent, markup_cost, total_cost_override, total_cost, unit_cost, status, confidence, estimate_class,
      price_source, checked_by, checked_date, remarks, crew_rate_matched, wbs_matched, import_task_id)
    SELECT line.id, line.service_id, kept.from_epoch, last.epoch,
      line.version, line.created_at, line.updated_at, line.created_by, line.updated_by, line.attributes,
      line.project_id, line.discipline, line.item_number, line.item_code, line.description, line.tag, line.area,
      line.plant_unit, line.system, line.subsystem, line.wbs_code, line.cbs_code, line.work_package,
      line.installation_work_package, line.schedule_activity_id, line.contract_package, line.scope_type,
      line.change_order_number, line.phase, line.drawing_number, line.drawing_sheet, line.revision,
      line.specification_number, line.requisition_number, line.purchase_order_number, line.quantity_source,
      line.takeoff_date, line.takeoff_by, line.quantity, line.unit_of_measure, line.quantity_allowance_percent,
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
      line.checked_by, line.checked_date, line.remarks, line.crew_rate_matched, line.wbs_matched, line.import_task_id
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
--> statement-breakpoint
CREATE OR REPLACE FUNCTION history_keep_deleted_lines() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT SET plan_cache_mode = 'force_generic_plan' AS $$
#variable_conflict use_variable
DECLARE
	sample takeoff_line;
	number bigint;
	kept text := (SELECT string_agg(quote_ident(attname), ', ') FROM pg_attribute
		WHERE attrelid = 'history_deleted_line'::regclass AND attnum > 2 AND NOT attisdropped);
	is_first boolean;
	changed integer;
BEGIN
	IF current_setting('history.is_off', true) = 'true' THEN
		RETURN NULL;
	END IF;
	SELECT * INTO sample FROM old_rows LIMIT 1;
	IF NOT FOUND THEN
		RETURN NULL;
	END IF;
	number := history_open('takeoff-lines', 'delete', NULL, sample.project_id, sample.service_id);
	is_first := NOT EXISTS (SELECT FROM history_change WHERE operation = number AND project_id = sample.project_id);
	EXECUTE format('WITH kept AS (
			INSERT INTO history_deleted_line (operation, %1$s) SELECT $1, %1$s FROM old_rows RETURNING id, project_id)
		%2$s INSERT INTO history_change (project_id, operation, record_id, action) SELECT project_id, $1, id, ''d'' FROM kept %3$s', kept,
		CASE WHEN NOT is_first THEN ', merged AS (
			UPDATE history_change change SET action = history_merged_action(change.action, ''d''), layout = NULL, fields = NULL
			FROM kept WHERE change.project_id = $2 AND change.operation = $1 AND change.record_id = kept.id AND change.at = now()
			RETURNING change.record_id)' END,
		CASE WHEN NOT is_first THEN 'WHERE id NOT IN (SELECT record_id FROM merged)' END)
	USING number, sample.project_id;
	GET DIAGNOSTICS changed = ROW_COUNT;
	PERFORM history_count(number, 'd', changed, CASE WHEN is_first THEN 0 ELSE 1 END, sample.project_id);
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION history_created_lines(project uuid, service uuid, author text, ids uuid[]) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
#variable_conflict use_variable
DECLARE
	number bigint;
	is_first boolean;
BEGIN
	PERFORM enter_takeoff_project(project);
	IF current_setting('history.is_off', true) = 'true' OR cardinality(ids) = 0 THEN
		RETURN;
	END IF;
	number := history_open('takeoff-lines', 'create', author, project, service);
	is_first := NOT EXISTS (SELECT FROM history_change WHERE operation = number AND project_id = project);
	WITH line AS MATERIALIZED (
		SELECT id, version FROM takeoff_line WHERE project_id = project AND id = ANY (ids)
	), merged AS (
		UPDATE history_change change SET action = history_merged_action(change.action, 'c'), layout = NULL, fields = NULL, version = line.version
		FROM line WHERE NOT is_first AND change.project_id = project AND change.operation = number AND change.record_id = line.id AND change.at = now()
		RETURNING change.record_id
	) INSERT INTO history_change (project_id, operation, record_id, action, version)
		SELECT project, number, id, 'c', version FROM line WHERE id NOT IN (SELECT record_id FROM merged);
	PERFORM history_count(number, 'c', cardinality(ids), CASE WHEN is_first THEN 0 ELSE 1 END, project);
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION history_created_range(project uuid, service uuid, author text, first uuid, last uuid, lines integer) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
#variable_conflict use_variable
DECLARE
	number bigint;
BEGIN
	PERFORM enter_takeoff_project(project);
	IF current_setting('history.is_off', true) = 'true' OR lines = 0 THEN
		RETURN;
	END IF;
	number := history_open('takeoff-lines', 'import', author, project, service);
	UPDATE history_operation SET created = created + lines, created_in_range = lines, created_first = first, created_last = last WHERE position = number;
END $$;
--> statement-breakpoint
DROP FUNCTION history_line_states(uuid[], bigint);
--> statement-breakpoint
DROP FUNCTION history_line_before(uuid[], bigint);
--> statement-breakpoint
-- What the fields of each wanted line that changed after an operation had been at it, until the line was deleted (null when it was
-- not). What bulk writes with the same layout changed has the same keys, so the first of them says it. Line by line, so that it
-- is by index also before the statistics know what was just written.
CREATE FUNCTION history_line_before(project uuid, wanted uuid[], after bigint) RETURNS TABLE (line_id uuid, deletion bigint, fields jsonb) LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
	SELECT member.id, deletion.operation, earliest.fields
	FROM unnest(wanted) AS member (id)
	LEFT JOIN LATERAL (
		SELECT change.operation FROM history_change change
		WHERE change.project_id = project AND change.record_id = member.id AND change.operation > after AND change.action = 'd' ORDER BY change.operation LIMIT 1
	) AS deletion ON true
	CROSS JOIN LATERAL (
		SELECT coalesce(jsonb_object_agg(key, before), '{}') AS fields FROM (
			SELECT DISTINCT ON (field.key) field.key, field.before
			FROM (
				SELECT DISTINCT ON (keys, number) change.operation, change.fields, keys
				FROM history_change change JOIN history_operation operation ON operation.position = change.operation
					CROSS JOIN LATERAL (SELECT operation.layouts -> change.layout AS keys) AS layout
					CROSS JOIN LATERAL (SELECT CASE WHEN keys IS NULL THEN change.operation END AS number) AS single
				WHERE change.project_id = project AND change.record_id = member.id AND change.operation > after AND change.action = 'u'
					AND (deletion.operation IS NULL OR change.operation < deletion.operation)
				ORDER BY keys, number, change.operation
			) AS change CROSS JOIN LATERAL (
				SELECT pair.key, pair.value -> 0 AS before FROM jsonb_each(change.fields) AS pair WHERE change.keys IS NULL
				UNION ALL
				SELECT named.key, change.fields -> (2 * named.number::integer - 2)
				FROM jsonb_array_elements_text(change.keys) WITH ORDINALITY AS named (key, number)
			) AS field
			ORDER BY field.key, change.operation
		) AS first
	) AS earliest
$$;
--> statement-breakpoint
-- The fields of lines as they were after an operation: of the line now, or as it was deleted first since, without what changed between.
CREATE FUNCTION history_line_states(project uuid, wanted uuid[], after bigint) RETURNS TABLE (line_id uuid, fields jsonb) LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
	SELECT before.line_id, jsonb_strip_nulls((record.fields - history_line_hidden() - 'attributes'::text)
		|| coalesce(nullif(record.fields -> 'attributes', 'null'), '{}') || before.fields)
	FROM history_line_before(project, wanted, after) AS before
	CROSS JOIN LATERAL (
		SELECT to_jsonb(line) AS fields FROM takeoff_line line WHERE line.project_id = project AND line.id = before.line_id AND before.deletion IS NULL
		UNION ALL
		SELECT to_jsonb(line) FROM history_deleted_line line WHERE line.project_id = project AND line.operation = before.deletion AND line.id = before.line_id
	) AS record
$$;
