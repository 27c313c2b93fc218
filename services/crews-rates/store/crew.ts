import {
  type Database,
  equalsIgnoringCase,
  inOrder,
  type ListPage,
  lowered,
  matchesText,
  matchesWords,
  sortable,
  whenGiven,
} from '@consulting/kernel/postgres';
import { type Blocking, loweredText } from '@consulting/kernel/schema';
import { and, asc, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import { crew } from './schema';

export interface CrewFilter {
  search: string | null;
  words: string | null;
  discipline: string | null;
  isActive: boolean | null;
}

export type CrewValues = Omit<typeof crew.$inferInsert, 'id' | 'version'>;

export type CrewRow = Awaited<ReturnType<typeof findCrew>> & {};

export const crewCodeKey = 'crew_code_key';

const columns = {
  ...getTableColumns(crew),
  labourCount: sql<number>`(
    select coalesce(sum(quantity), 0)::float8 from crew_labour_member where crew_id = crew.id)`,
  equipmentCount: sql<number>`(
    select coalesce(sum(quantity), 0)::float8 from crew_equipment_member where crew_id = crew.id)`,
  memberSummary: sql<string | null>`(
    select string_agg(concat_ws(' ', trim_scale(member.quantity), trade.trade_code, trade.labor_designation), ', '
      order by member.sequence, member.position)
    from crew_labour_member as member join trade on trade.id = member.trade_id where member.crew_id = crew.id)`,
};

export const matchingCrews = (filter: CrewFilter) =>
  and(
    whenGiven(filter.search, (search) => matchesText([crew.name, crew.description], search)),
    whenGiven(filter.words, (words) => matchesWords([crew.code, crew.name, crew.description], words)),
    whenGiven(filter.discipline, (discipline) => equalsIgnoringCase(crew.discipline, discipline)),
    whenGiven(filter.isActive, (isActive) => eq(crew.isActive, isActive)),
  );

export const crewSorting = {
  ...sortable(getTableColumns(crew)),
  crewCode: crew.code,
  crewName: crew.name,
};

const order = { id: crew.id, usual: [desc(crew.createdAt), asc(crew.id)] };

export const listCrews = (db: Database, filter: CrewFilter, { sort, skip, limit }: ListPage) =>
  db
    .select(columns)
    .from(crew)
    .where(matchingCrews(filter))
    .orderBy(...inOrder(sort, crewSorting, order))
    .offset(skip)
    .limit(limit);

export const countCrews = (db: Database, filter: CrewFilter) => db.$count(crew, matchingCrews(filter));

export async function findCrew(db: Database, id: string) {
  const [row] = await db.select(columns).from(crew).where(eq(crew.id, id));
  return row;
}

export async function findCrewCode(db: Database, id: string): Promise<string | undefined> {
  const [row] = await db
    .select({ code: crew.code })
    .from(crew)
    .where(eq(crew.id, id))
    .prepare('crew_code')
    .execute();
  return row?.code;
}

export async function lockCrew(tx: Database, id: string) {
  const [row] = await tx.select(columns).from(crew).where(eq(crew.id, id)).for('no key update');
  return row;
}

export async function lockCrewForRemoval(tx: Database, id: string) {
  const [row] = await tx.select(columns).from(crew).where(eq(crew.id, id)).for('update');
  return row;
}

export async function keepCrew(tx: Database, id: string) {
  const [row] = await tx.select(columns).from(crew).where(eq(crew.id, id)).for('key share');
  return row;
}

export async function keepCrews(tx: Database, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return tx
    .select(columns)
    .from(crew)
    .where(inArray(crew.id, [...ids]))
    .orderBy(crew.id)
    .for('key share');
}

export async function insertCrew(tx: Database, values: CrewValues): Promise<string> {
  const [row] = await tx.insert(crew).values(values).returning({ id: crew.id });
  return (row as { id: string }).id;
}

export async function updateCrew(tx: Database, id: string, changes: Partial<CrewValues>): Promise<void> {
  await tx
    .update(crew)
    .set({ ...changes, version: sql`${crew.version} + 1`, updatedAt: new Date() })
    .where(eq(crew.id, id));
}

export async function removeCrew(tx: Database, id: string): Promise<void> {
  await tx.delete(crew).where(eq(crew.id, id));
}

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
