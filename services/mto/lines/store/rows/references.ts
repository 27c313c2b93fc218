import { type Database, equalsIgnoringCase, lowered, whenGiven } from '@consulting/kernel/postgres';
import type { Discipline } from '@consulting/mto-engine';
import { and, asc, eq, inArray, notInArray, type SQL, sql } from 'drizzle-orm';
import { lockInOrder } from '../tables/line-locks';
import { takeoffLine } from '../tables/schema';
import { isOfProject } from './directory';

const blockingMax = 20;

export const countPricedLines = (db: Database, projectId: string): Promise<number> =>
  db.$count(takeoffLine, and(eq(takeoffLine.projectId, projectId), sql`${takeoffLine.totalCost} <> 0`));

const listBlockingLines = (db: Database, condition: SQL | undefined) =>
  db
    .select({
      id: takeoffLine.id,
      code: sql<
        string | null
      >`coalesce(${takeoffLine.tag}, ${takeoffLine.itemCode}, ${takeoffLine.itemNumber}::text)`,
      name: takeoffLine.description,
    })
    .from(takeoffLine)
    .where(condition)
    .orderBy(asc(takeoffLine.itemNumber), asc(takeoffLine.createdAt), asc(takeoffLine.id));

export async function findSubcontractorUsage(db: Database, projectId: string, subcontractorId: string) {
  const carrying = and(
    eq(takeoffLine.projectId, projectId),
    eq(takeoffLine.subcontractorId, subcontractorId),
  );
  const items = await listBlockingLines(db, carrying).limit(blockingMax);
  return { count: await db.$count(takeoffLine, carrying), items };
}

interface CrewCode {
  projectId: string | null;
  serviceId: string | null;
  crewCode: string;
}

const carriesCrewCode = ({ projectId, serviceId, crewCode }: CrewCode) =>
  and(
    isOfProject(takeoffLine.projectId, projectId),
    equalsIgnoringCase(takeoffLine.crewCode, crewCode),
    whenGiven(serviceId, (id) => eq(takeoffLine.serviceId, id)),
  );

export async function findCrewUsage(db: Database, crews: readonly CrewCode[], itemsMax: number) {
  const counts: number[] = [];
  for (const [projectId, own] of Map.groupBy(crews.entries(), ([, crew]) => crew.projectId)) {
    const found = await countCrewLines(
      db,
      projectId,
      own.map(([, crew]) => crew),
    );
    for (const [at, [position]] of own.entries()) counts[position] = found[at] ?? 0;
  }
  const items = await Promise.all(
    crews.map((crew, at) =>
      itemsMax === 0 || counts[at] === 0 ? [] : listBlockingLines(db, carriesCrewCode(crew)).limit(itemsMax),
    ),
  );
  return crews.map((_, at) => ({ count: counts[at] ?? 0, items: items[at] ?? [] }));
}

async function countCrewLines(
  db: Database,
  projectId: string | null,
  crews: readonly CrewCode[],
): Promise<number[]> {
  const rows = await db.execute<{ count: number }>(sql`
    select (
      select count(*)::int from takeoff_line
      where ${isOfProject(takeoffLine.projectId, projectId)}
        and lower(takeoff_line.crew_code collate pg_c_utf8) = lower(crew."crewCode" collate pg_c_utf8)
        and (crew."serviceId" is null or takeoff_line.service_id = crew."serviceId")) as count
    from jsonb_to_recordset(${JSON.stringify(numbered(crews))}::text::jsonb)
      as crew(position int, "serviceId" uuid, "crewCode" text) order by crew.position`);
  return rows.map(({ count }) => count);
}

const numbered = (crews: readonly CrewCode[]) =>
  crews.map(({ serviceId, crewCode }, position) => ({ position, serviceId, crewCode }));

interface WbsCodes {
  projectId: string | null;
  wbsCodes: readonly string[];
}

const carriesWbsCode = ({ projectId, wbsCodes }: WbsCodes) =>
  and(
    sql`${takeoffLine.wbsCode} is not null`,
    inArray(lowered(takeoffLine.wbsCode), wbsCodes.map(lowered)),
    isOfProject(takeoffLine.projectId, projectId),
  );

export async function findWbsUsage(db: Database, codes: WbsCodes, exceptProjectIds: readonly string[]) {
  const carrying = and(
    carriesWbsCode(codes),
    exceptProjectIds.length === 0 ? undefined : notInArray(takeoffLine.projectId, [...exceptProjectIds]),
  );
  const items = await listBlockingLines(db, carrying).limit(blockingMax);
  return { count: await db.$count(takeoffLine, carrying), items };
}

export async function listProjectsOfCodes(db: Database, codes: WbsCodes): Promise<string[]> {
  const rows = await db
    .select({ projectId: takeoffLine.projectId })
    .from(takeoffLine)
    .where(carriesWbsCode(codes))
    .groupBy(takeoffLine.projectId);
  return rows.map(({ projectId }) => projectId);
}

export async function lockMatching(tx: Database): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('mto.wbs-matching', 0))`);
}

export const lockLinesOfWbs = (tx: Database, codes: WbsCodes): Promise<void> =>
  lockInOrder(tx, carriesWbsCode(codes));

export async function setWbsMatched(
  tx: Database,
  codes: WbsCodes,
  isMatched: boolean,
  by: string,
): Promise<void> {
  if (codes.wbsCodes.length === 0) return;
  await tx
    .update(takeoffLine)
    .set({ wbsMatched: isMatched, ...nextVersion(by) })
    .where(and(carriesWbsCode(codes), eq(takeoffLine.wbsMatched, !isMatched)));
}

export interface CrewCodes {
  projectId: string;
  serviceId: string;
  crewCodes: readonly string[];
}

const carriesCrewOf = ({ projectId, serviceId, crewCodes }: CrewCodes): SQL | undefined =>
  and(
    eq(takeoffLine.projectId, projectId),
    eq(takeoffLine.serviceId, serviceId),
    sql`${takeoffLine.crewCode} is not null`,
    inArray(lowered(takeoffLine.crewCode), crewCodes.map(lowered)),
  );

export async function lockCrewsOfService(tx: Database, serviceId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`mto.crews-of.${serviceId}`}, 0))`);
}

export async function lockCrewsOfServiceShared(tx: Database, serviceId: string): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock_shared(hashtextextended(${`mto.crews-of.${serviceId}`}, 0))`,
  );
}

export const lockLinesOfCrews = (tx: Database, crews: CrewCodes): Promise<void> =>
  lockInOrder(tx, carriesCrewOf(crews));

const isManual = sql`${takeoffLine.labourRateSource} is not distinct from 'manual'`;

export const takesRatesOf = (crews: CrewCodes): SQL | undefined =>
  and(carriesCrewOf(crews), sql`not (${isManual})`);

export async function listDisciplinesOf(tx: Database, crews: CrewCodes): Promise<Discipline[]> {
  const rows = await tx
    .select({ discipline: sql<Discipline>`${takeoffLine.discipline}` })
    .from(takeoffLine)
    .where(takesRatesOf(crews))
    .groupBy(takeoffLine.discipline);
  return rows.map(({ discipline }) => discipline);
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
    .where(and(carriesCrewOf(crews), isManual, eq(takeoffLine.crewRateMatched, false)));
}

export async function releaseLinesOfCrews(tx: Database, crews: CrewCodes, by: string): Promise<void> {
  const isTaken = sql`(${takeoffLine.crewRateMatched} or ${takeoffLine.labourRateSource} = 'crew')`;
  const source = sql`case when ${takeoffLine.labourRateSource} = 'crew' then 'manual' else ${takeoffLine.labourRateSource} end`;
  await tx
    .update(takeoffLine)
    .set({ labourRateSource: source, crewRateMatched: false, ...nextVersion(by) })
    .where(and(carriesCrewOf(crews), isTaken));
}
