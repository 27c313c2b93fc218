import { and, type SQL, sql } from 'drizzle-orm';
import { isCounted } from '../rows/figures';
import { currentLines, wholeOf } from '../rows/line-source';
import { type Criteria, meets } from '../search/matching';
import type { JsonStatement } from '../tables/json-statement';
import { sortedText } from '../tables/takeoff-line-columns';
import { type SummaryScope, scopeOf } from './summary';

export type Gap = Criteria;

export interface UnitGaps {
  unitOfMeasure: string | null;
  lines: number;
  quantity: string;
  gaps: { lines: number; quantity: string; amount: string }[];
}

const figuresOf = (gap: Gap): SQL => {
  const isGap = meets(gap);
  return sql`json_build_object(
    'lines', count(*) filter (where ${isGap}),
    'quantity', coalesce(sum(quantity) filter (where ${isGap}), 0)::text,
    'amount', coalesce(sum(total_cost) filter (where ${isGap}), 0)::text)`;
};

/** Lines that count, and those of each gap among them, by unit of measure in alphabetical order. */
export function gapSums(
  scope: SummaryScope,
  gaps: readonly Gap[],
  source = currentLines,
): JsonStatement<UnitGaps[]> {
  const figures = sql.join(gaps.map(figuresOf), sql`, `);
  const statement = sql`
    select coalesce(json_agg(unit_gap), '[]') from (
      select unit_of_measure as "unitOfMeasure", count(*)::int as lines, coalesce(sum(quantity), 0)::text as quantity,
        json_build_array(${figures}) as gaps
      from ${wholeOf(source)} where ${and(scopeOf(scope), isCounted)} group by unit_of_measure
      order by ${sortedText(sql`unit_of_measure`)}, unit_of_measure collate "C") as unit_gap`;
  return { statement, read: (found) => found as UnitGaps[] };
}
