import type { Database } from '@consulting/kernel/postgres';
import { eq, sql } from 'drizzle-orm';
import { indirectCosts } from './schema';

export type IndirectCostsRow = typeof indirectCosts.$inferSelect;
export type IndirectCostsValues = Pick<
  IndirectCostsRow,
  'workWeek' | 'labour' | 'equipment' | 'fuelPrices' | 'exchangeRates' | 'basisNotes'
>;

export async function findIndirectCosts(
  db: Database,
  projectId: string,
): Promise<IndirectCostsRow | undefined> {
  const [row] = await db.select().from(indirectCosts).where(eq(indirectCosts.projectId, projectId));
  return row;
}

export async function saveIndirectCosts(
  tx: Database,
  projectId: string,
  values: IndirectCostsValues,
  by: string,
): Promise<IndirectCostsRow> {
  const [row] = await tx
    .insert(indirectCosts)
    .values({ projectId, ...values, createdBy: by, updatedBy: by })
    .onConflictDoUpdate({
      target: indirectCosts.projectId,
      set: { ...values, version: sql`${indirectCosts.version} + 1`, updatedBy: by, updatedAt: new Date() },
    })
    .returning();
  return row as IndirectCostsRow;
}
