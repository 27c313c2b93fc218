import type { Database } from '@consulting/kernel/store/connect';
import { equalsIgnoringCase } from '@consulting/kernel/store/query';
import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { takeoffLine } from './schema';

export const blockingMax = 20;

export const countPricedLines = (db: Database, projectId: string): Promise<number> =>
  db.$count(takeoffLine, and(eq(takeoffLine.projectId, projectId), sql`${takeoffLine.totalCost} <> 0`));

export const listBlockingLines = (db: Database, condition: SQL | undefined) =>
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

export interface CrewCode {
  serviceId: string | null;
  crewCode: string;
}

export const carriesCrewCode = ({ serviceId, crewCode }: CrewCode) =>
  and(
    equalsIgnoringCase(takeoffLine.crewCode, crewCode),
    serviceId === null ? undefined : eq(takeoffLine.serviceId, serviceId),
  );

export async function findCrewUsage(db: Database, crews: readonly CrewCode[], itemsMax: number) {
  const counts = await countCrewLines(db, crews);
  const items = await Promise.all(
    crews.map((crew, at) =>
      itemsMax === 0 || counts[at] === 0 ? [] : listBlockingLines(db, carriesCrewCode(crew)).limit(itemsMax),
    ),
  );
  return crews.map((_, at) => ({ count: counts[at] ?? 0, items: items[at] ?? [] }));
}

async function countCrewLines(db: Database, crews: readonly CrewCode[]): Promise<number[]> {
  if (crews.length === 0) return [];
  const rows = await db.execute<{ count: number }>(sql`
    select (
      select count(*)::int from takeoff_line
      where lower(takeoff_line.crew_code collate pg_c_utf8) = lower(crew."crewCode" collate pg_c_utf8)
        and (crew."serviceId" is null or takeoff_line.service_id = crew."serviceId")) as count
    from jsonb_to_recordset(${JSON.stringify(numbered(crews))}::text::jsonb)
      as crew(position int, "serviceId" uuid, "crewCode" text) order by crew.position`);
  return rows.map(({ count }) => count);
}

const numbered = (crews: readonly CrewCode[]) =>
  crews.map(({ serviceId, crewCode }, position) => ({ position, serviceId, crewCode }));
