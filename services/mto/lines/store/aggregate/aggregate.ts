import type { Database } from '@consulting/kernel/postgres';
import type { Cell } from '@consulting/mto-engine';
import { type SQL, sql } from 'drizzle-orm';
import type { LineFilter } from '../search/line-filter';
import { keyColumn, keyOrder, ordered } from './group-key';
import { finalValue, isDistinctCount, type Measure, merged, valueColumn } from './measure';
import { AggregateSteps, type Aggregation, figuresOf, hasUnits, list } from './steps';

export interface AggregateOrder {
  of: 'key' | 'value';
  at: number;
  direction: 'asc' | 'desc';
}

export interface AggregatePage extends Aggregation {
  sort: readonly AggregateOrder[];
  skip: number;
  limit: number;
}

export type Value = Cell;

/** The values are in the order of the measures; a measure in the unit of measure has one value for each of `units`. */
interface Figures {
  values: (Value | Value[])[];
  units: (string | null)[];
}

export interface AggregateGroup extends Figures {
  keys: Value[];
}

type Row = Record<string, Value | Value[]>;

/** Sums are exact and then rounded to the nearest number. `total` counts the groups of all pages, and `totals` covers all groups. */
export async function aggregateLines(
  db: Database,
  filter: LineFilter,
  query: AggregatePage,
): Promise<{ groups: AggregateGroup[]; totals: Figures; total: number }> {
  const steps = new AggregateSteps(filter, query);
  const { measures, skip, limit } = query;
  const displayed = list([
    ...query.groupBy.map((_, at) => keyColumn(at)),
    ...displayedValues(measures),
    ...(hasUnits(measures) ? [sql`units`] : []),
    sql`lines`,
  ]);
  const [found] = await db.execute<{ total: number; page: string; whole: string; units: string }>(sql`
    with ${list(steps.all)}
    select (select count(*)::int from ${steps.groups}) as total,
      (select coalesce(json_agg(page), '[]')::text from (
        select * from (select ${displayed} from ${steps.groups}) as line_group ${orderOf(query)}
        offset ${skip}::bigint limit ${limit}::int) as page) as page,
      (select row_to_json(whole)::text from (${wholeOf(measures, steps.groups)}) as whole) as whole,
      ${hasUnits(measures) ? unitsOf(measures, steps.unitRows) : sql`'[]'`} as units`);
  const rows: Row[] = JSON.parse(found?.page ?? '[]');
  return {
    total: found?.total ?? 0,
    groups: rows.map((row) => ({
      keys: query.groupBy.map((_, at) => row[`key_${at}`] as Value),
      values: measures.map((_, at) => row[`value_${at}`] ?? null),
      units: (row.units ?? []) as (string | null)[],
    })),
    totals: totalsOf(measures, JSON.parse(found?.whole ?? '{}'), JSON.parse(found?.units ?? '[]')),
  };
}

const displayedValues = (measures: readonly Measure[]): SQL[] =>
  measures.map((measure, at) => {
    const value = measure.isPerUnit ? valueColumn(at) : finalValue(measure, at);
    return measure.isPerUnit ? value : sql`${value} as ${valueColumn(at)}`;
  });

export function orderOf({ groupBy, sort }: Pick<AggregatePage, 'groupBy' | 'sort'>): SQL {
  const keys = groupBy.map((_, at): AggregateOrder => ({ of: 'key', at, direction: 'asc' }));
  const parts = [...sort, ...keys].flatMap(({ of, at, direction }) => {
    const key = groupBy[at];
    if (of === 'value') return [ordered(valueColumn(at), direction)];
    return key ? [keyOrder(key, at, direction)] : [];
  });
  return parts.length > 0 ? sql`order by ${list(parts)}` : sql``;
}

function wholeOf(measures: readonly Measure[], groups: SQL): SQL {
  const values = measures.flatMap((measure, at) => {
    if (measure.isPerUnit) return [];
    const value = isDistinctCount(measure)
      ? sql`(select count(*) from (select from ${sql.raw(`pair_${at}`)} group by counted) as value)`
      : finalValue(measure, at);
    return [sql`${value} as ${valueColumn(at)}`];
  });
  const figures = figuresOf(measures).filter(({ isPerUnit }) => !isPerUnit);
  return sql`select ${list([sql`lines`, ...values])} from (select ${list(figures.map(merged))} from ${groups}) as figures`;
}

function unitsOf(measures: readonly Measure[], rows: SQL): SQL {
  const values = measures.flatMap((measure, at) =>
    measure.isPerUnit ? [sql`${finalValue(measure, at)} as ${valueColumn(at)}`] : [],
  );
  return sql`(select coalesce(json_agg(in_unit), '[]')::text from (
    select unit, ${list(values)} from (
      select unit, ${list(figuresOf(measures).map(merged))} from ${rows} group by unit) as figures) as in_unit)`;
}

const totalsOf = (measures: readonly Measure[], whole: Row, inUnits: readonly Row[]): Figures => ({
  values: measures.map(({ isPerUnit }, at) => {
    const name = `value_${at}`;
    return isPerUnit ? inUnits.map((row) => row[name] as Value) : (whole[name] ?? null);
  }),
  units: inUnits.map(({ unit }) => unit as string | null),
});
