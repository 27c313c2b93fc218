import type { Database } from '@consulting/kernel/store/connect';
import { lowered, whenGiven } from '@consulting/kernel/store/query';
import { and, eq, inArray, notInArray, sql } from 'drizzle-orm';
import { takeoffLine } from './schema';
import { blockingMax, listBlockingLines } from './takeoff-line-usage';

/** WBS codes, compared ignoring case, in a project or with null in any. */
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

/** Lines that carry one of the codes outside some projects: how many, and the first of them. */
export async function findWbsUsage(db: Database, codes: WbsCodes, exceptProjectIds: readonly string[]) {
  const carrying = and(
    carries(codes),
    exceptProjectIds.length === 0 ? undefined : notInArray(takeoffLine.projectId, [...exceptProjectIds]),
  );
  const items = await listBlockingLines(db, carrying).limit(blockingMax);
  return { count: await db.$count(takeoffLine, carrying), items };
}

/** Projects of which lines carry one of the codes. */
export async function listProjectsOfCodes(db: Database, codes: WbsCodes): Promise<string[]> {
  const rows = await db
    .select({ projectId: takeoffLine.projectId })
    .from(takeoffLine)
    .where(carries(codes))
    .groupBy(takeoffLine.projectId);
  return rows.map(({ projectId }) => projectId);
}

/** Held by whoever matches lines with WBS codes, until the end of the transaction. */
export async function lockMatching(tx: Database): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('mto.wbs-matching', 0))`);
}

/** Writes whether the codes name an item to the lines that tell otherwise. */
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
