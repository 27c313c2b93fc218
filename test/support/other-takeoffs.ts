import type { Sql } from 'postgres';

const projectCount = 50;

const tables = [
  'takeoff_line',
  'takeoff_version_line',
  'history_operation',
  'history_change',
  'history_deleted_line',
];

/**
 * Lines of other projects, a third of them changed by operations and kept for versions, a tenth deleted before: the statistics
 * know all this well, and nothing of what is written later.
 */
export async function addOtherTakeoffs(sql: Sql, lineCount: number): Promise<void> {
  const perProject = Math.ceil(lineCount / projectCount);
  await sql.unsafe(`
    create temporary table other_project as
      select gen_random_uuid() as project_id, gen_random_uuid() as service_id from generate_series(1, ${projectCount});
    insert into mto.takeoff_line (id, project_id, service_id, discipline, item_number, description, tag, quantity,
        unit_of_measure, wbs_code, currency, total_cost, created_epoch, in_totals, created_by, updated_by)
      select gen_random_uuid(), project_id, service_id, 'piping', item, 'Pipe ' || item, 'P-' || item, item, 'm',
        '01.' || item % 50, 'CAD', item, 0, true, 'other', 'other'
      from other_project, generate_series(1, ${perProject}) as item;
    insert into mto.takeoff_version_line (line_id, service_id, from_epoch, until_epoch, version, created_at, updated_at,
        created_by, updated_by, project_id, discipline, quantity, crew_rate_matched, wbs_matched, currency, total_cost)
      select id, service_id, 0, 0, version, created_at, updated_at, created_by, updated_by, project_id, discipline,
        quantity, crew_rate_matched, wbs_matched, currency, total_cost
      from mto.takeoff_line where item_number % 3 = 0;
    insert into mto.history_operation (id, record_type, kind, project_id, service_id, "by", updated)
      select gen_random_uuid(), 'takeoff-lines', 'bulk-edit', project_id, service_id, 'other', ${Math.floor(perProject / 3)}
      from other_project;
    insert into mto.history_change (project_id, operation, record_id, action, version, fields)
      select line.project_id, operation.position, line.id, 'u', 2, '{"remarks": [null, "other"]}'
      from mto.takeoff_line line join mto.history_operation operation using (project_id) where item_number % 3 = 0;
    insert into mto.history_deleted_line (operation, id, project_id, service_id, discipline, quantity, currency, created_by,
        updated_by, version, attributes, created_at, updated_at, crew_rate_matched, wbs_matched, in_totals)
      select operation.position, gen_random_uuid(), project_id, service_id, 'piping', 1, 'CAD', 'other',
        'other', 1, '{}', now(), now(), false, false, true
      from mto.history_operation operation, generate_series(1, ${Math.floor(perProject / 10)});`);
  for (const table of tables) await sql.unsafe(`analyze mto.${table}`);
}

/** Takes the lines away again, whose totals nobody has kept. */
export async function removeOtherTakeoffs(sql: Sql): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`delete from mto.takeoff_line where created_by = 'other'`;
  });
}
