import { fixed, whenGiven } from '@consulting/kernel/postgres';
import type { Discipline } from '@consulting/mto-engine';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { isOfProject } from '../rows/directory';
import { type IndicatorKey, indicatorKeys, isCounted, type TotalKey, totalKeys } from '../rows/figures';
import { currentLines, type LineSource, line, wholeOf } from '../rows/line-source';
import type { JsonStatement } from '../tables/json-statement';
import { columnName, sortedText } from '../tables/takeoff-line-columns';
import { indicatorValue } from '../totals/summed-value';
import { haveLines, totalsFor } from '../totals/totals';

export type SummaryScope =
  | { projectId: string; serviceId: null }
  | { projectId: string | null; serviceId: string };

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

const sumsOfLines = fixed(sumsOf(indicatorValue));
const sumsOfTotals = fixed(sumsOf((key) => sql`${sql.identifier(columnName(key))}`));

const sumsOfSums = fixed(
  sql.join(
    ['quantity', ...totalKeys, ...indicatorKeys].map(
      (key) => sql`coalesce(sum(${name(key)}), 0)::text as ${name(key)}`,
    ),
    sql`, `,
  ),
);

export const scopeOf = ({ projectId, serviceId }: SummaryScope) =>
  and(
    isOfProject(line.projectId, projectId),
    whenGiven(serviceId, (id) => eq(line.serviceId, id)),
  );

export interface Sums {
  sums: DisciplineSums[];
  quantities: QuantitySum[];
}

export function sumUp(scope: SummaryScope, source = currentLines): JsonStatement<Sums> {
  const totals = totalsOf(scope, source);
  const statement = sql`
    with unit_sum as materialized (
      select discipline, unit_of_measure, ${totals ? sql`sum(lines)` : sql`count(*)`} as lines, sum(quantity) as quantity,
        ${totals ? sumsOfTotals : sumsOfLines}
      from ${totals ?? wholeOf(source)} where ${and(scopeOf(scope), isCounted)} group by discipline, unit_of_measure
      ${totals ? sql`having ${haveLines}` : sql``}
    )
    select json_build_object(
      'sums', (select coalesce(json_agg(discipline_sum), '[]') from (
        select discipline, sum(lines)::int as "itemCount", ${sumsOfSums} from unit_sum group by discipline) as discipline_sum),
      'quantities', (select coalesce(json_agg(quantity_sum), '[]') from (
        select discipline, unit_of_measure as "unitOfMeasure", coalesce(quantity, 0)::text as quantity from unit_sum
        order by ${sortedText(sql`unit_of_measure`)}, unit_of_measure collate "C") as quantity_sum))`;
  return { statement, read: (found) => found as Sums };
}

const totalsOf = ({ projectId, serviceId }: SummaryScope, source: LineSource): SQL | undefined =>
  projectId === null
    ? undefined
    : totalsFor(
        { projectId, serviceId, discipline: null, source },
        ['discipline', 'unitOfMeasure'],
        ['quantity', ...totalKeys, ...indicatorKeys],
      );
