import type { Database } from '@consulting/kernel/postgres';
import { loweredText } from '@consulting/kernel/schema';
import { and, arrayOverlaps, asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { serviceCrew } from './schema';

export interface Concerned {
  projectId?: string | null;
  equipmentCode?: string;
  pairs?: ReadonlyMap<string, readonly string[]>;
}

export type CompleteCrew = Awaited<ReturnType<typeof findCompleteCrews>>[number];

export const concerned = ({ projectId, equipmentCode, pairs }: Concerned): SQL | undefined =>
  and(
    projectId ? eq(serviceCrew.projectId, projectId) : undefined,
    equipmentCode === undefined
      ? undefined
      : arrayOverlaps(serviceCrew.equipmentKeys, [loweredText(equipmentCode)]),
    pairs && or(...[...pairs].map(([country, keys]) => ofCountry(country, keys))),
  );

export const ofCountry = (country: string, keys: readonly string[]) =>
  and(eq(serviceCrew.country, loweredText(country)), arrayOverlaps(serviceCrew.tradeKeys, [...keys]));

export async function findConcernedProjects(db: Database, which: Concerned): Promise<string[]> {
  const rows = await db
    .select({ projectId: serviceCrew.projectId })
    .from(serviceCrew)
    .where(and(eq(serviceCrew.status, 'complete'), concerned(which)))
    .groupBy(serviceCrew.projectId);
  return rows.map(({ projectId }) => projectId);
}

export const findCompleteCrews = (db: Database, projectId: string, which: Concerned) =>
  db
    .select({
      id: serviceCrew.id,
      version: serviceCrew.version,
      serviceId: serviceCrew.serviceId,
      labourMembers: serviceCrew.labourMembers,
      equipmentMembers: serviceCrew.equipmentMembers,
      matching: serviceCrew.matching,
      repricing: serviceCrew.repricing,
      snapshot: serviceCrew.snapshot,
    })
    .from(serviceCrew)
    .where(and(eq(serviceCrew.status, 'complete'), concerned({ ...which, projectId })))
    .orderBy(asc(serviceCrew.id));

export async function markStale(
  tx: Database,
  crews: readonly { id: string; version: number }[],
  updatedBy: string,
): Promise<void> {
  if (crews.length === 0) return;
  const found = new Map(crews.map(({ id, version }) => [id, version]));
  await tx.transaction(async (inner) => {
    const locked = await inner
      .select({ id: serviceCrew.id, version: serviceCrew.version })
      .from(serviceCrew)
      .where(inArray(serviceCrew.id, [...found.keys()]))
      .orderBy(asc(serviceCrew.id))
      .for('update');
    const ids = locked.filter(({ id, version }) => found.get(id) === version).map(({ id }) => id);
    if (ids.length === 0) return;
    await inner
      .update(serviceCrew)
      .set({ status: 'stale', version: sql`${serviceCrew.version} + 1`, updatedAt: new Date(), updatedBy })
      .where(inArray(serviceCrew.id, ids));
  });
}
