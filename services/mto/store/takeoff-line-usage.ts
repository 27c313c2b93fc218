import type { Database } from '@consulting/shared/store/connect';
import { and, asc, eq, sql } from 'drizzle-orm';
import { takeoffLine } from './schema';

const blockingMax = 20;

/** Lines of the project that carry a cost. */
export const countPricedLines = (db: Database, projectId: string): Promise<number> =>
  db.$count(takeoffLine, and(eq(takeoffLine.projectId, projectId), sql`${takeoffLine.totalCost} <> 0`));

/** Lines that carry the subcontractor: how many, and the first of them by tag or item code and description. */
export async function findSubcontractorUsage(db: Database, projectId: string, subcontractorId: string) {
  const carrying = and(
    eq(takeoffLine.projectId, projectId),
    eq(takeoffLine.subcontractorId, subcontractorId),
  );
  const items = await db
    .select({
      id: takeoffLine.id,
      code: sql<
        string | null
      >`coalesce(${takeoffLine.tag}, ${takeoffLine.itemCode}, ${takeoffLine.itemNumber}::text)`,
      name: takeoffLine.description,
    })
    .from(takeoffLine)
    .where(carrying)
    .orderBy(asc(takeoffLine.itemNumber), asc(takeoffLine.createdAt), asc(takeoffLine.id))
    .limit(blockingMax);
  return { count: await db.$count(takeoffLine, carrying), items };
}
