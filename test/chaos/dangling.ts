import type { Sql } from 'postgres';

/** Every reference of the system, by a query for records whose other end does not exist. */
const references: Record<string, string> = {
  'project to client': `clients_projects.project as record
    where not exists (select from clients_projects.client where id = record.client_id)`,
  'import profile to client': `mto.import_profile as record where client_id is not null
    and not exists (select from clients_projects.client where id = record.client_id)`,
  'service to project': `clients_projects.project_service as record
    where not exists (select from clients_projects.project where id = record.project_id)`,
  'line to service': `mto.takeoff_line as record
    where not exists (select from clients_projects.project_service
      where id = record.service_id and project_id = record.project_id)`,
  'line to subcontractor': `mto.takeoff_line as record where subcontractor_id is not null
    and not exists (select from clients_projects.subcontractor where id::text = record.subcontractor_id::text)`,
  'crew to trade': `crews_rates.crew_labour_member as record
    where not exists (select from crews_rates.trade where id = record.trade_id)`,
  'crew to equipment': `crews_rates.crew_equipment_member as record
    where not exists (select from equipment_wbs.equipment where lower(equipment_code) = lower(record.equipment_code))`,
  'service crew to crew': `crews_rates.service_crew as record where crew_id is not null
    and not exists (select from crews_rates.crew where id = record.crew_id)`,
  'service crew to service': `crews_rates.service_crew as record
    where not exists (select from clients_projects.project_service where id = record.service_id)`,
  'service crew to equipment': `crews_rates.service_crew as record, unnest(record.equipment_keys) as code
    where not exists (select from equipment_wbs.equipment where lower(equipment_code) = code)`,
  'project crew to project': `crews_rates.project_crew as record
    where not exists (select from clients_projects.project where id = record.project_id)`,
  'tag to equipment': `equipment_wbs.equipment_tag as record
    where not exists (select from equipment_wbs.equipment where id = record.equipment_id)`,
  'tag to project': `equipment_wbs.equipment_tag as record
    where not exists (select from clients_projects.project where id = record.project_id)`,
  'operator to trade': `equipment_wbs.equipment as record where operator_trade_code is not null
    and not exists (select from crews_rates.trade where lower(trade_code) = lower(record.operator_trade_code)
      and lower(labor_designation) = lower(coalesce(record.operator_labor_designation, labor_designation)))`,
  'WBS item to project': `equipment_wbs.wbs_item as record where project_id is not null
    and not exists (select from clients_projects.project where id = record.project_id)`,
};

/** Numbers of dangling references by kind, those that are zero left out. */
async function countDangling(sql: Sql): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const [kind, records] of Object.entries(references)) {
    const [row] = await sql.unsafe<{ count: number }[]>(`select count(*)::int as count from ${records}`);
    if (row && row.count > 0) found[kind] = row.count;
  }
  return found;
}

const settleMsMax = 60_000;

/** What still dangles when the events of cascading deletes had time to arrive. */
export async function danglingAtLast(sql: Sql): Promise<Record<string, number>> {
  const end = performance.now() + settleMsMax;
  for (;;) {
    const found = await countDangling(sql);
    if (Object.keys(found).length === 0 || performance.now() > end) return found;
    await Bun.sleep(250);
  }
}
