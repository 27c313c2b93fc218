import type { Database } from '@consulting/shared/store/connect';
import { whenGiven } from '@consulting/shared/store/query';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Discipline } from '../fields/discipline';
import { takeoffLine } from './schema';
import {
  type IndicatorKey,
  indicatorKeys,
  sortedText,
  type TotalKey,
  totalKeys,
} from './takeoff-line-indexes';

/** The lines of a project, of one service in it, or of a service whose project follows from its lines. */
export type SummaryScope =
  | { projectId: string; serviceId: string | null }
  | { projectId: null; serviceId: string };

/** Sums of the lines of one discipline, decimals as text. */
export type DisciplineSums = {
  discipline: Discipline;
  itemCount: number;
  quantity: string;
} & Record<TotalKey | IndicatorKey, string>;

export interface QuantitySum {
  discipline: Discipline;
  unitOfMeasure: string | null;
  quantity: string;
}

const sumOf = (key: TotalKey | IndicatorKey | 'quantity') =>
  sql<string>`coalesce(sum(${takeoffLine[key]}), 0)`;

const sums = Object.fromEntries([...totalKeys, ...indicatorKeys].map((key) => [key, sumOf(key)])) as Record<
  TotalKey | IndicatorKey,
  SQL<string>
>;

const projectOf = (serviceId: string) =>
  sql`(select project_id from takeoff_line where service_id = ${serviceId} limit 1)`;

const scopeOf = ({ projectId, serviceId }: SummaryScope) =>
  and(
    eq(takeoffLine.projectId, projectId ?? projectOf(serviceId)),
    whenGiven(serviceId, (id) => eq(takeoffLine.serviceId, id)),
  );

/** Whether a line counts: those with status void or scopeType excluded are left out (resources.md 15.5). */
export const isCounted = sql`${takeoffLine.status} is distinct from 'void'
  and ${takeoffLine.scopeType} is distinct from 'excluded'`;

const counted = (scope: SummaryScope) => and(scopeOf(scope), isCounted);

const discipline = sql<Discipline>`${takeoffLine.discipline}`;

export function sumByDiscipline(db: Database, scope: SummaryScope): Promise<DisciplineSums[]> {
  return db
    .select({ discipline, itemCount: sql<number>`count(*)::int`, quantity: sumOf('quantity'), ...sums })
    .from(takeoffLine)
    .where(counted(scope))
    .groupBy(takeoffLine.discipline) as unknown as Promise<DisciplineSums[]>;
}

/** Quantities by discipline and unit of measure, units in alphabetical order. */
export async function sumQuantities(db: Database, scope: SummaryScope): Promise<QuantitySum[]> {
  const { unitOfMeasure } = takeoffLine;
  return db
    .select({ discipline, unitOfMeasure, quantity: sumOf('quantity') })
    .from(takeoffLine)
    .where(counted(scope))
    .groupBy(takeoffLine.discipline, unitOfMeasure)
    .orderBy(sortedText(unitOfMeasure), sql`${unitOfMeasure} collate "C"`);
}

/** How many lines each used discipline has, whatever their status. */
export async function countByDiscipline(db: Database, projectId: string) {
  return db
    .select({ discipline, itemCount: sql<number>`count(*)::int` })
    .from(takeoffLine)
    .where(eq(takeoffLine.projectId, projectId))
    .groupBy(takeoffLine.discipline);
}
