import type { Database } from '@consulting/kernel/store/connect';
import { whenGiven } from '@consulting/kernel/store/query';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { type Discipline, disciplines } from '../fields/discipline';
import { fieldsNamed, ownFields } from '../fields/registry';
import { isOfProject } from './directory';
import { currentLines, line, wholeOf } from './line-source';
import { takeoffLine } from './schema';
import { lineValue } from './search/value';
import { sortedText } from './takeoff-line-columns';

export const indicatorKeys = [
  'totalDiaInch',
  'totalWeight',
  'concreteVolume',
  'rebarWeight',
  'grossWeight',
  'cableLength',
  'terminationCount',
  'ioCount',
  'bankVolume',
  'compactedVolume',
  'netArea',
] as const;

type IndicatorKey = (typeof indicatorKeys)[number];

export const costKeys = [
  'labourCost',
  'materialCost',
  'freightCost',
  'importDutyCost',
  'salesTaxCost',
  'equipmentCost',
  'subcontractCost',
  'directCost',
  'indirectCost',
  'escalationCost',
  'contingencyCost',
  'markupCost',
  'totalCost',
] as const;

export const totalKeys = ['totalManHours', ...costKeys] as const;

export type TotalKey = (typeof totalKeys)[number];

export type SummaryScope =
  | { projectId: string; serviceId: string | null }
  /** For an asker that does not tell the project, as the version before. */
  | { projectId: null; serviceId: string };

/** Decimals as text. */
export type DisciplineSums = {
  discipline: Discipline;
  itemCount: number;
  quantity: string;
} & Record<TotalKey | IndicatorKey, string>;

export type QuantitySum = {
  discipline: Discipline;
  unitOfMeasure: string | null;
  quantity: string;
};

function indicatorSum(key: IndicatorKey): SQL {
  const [field] = fieldsNamed(key);
  if (!field) throw new RangeError(`${key} is not a field`);
  const owners = disciplines.filter((one) => ownFields[one].some((field) => field.key === key));
  const list = sql.raw(owners.map((one) => `'${one}'`).join(', '));
  return sql`sum(${lineValue(field)}) filter (where discipline in (${list}))`;
}

const name = (key: string) => sql.identifier(key);

const lineSums = sql.join(
  [
    ...totalKeys.map((key) => sql`sum(${line[key]}) as ${name(key)}`),
    ...indicatorKeys.map((key) => sql`${indicatorSum(key)} as ${name(key)}`),
  ],
  sql`, `,
);

const sumsOfSums = sql.join(
  [...totalKeys, ...indicatorKeys].map(
    (key) =>
      sql`case when grouping(unit_of_measure) = 1 then coalesce(sum(${name(key)}), 0) end as ${name(key)}`,
  ),
  sql`, `,
);

const scopeOf = ({ projectId, serviceId }: SummaryScope) =>
  and(
    isOfProject(line.projectId, projectId),
    whenGiven(serviceId, (id) => eq(line.serviceId, id)),
  );

/** Whether a line counts: those with status void or scopeType excluded are left out (resources.md 15.5). */
export const isCounted = sql`${line.status} is distinct from 'void'
  and ${line.scopeType} is distinct from 'excluded'`;

type SumRow = (DisciplineSums & { isWhole: true }) | (QuantitySum & { isWhole: false });

/**
 * The sums of each used discipline, and its quantities by unit of measure, units in alphabetical order. Every line is read
 * once.
 */
export async function sumUp(
  db: Database,
  scope: SummaryScope,
  source = currentLines,
): Promise<{ sums: DisciplineSums[]; quantities: QuantitySum[] }> {
  const rows = await db.execute<SumRow>(sql`
    with unit_sum as (
      select discipline, unit_of_measure, count(*) as lines, sum(quantity) as quantity, ${lineSums}
      from ${wholeOf(source)} where ${and(scopeOf(scope), isCounted)} group by discipline, unit_of_measure
    )
    select discipline, unit_of_measure as "unitOfMeasure", grouping(unit_of_measure) = 1 as "isWhole",
      sum(lines)::int as "itemCount", coalesce(sum(quantity), 0) as quantity, ${sumsOfSums}
    from unit_sum group by grouping sets ((discipline), (discipline, unit_of_measure))
    order by ${sortedText(sql`unit_of_measure`)}, unit_of_measure collate "C"`);
  return {
    sums: rows.filter((row) => row.isWhole),
    quantities: rows.filter((row) => !row.isWhole),
  };
}

export async function countByDiscipline(db: Database, projectId: string) {
  return db
    .select({ discipline: sql<Discipline>`${takeoffLine.discipline}`, itemCount: sql<number>`count(*)::int` })
    .from(takeoffLine)
    .where(eq(takeoffLine.projectId, projectId))
    .groupBy(takeoffLine.discipline);
}
