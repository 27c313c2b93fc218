import type { Blocking } from '@consulting/kernel/errors';
import type { Database } from '@consulting/kernel/store/connect';
import { lowered } from '@consulting/kernel/store/query';
import { loweredText } from '@consulting/kernel/text';
import { sql } from 'drizzle-orm';

const itemsMax = 20;

type Item = Blocking['items'][number];

export async function countCrewUsage(
  db: Database,
  crewId: string,
): Promise<{ projectCount: number; serviceCrewCount: number }> {
  const [counts] = await db.execute<{ projectCount: number; serviceCrewCount: number }>(sql`
    select count(*)::int as "serviceCrewCount", (
      select count(*)::int from (
        select project_id from project_crew where crew_id = ${crewId}
        union select project_id from service_crew where crew_id = ${crewId}) as used) as "projectCount"
    from service_crew where crew_id = ${crewId}`);
  return counts ?? { projectCount: 0, serviceCrewCount: 0 };
}

export async function findCrewUsage(tx: Database, crewId: string): Promise<Blocking> {
  const used = sql`(
    select project_crew.id, crew.code, coalesce(project_crew.name, crew.name) as name
    from project_crew join crew on crew.id = project_crew.crew_id where crew_id = ${crewId}
    union all select id, crew_code, name from service_crew where crew_id = ${crewId}) as used`;
  const items = await tx.execute<Item & Record<string, unknown>>(
    sql`select id, code, name from ${used} order by code, name, id limit ${itemsMax}`,
  );
  const [counted] = await tx.execute<{ count: number }>(sql`select count(*)::int as count from ${used}`);
  return { count: counted?.count ?? 0, items: [...items] };
}

export async function findEquipmentUsage(tx: Database, equipmentCode: string): Promise<Blocking> {
  const keys = sql`array[${loweredText(equipmentCode)}]::text[]`;
  const used = sql`(
    select id, code, name from crew where id in (
      select crew_id from crew_equipment_member
      where ${lowered(sql`equipment_code`)} = ${lowered(equipmentCode)})
    union all select project_crew.id, crew.code, project_crew.name
    from project_crew join crew on crew.id = project_crew.crew_id where equipment_keys @> ${keys}
    union all select id, crew_code, name from service_crew where equipment_keys @> ${keys}) as used`;
  const items = await tx.execute<Item & Record<string, unknown>>(
    sql`select id, code, name from ${used} order by code, name, id limit ${itemsMax}`,
  );
  const [counted] = await tx.execute<{ count: number }>(sql`select count(*)::int as count from ${used}`);
  return { count: counted?.count ?? 0, items: [...items] };
}
