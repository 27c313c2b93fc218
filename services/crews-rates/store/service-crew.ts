import {
  type Database,
  equalsIgnoringCase,
  inOrder,
  type ListPage,
  lowered,
  sortable,
  whenGiven,
} from '@consulting/kernel/postgres';
import { and, asc, desc, eq, getTableColumns, gt, inArray, sql } from 'drizzle-orm';
import { serviceCrew } from './schema';

export interface ServiceCrewFilter {
  projectId: string | null;
  serviceId: string | null;
}

export type ServiceCrewValues = Omit<typeof serviceCrew.$inferInsert, 'id' | 'version'>;
export type ServiceCrewRow = typeof serviceCrew.$inferSelect;
export type ServiceCrewRecord = Awaited<ReturnType<typeof listServiceCrews>>[number];

export const serviceCrewCodeKey = 'service_crew_service_id_crew_code_key';

const { snapshot: _snapshot, ...light } = getTableColumns(serviceCrew);

const displayed = {
  ...light,
  projectWeek: sql<{ hoursPerDay: number; daysPerWeek: number } | null>`snapshot -> 'terms' -> 'workWeek'`,
};

const matching = ({ projectId, serviceId }: ServiceCrewFilter) =>
  and(
    whenGiven(projectId, (id) => eq(serviceCrew.projectId, id)),
    whenGiven(serviceId, (id) => eq(serviceCrew.serviceId, id)),
  );

const {
  crewSize: _crewSize,
  labourRatePerManHour: _labourRate,
  equipmentRatePerManHour: _equipmentRate,
  country: _country,
  ...ofRecord
} = light;

export const serviceCrewSorting = sortable(ofRecord);

const order = { id: serviceCrew.id, usual: [desc(serviceCrew.createdAt), asc(serviceCrew.id)] };

export const listServiceCrews = (db: Database, filter: ServiceCrewFilter, { sort, skip, limit }: ListPage) =>
  db
    .select(displayed)
    .from(serviceCrew)
    .where(matching(filter))
    .orderBy(...inOrder(sort, serviceCrewSorting, order))
    .offset(skip)
    .limit(limit);

export const countServiceCrews = (db: Database, filter: ServiceCrewFilter) =>
  db.$count(serviceCrew, matching(filter));

export async function findServiceCrewRecords(
  db: Database,
  ids: readonly string[],
): Promise<ServiceCrewRecord[]> {
  const rows = await db
    .select(displayed)
    .from(serviceCrew)
    .where(inArray(serviceCrew.id, [...ids]));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export async function findServiceCrew(db: Database, id: string): Promise<ServiceCrewRow | undefined> {
  const [row] = await db.select().from(serviceCrew).where(eq(serviceCrew.id, id));
  return row;
}

export async function lockServiceCrew(tx: Database, id: string): Promise<ServiceCrewRow | undefined> {
  const [row] = await tx.select().from(serviceCrew).where(eq(serviceCrew.id, id)).for('update');
  return row;
}

export async function lockServiceCrewOf(
  tx: Database,
  serviceId: string,
  crew: { id: string; code: string },
): Promise<ServiceCrewRow | undefined> {
  const [row] = await tx
    .select()
    .from(serviceCrew)
    .where(and(eq(serviceCrew.serviceId, serviceId), eq(serviceCrew.crewId, crew.id)))
    .orderBy(desc(equalsIgnoringCase(serviceCrew.crewCode, crew.code)), asc(serviceCrew.createdAt))
    .limit(1)
    .for('update');
  return row;
}

export async function listServiceCrewCodes(db: Database, serviceId: string): Promise<string[]> {
  const rows = await db
    .select({ code: serviceCrew.crewCode })
    .from(serviceCrew)
    .where(eq(serviceCrew.serviceId, serviceId));
  return rows.map(({ code }) => code);
}

export async function insertServiceCrews(
  tx: Database,
  values: readonly ServiceCrewValues[],
): Promise<string[]> {
  const withIds = values.map((value) => ({ ...value, id: Bun.randomUUIDv7() }));
  await tx.insert(serviceCrew).values(withIds);
  return withIds.map(({ id }) => id);
}

export async function updateServiceCrew(
  tx: Database,
  id: string,
  changes: Partial<ServiceCrewValues>,
): Promise<void> {
  await tx
    .update(serviceCrew)
    .set({ ...changes, version: sql`${serviceCrew.version} + 1`, updatedAt: new Date() })
    .where(eq(serviceCrew.id, id));
}

const named = { serviceCrewId: serviceCrew.id, crewCode: serviceCrew.crewCode };

export const removeServiceCrew = (tx: Database, id: string) =>
  tx.delete(serviceCrew).where(eq(serviceCrew.id, id)).returning(named);

export async function removeServiceCrewsOf(
  tx: Database,
  owner: { projectId: string } | { serviceId: string },
) {
  const isOwned =
    'serviceId' in owner
      ? eq(serviceCrew.serviceId, owner.serviceId)
      : eq(serviceCrew.projectId, owner.projectId);
  await tx
    .select({ id: serviceCrew.id })
    .from(serviceCrew)
    .where(isOwned)
    .orderBy(asc(serviceCrew.id))
    .for('update');
  return tx.delete(serviceCrew).where(isOwned).returning(named);
}

const rates = {
  ...named,
  crewSize: serviceCrew.crewSize,
  labourRate: serviceCrew.labourRatePerManHour,
  equipmentRate: serviceCrew.equipmentRatePerManHour,
};

export const findRates = (db: Database, serviceId: string, crewCodes: readonly string[]) =>
  db
    .select({ ...rates, calculatedAt: serviceCrew.ratesCalculatedAt })
    .from(serviceCrew)
    .where(
      and(
        eq(serviceCrew.serviceId, serviceId),
        inArray(lowered(serviceCrew.crewCode), crewCodes.map(lowered)),
      ),
    );

const loweredCode = lowered(serviceCrew.crewCode);

export const findNames = (db: Database, filter: ServiceCrewFilter, crewCodes: readonly string[]) =>
  db
    .select({
      crewCode: loweredCode.mapWith(String),
      name: sql<
        string | null
      >`case when count(distinct ${serviceCrew.name}) = 1 then min(${serviceCrew.name}) end`,
    })
    .from(serviceCrew)
    .where(and(matching(filter), inArray(loweredCode, crewCodes.map(lowered))))
    .groupBy(loweredCode);

export const listRates = (db: Database, serviceId: string, after: string | null, limit: number) =>
  db
    .select({ ...rates, name: serviceCrew.name, status: serviceCrew.status })
    .from(serviceCrew)
    .where(
      and(
        eq(serviceCrew.serviceId, serviceId),
        whenGiven(after, (id) => gt(serviceCrew.id, id)),
      ),
    )
    .orderBy(asc(serviceCrew.id))
    .limit(limit);
