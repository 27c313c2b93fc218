import type { Database } from '@consulting/kernel/store/connect';
import { whenGiven } from '@consulting/kernel/store/query';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Discipline } from '../fields/discipline';
import { isOfProject } from './directory';
import { type IndicatorKey, indicatorKeys, isCounted, type TotalKey, totalKeys } from './figures';
import { currentLines, type LineSource, line, wholeOf } from './line-source';
import { columnName, sortedText } from './takeoff-line-columns';
import { haveLines, indicatorValue, totalsFor } from './totals/totals';

export type SummaryScope =
  | { projectId: string; serviceId: null }
  /** Without the project for an asker that does not tell it, as the version before. */
  | { projectId: string | null; serviceId: string };

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

const name = (key: string) => sql.identifier(key);

const sumsOf = (indicator: (key: IndicatorKey) => SQL) =>
  sql.join(
    [
      ...totalKeys.map((key) => sql`sum(${line[key]}) as ${name(key)}`),
      ...indicatorKeys.map((key) => sql`sum(${indicator(key)}) as ${name(key)}`),
    ],
    sql`, `,
  );

const sumsOfLines = sumsOf(indicatorValue);
const sumsOfTotals = sumsOf((key) => sql`${sql.identifier(columnName(key))}`);

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

type SumRow = (DisciplineSums & { isWhole: true }) | (QuantitySum & { isWhole: false });

/** The sums of each used discipline, and its quantities by unit of measure, units in alphabetical order. */
export async function sumUp(
  db: Database,
  scope: SummaryScope,
  source = currentLines,
): Promise<{ sums: DisciplineSums[]; quantities: QuantitySum[] }> {
  const totals = totalsOf(scope, source);
  const rows = await db.execute<SumRow>(sql`
    with unit_sum as (
      select discipline, unit_of_measure, ${totals ? sql`sum(lines)` : sql`count(*)`} as lines, sum(quantity) as quantity,
        ${totals ? sumsOfTotals : sumsOfLines}
      from ${totals ?? wholeOf(source)} where ${and(scopeOf(scope), isCounted)} group by discipline, unit_of_measure
      ${totals ? sql`having ${haveLines}` : sql``}
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

const totalsOf = ({ projectId, serviceId }: SummaryScope, source: LineSource): SQL | undefined =>
  projectId === null
    ? undefined
    : totalsFor(
        { projectId, serviceId, discipline: null, source },
        ['discipline', 'unitOfMeasure'],
        ['quantity', ...totalKeys, ...indicatorKeys],
      );
