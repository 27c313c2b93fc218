import type { Database, TrackedRecords } from '@consulting/kernel/postgres';
import { whenGiven } from '@consulting/kernel/postgres';
import { reviewDecision } from '@consulting/mto-lines';
import { and, eq, sql } from 'drizzle-orm';

export const reviewRecords: TrackedRecords = {
  recordType: 'review-checks',
  table: 'review_decision',
  id: 'id',
  nested: '',
  hidden: ['count', 'amount'],
  code: ['code'],
  label: ['reason'],
};

export type Decision = typeof reviewDecision.$inferSelect;
type NewDecision = typeof reviewDecision.$inferInsert;

export const listDecisions = (
  db: Database,
  { projectId, serviceId }: { projectId: string; serviceId: string | null },
): Promise<Decision[]> =>
  db
    .select()
    .from(reviewDecision)
    .where(
      and(
        eq(reviewDecision.projectId, projectId),
        whenGiven(serviceId, (id) => eq(reviewDecision.serviceId, id)),
      ),
    );

export async function lockDecision(
  tx: Database,
  { serviceId, code }: Pick<NewDecision, 'serviceId' | 'code'>,
): Promise<Decision | undefined> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`mto.review.${serviceId}.${code}`}, 0))`,
  );
  const [row] = await tx
    .select()
    .from(reviewDecision)
    .where(and(eq(reviewDecision.serviceId, serviceId), eq(reviewDecision.code, code)));
  return row;
}

export async function insertDecision(tx: Database, values: NewDecision): Promise<Decision> {
  const [row] = await tx.insert(reviewDecision).values(values).returning();
  return row as Decision;
}

export async function updateDecision(
  tx: Database,
  id: string,
  changes: Partial<NewDecision>,
): Promise<Decision> {
  const [row] = await tx
    .update(reviewDecision)
    .set({ ...changes, version: sql`${reviewDecision.version} + 1`, updatedAt: new Date() })
    .where(eq(reviewDecision.id, id))
    .returning();
  return row as Decision;
}

export async function removeReviewOf(
  tx: Database,
  { projectId, serviceId = null }: { projectId: string; serviceId?: string | null },
): Promise<void> {
  const isOwned = and(
    eq(reviewDecision.projectId, projectId),
    whenGiven(serviceId, (id) => eq(reviewDecision.serviceId, id)),
  );
  await tx.delete(reviewDecision).where(isOwned);
}
