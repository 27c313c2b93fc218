-- Lines that are there now are in the totals that this migration makes; those of writers that do not know totals are not.
ALTER TABLE "mto"."takeoff_line" ADD COLUMN "in_totals" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "mto"."takeoff_line" ALTER COLUMN "in_totals" SET DEFAULT false;--> statement-breakpoint
-- The index of lines outside totals is made, and present lines are summed up, by store/online-migrations.ts, beside readers and writers.
CREATE TABLE IF NOT EXISTS "mto"."migration_unfinished" ();--> statement-breakpoint
ALTER TABLE "mto"."history_deleted_line" ADD COLUMN "in_totals" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "mto"."history_line_hidden"() RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
	SELECT '{id,version,created_at,created_by,updated_at,updated_by,created_epoch,in_totals,operation,deleted_at}'::text[]
$$;
--> statement-breakpoint
DROP TRIGGER history_updated ON "mto"."takeoff_line";--> statement-breakpoint
CREATE TRIGGER history_updated AFTER UPDATE ON "mto"."takeoff_line" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
	FOR EACH STATEMENT WHEN (current_setting('mto.is_settling', true) IS DISTINCT FROM 'on')
	EXECUTE FUNCTION "mto"."history_track"('takeoff-lines', 'id', 'project_id', 'service_id', 'attributes', 'created_epoch,in_totals', 'by-project');--> statement-breakpoint
-- Each change of lines adds rows that say by how much the totals of their keys change, so that writers never wait for each other;
-- a total is the sum of the rows of its keys, which are brought together from time to time.
CREATE TABLE "mto"."takeoff_discipline_total" (
	"project_id" uuid NOT NULL, "service_id" uuid NOT NULL, "discipline" text NOT NULL,
	"status" text, "scope_type" text, "unit_of_measure" text,
	"lines" bigint NOT NULL, "quantity" numeric NOT NULL, "total_man_hours" numeric NOT NULL,
	"labour_cost" numeric NOT NULL, "material_cost" numeric NOT NULL, "freight_cost" numeric NOT NULL,
	"import_duty_cost" numeric NOT NULL, "sales_tax_cost" numeric NOT NULL, "equipment_cost" numeric NOT NULL,
	"subcontract_cost" numeric NOT NULL, "direct_cost" numeric NOT NULL, "indirect_cost" numeric NOT NULL,
	"escalation_cost" numeric NOT NULL, "contingency_cost" numeric NOT NULL, "markup_cost" numeric NOT NULL,
	"total_cost" numeric NOT NULL,
	"total_dia_inch" numeric NOT NULL, "total_weight" numeric NOT NULL, "concrete_volume" numeric NOT NULL,
	"rebar_weight" numeric NOT NULL, "gross_weight" numeric NOT NULL, "cable_length" numeric NOT NULL,
	"termination_count" numeric NOT NULL, "io_count" numeric NOT NULL, "bank_volume" numeric NOT NULL,
	"compacted_volume" numeric NOT NULL, "net_area" numeric NOT NULL,
	"is_merged" boolean DEFAULT false NOT NULL
);--> statement-breakpoint
CREATE TABLE "mto"."takeoff_wbs_total" (
	"project_id" uuid NOT NULL, "service_id" uuid NOT NULL,
	"wbs_code" text, "is_counted" boolean NOT NULL,
	"lines" bigint NOT NULL, "total_man_hours" numeric NOT NULL,
	"labour_cost" numeric NOT NULL, "material_cost" numeric NOT NULL, "freight_cost" numeric NOT NULL,
	"import_duty_cost" numeric NOT NULL, "sales_tax_cost" numeric NOT NULL, "equipment_cost" numeric NOT NULL,
	"subcontract_cost" numeric NOT NULL, "direct_cost" numeric NOT NULL, "indirect_cost" numeric NOT NULL,
	"escalation_cost" numeric NOT NULL, "contingency_cost" numeric NOT NULL, "markup_cost" numeric NOT NULL,
	"total_cost" numeric NOT NULL,
	"is_merged" boolean DEFAULT false NOT NULL
);--> statement-breakpoint
CREATE TABLE "mto"."takeoff_crew_total" (LIKE "mto"."takeoff_wbs_total" INCLUDING DEFAULTS);--> statement-breakpoint
ALTER TABLE "mto"."takeoff_crew_total" RENAME COLUMN "wbs_code" TO "crew_code";--> statement-breakpoint
-- How many lines have an item number of a block of 4,096, so that a page far behind is found without passing all lines before it.
CREATE TABLE "mto"."takeoff_item_total" (
	"project_id" uuid NOT NULL, "service_id" uuid NOT NULL, "discipline" text NOT NULL,
	"item_block" bigint, "lines" bigint NOT NULL,
	"is_merged" boolean DEFAULT false NOT NULL
);--> statement-breakpoint
CREATE INDEX "takeoff_discipline_total_project_id_idx" ON "mto"."takeoff_discipline_total" ("project_id", "service_id");--> statement-breakpoint
CREATE INDEX "takeoff_wbs_total_project_id_idx" ON "mto"."takeoff_wbs_total" ("project_id", "service_id");--> statement-breakpoint
CREATE INDEX "takeoff_crew_total_project_id_idx" ON "mto"."takeoff_crew_total" ("project_id", "service_id");--> statement-breakpoint
CREATE INDEX "takeoff_item_total_project_id_idx" ON "mto"."takeoff_item_total" ("project_id", "service_id") INCLUDE ("discipline", "item_block", "lines");--> statement-breakpoint
CREATE INDEX "takeoff_wbs_total_unmerged_idx" ON "mto"."takeoff_wbs_total" ("project_id") WHERE NOT "is_merged";--> statement-breakpoint
CREATE INDEX "takeoff_discipline_total_unmerged_idx" ON "mto"."takeoff_discipline_total" ("project_id") WHERE NOT "is_merged";--> statement-breakpoint
-- The functions that add lines to the totals differ in where they read lines and in their sign; what they add is written once.
DO $do$
DECLARE
	figures text[] := '{total_man_hours,labour_cost,material_cost,freight_cost,import_duty_cost,sales_tax_cost,equipment_cost,subcontract_cost,direct_cost,indirect_cost,escalation_cost,contingency_cost,markup_cost,total_cost}';
	-- Columns, the keys of attributes that they sum up, and the disciplines that have them.
	indicators text[] := '{{total_dia_inch,totalDiaInch,piping},{total_weight,totalWeight,piping},{concrete_volume,concreteVolume,concrete},{rebar_weight,rebarWeight,concrete},{gross_weight,grossWeight,structural},{cable_length,cableLength,"bulk_electrical,instrumentation"},{termination_count,terminationCount,"bulk_electrical,instrumentation"},{io_count,ioCount,instrumentation},{bank_volume,bankVolume,civil},{compacted_volume,compactedVolume,civil},{net_area,netArea,architectural}}';
	names text := array_to_string(figures, ', ');
	indicator_names text;
	statements text := $sql$
	INSERT INTO takeoff_discipline_total
		SELECT *, false FROM (
			SELECT project_id, service_id, discipline, status, scope_type, unit_of_measure, LINES, SUMS_OF_ALL FROM ROWS GROUP BY 1, 2, 3, 4, 5, 6
		) AS total (project_id, service_id, discipline, status, scope_type, unit_of_measure, lines, quantity, NAMES, INDICATORS)
		WHERE (lines, quantity, NAMES, INDICATORS) IS DISTINCT FROM (0, ZEROS_OF_ALL);
	WITH total (project_id, service_id, wbs_code, crew_code, is_counted, is_of_wbs, lines, NAMES) AS MATERIALIZED (
		SELECT project_id, service_id, wbs_code, crew_code, is_counted, grouping(crew_code) = 1, LINES, SUMS
		FROM (SELECT *, status IS DISTINCT FROM 'void' AND scope_type IS DISTINCT FROM 'excluded' AS is_counted FROM ROWS) AS line
		GROUP BY GROUPING SETS ((project_id, service_id, wbs_code, is_counted), (project_id, service_id, crew_code, is_counted))
	), changed AS (
		SELECT * FROM total WHERE (lines, NAMES) IS DISTINCT FROM (0, ZEROS)
	), of_wbs AS (
		INSERT INTO takeoff_wbs_total SELECT project_id, service_id, wbs_code, is_counted, lines, NAMES, false FROM changed WHERE is_of_wbs
	)
	INSERT INTO takeoff_crew_total SELECT project_id, service_id, crew_code, is_counted, lines, NAMES, false FROM changed WHERE NOT is_of_wbs;
	INSERT INTO takeoff_item_total
		SELECT *, false FROM (
			SELECT project_id, service_id, discipline, item_number >> 12, LINES FROM ROWS GROUP BY 1, 2, 3, 4
		) AS total (project_id, service_id, discipline, item_block, lines)
		WHERE lines <> 0;
	$sql$;
	-- A writer that names what it changes may change nothing that totals are made of.
	unrelated text := format($sql$
	IF nullif(current_setting('history.columns', true), '') IS NOT NULL AND NOT EXISTS (
		SELECT FROM jsonb_each(current_setting('history.columns')::jsonb) AS named, jsonb_array_elements_text(named.value) AS changed
		WHERE changed = ANY (%L))
	THEN
		RETURN NULL;
	END IF;
	$sql$, figures || array(SELECT indicators[at][2] FROM generate_subscripts(indicators, 1) AS at) || '{discipline,status,scope_type,unit_of_measure,wbs_code,crew_code,item_number,quantity,in_totals}'::text[]);
	source record;
	body text;
	sums text;
	indicator_sums text;
BEGIN
	SELECT string_agg(indicators[at][1], ', ' ORDER BY at) INTO indicator_names FROM generate_subscripts(indicators, 1) AS at;
	FOR source IN SELECT * FROM (VALUES
		('takeoff_totals_of_update()', 'trigger', 'sum(sign)', 'sum(CASE WHEN sign > 0 THEN %1$s ELSE -%1$s END)',
			'(SELECT 1 AS sign, new_rows.* FROM new_rows WHERE in_totals UNION ALL SELECT -1, old_rows.* FROM old_rows WHERE in_totals) AS line'),
		('takeoff_totals_of_delete()', 'trigger', '-count(*)', '-sum(%1$s)', '(SELECT * FROM old_rows WHERE in_totals) AS line'),
		('takeoff_totals_of_created(project uuid, ids uuid[])', 'void', 'count(*)', 'sum(%1$s)',
			'(SELECT * FROM takeoff_line WHERE project_id = project AND id = ANY (ids) AND in_totals) AS line'),
		('takeoff_totals_of_present()', 'void', 'count(*)', 'sum(%1$s)', '(SELECT * FROM takeoff_line WHERE in_totals) AS line')) AS source (name, type, lines, sum, line)
	LOOP
		SELECT string_agg(format('coalesce(' || source.sum || ', 0)', name), ', ' ORDER BY at) INTO sums
			FROM unnest(figures) WITH ORDINALITY AS figure (name, at);
		SELECT string_agg(format('coalesce(' || source.sum || ', 0)', format('CASE WHEN discipline IN (%s) THEN (attributes -> %L)::numeric END',
			(SELECT string_agg(quote_literal(one), ', ') FROM string_to_table(indicators[at][3], ',') AS one), indicators[at][2])), ', ' ORDER BY at) INTO indicator_sums FROM generate_subscripts(indicators, 1) AS at;
		body := replace(statements, 'SUMS_OF_ALL', format('coalesce(' || source.sum || ', 0)', 'quantity') || ', ' || sums || ', ' || indicator_sums);
		body := replace(body, 'ZEROS_OF_ALL', repeat('0, ', cardinality(figures) + array_length(indicators, 1)) || '0');
		body := replace(replace(replace(body, 'SUMS', sums), 'ZEROS', repeat('0, ', cardinality(figures) - 1) || '0'), 'LINES', source.lines);
		body := replace(replace(replace(body, 'INDICATORS', indicator_names), 'NAMES', names), 'ROWS', source.line);
		EXECUTE format('CREATE FUNCTION %s RETURNS %s LANGUAGE plpgsql SET search_path FROM CURRENT AS %L', source.name, source.type,
			'BEGIN' || CASE WHEN source.name = 'takeoff_totals_of_update()' THEN unrelated ELSE '' END || body || CASE WHEN source.type = 'trigger' THEN 'RETURN NULL; ' ELSE '' END || 'END');
	END LOOP;
END $do$;--> statement-breakpoint
CREATE TRIGGER "takeoff_totals_of_update" AFTER UPDATE ON "mto"."takeoff_line" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
	FOR EACH STATEMENT WHEN (current_setting('mto.is_settling', true) IS DISTINCT FROM 'on' OR current_setting('mto.is_adding', true) = 'on')
	EXECUTE FUNCTION "mto"."takeoff_totals_of_update"();--> statement-breakpoint
CREATE TRIGGER "takeoff_totals_of_delete" AFTER DELETE ON "mto"."takeoff_line" REFERENCING OLD TABLE AS old_rows
	FOR EACH STATEMENT EXECUTE FUNCTION "mto"."takeoff_totals_of_delete"();
--> statement-breakpoint
-- Brings the rows of the totals of a project together, which changes no total; those of writers that are under way stay.
DO $do$
DECLARE
	body text;
BEGIN
	SELECT string_agg(format('WITH gone AS (DELETE FROM %1$s WHERE project_id = project RETURNING *) INSERT INTO %1$s SELECT %2$s, %3$s, true FROM gone GROUP BY %2$s HAVING sum(lines) <> 0;',
		name, keys, (SELECT string_agg(format('sum(%I)', attname), ', ' ORDER BY attnum) FROM pg_attribute
			WHERE attrelid = name::regclass AND attnum > array_length(string_to_array(keys, ', '), 1) AND attname <> 'is_merged' AND NOT attisdropped)), ' ')
	INTO body
	FROM (VALUES ('takeoff_discipline_total', 'project_id, service_id, discipline, status, scope_type, unit_of_measure'),
		('takeoff_wbs_total', 'project_id, service_id, wbs_code, is_counted'),
		('takeoff_crew_total', 'project_id, service_id, crew_code, is_counted'),
		('takeoff_item_total', 'project_id, service_id, discipline, item_block')) AS total (name, keys);
	EXECUTE format('CREATE FUNCTION takeoff_totals_merge(project uuid) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS %L', 'BEGIN ' || body || ' END');
END $do$;
