import type { Database } from '@consulting/kernel/store/connect';
import { lowered, whenGiven } from '@consulting/kernel/store/query';
import { and, eq, inArray, notInArray, sql } from 'drizzle-orm';
import { takeoffLine } from './schema';
import { blockingMax, listBlockingLines } from './takeoff-line-usage';

export interface WbsCodes {
  projectId: string | null;
  wbsCodes: readonly string[];
}

const carries = ({ projectId, wbsCodes }: WbsCodes) =>
  and(
    sql`${takeoffLine.wbsCode} is not null`,
    inArray(lowered(takeoffLine.wbsCode), wbsCodes.map(lowered)),
    whenGiven(projectId, (id) => eq(takeoffLine.projectId, id)),
  );

export async function findWbsUsage(db: Database, codes: WbsCodes, exceptProjectIds: readonly string[]) {
  const carrying = and(
    carries(codes),
    exceptProjectIds.length === 0 ? undefined : notInArray(takeoffLine.projectId, [...exceptProjectIds]),
  );
  const items = await listBlockingLines(db, carrying).limit(blockingMax);
  return { count: await db.$count(takeoffLine, carrying), items };
}

export async function listProjectsOfCodes(db: Database, codes: WbsCodes): Promise<string[]> {
  const rows = await db
    .select({ projectId: takeoffLine.projectId })
    .from(takeoffLine)
    .where(carries(codes))
    .groupBy(takeoffLine.projectId);
  return rows.map(({ projectId }) => projectId);
}

export async function lockMatching(tx: Database): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('mto.wbs-matching', 0))`);
}

export async function setWbsMatched(
  tx: Database,
  codes: WbsCodes,
  isMatched: boolean,
  by: string,
): Promise<void> {
  if (codes.wbsCodes.length === 0) return;
  await tx
    .update(takeoffLine)
    .set({
      wbsMatched: isMatched,
      version: sql`${takeoffLine.version} + 1`,
      updatedAt: new Date(),
      updatedBy: by,
    })
    .where(and(carries(codes), eq(takeoffLine.wbsMatched, !isMatched)));
}
