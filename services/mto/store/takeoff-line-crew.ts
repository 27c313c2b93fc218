import type { Database } from '@consulting/kernel/store/connect';
import { lowered } from '@consulting/kernel/store/query';
import { and, asc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import { takeoffLine } from './schema';
import { lineColumns, type StoredLine, storedLine } from './takeoff-line-row';

export interface CrewCodes {
  serviceId: string;
  crewCodes: readonly string[];
}

const carries = ({ serviceId, crewCodes }: CrewCodes): SQL | undefined =>
  and(
    eq(takeoffLine.serviceId, serviceId),
    sql`${takeoffLine.crewCode} is not null`,
    inArray(lowered(takeoffLine.crewCode), crewCodes.map(lowered)),
  );

export async function lockCrewsOfService(tx: Database, serviceId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`mto.crews-of.${serviceId}`}, 0))`);
}

const isManual = sql`${takeoffLine.labourRateSource} is not distinct from 'manual'`;

export async function lockLinesOfCrews(
  tx: Database,
  crews: CrewCodes,
  afterId: string | null,
  limit: number,
): Promise<StoredLine[]> {
  const rows = await tx
    .select(lineColumns)
    .from(takeoffLine)
    .where(
      and(carries(crews), sql`not (${isManual})`, afterId === null ? undefined : gt(takeoffLine.id, afterId)),
    )
    .orderBy(asc(takeoffLine.id))
    .limit(limit)
    .for('update');
  return rows.map(storedLine);
}

const nextVersion = (by: string) => ({
  version: sql`${takeoffLine.version} + 1`,
  updatedAt: new Date(),
  updatedBy: by,
});

export async function matchManualLines(tx: Database, crews: CrewCodes, by: string): Promise<void> {
  await tx
    .update(takeoffLine)
    .set({ crewRateMatched: true, ...nextVersion(by) })
    .where(and(carries(crews), isManual, eq(takeoffLine.crewRateMatched, false)));
}

export async function releaseLinesOfCrews(tx: Database, crews: CrewCodes, by: string): Promise<void> {
  const isTaken = sql`(${takeoffLine.crewRateMatched} or ${takeoffLine.labourRateSource} = 'crew')`;
  const source = sql`case when ${takeoffLine.labourRateSource} = 'crew' then 'manual' else ${takeoffLine.labourRateSource} end`;
  await tx
    .update(takeoffLine)
    .set({ labourRateSource: source, crewRateMatched: false, ...nextVersion(by) })
    .where(and(carries(crews), isTaken));
}
