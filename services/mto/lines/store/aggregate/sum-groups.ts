import { fixed } from '@consulting/kernel/postgres';
import { type SQL, sql } from 'drizzle-orm';
import type { LineFilter } from '../search/line-filter';
import type { JsonStatement } from '../tables/json-statement';
import { orderOf } from './aggregate';
import { type GroupKey, keyColumn } from './group-key';
import { finalValue, type Measure } from './measure';
import { AggregateSteps, list } from './steps';

export interface SummedGroup {
  keys: (string | null)[];
  sums: string[];
}

const stored = new WeakMap<readonly Measure[], SQL>();

function sumsOf(measures: readonly Measure[]): SQL {
  const sums = stored.get(measures) ?? fixed(list(measures.map(finalValue)));
  stored.set(measures, sums);
  return sums;
}

/** None of the measures may be in units of measure; groups are in the order of their values. */
export function sumGroups(
  filter: LineFilter,
  groupBy: readonly GroupKey[],
  measures: readonly Measure[],
  limit: number,
): JsonStatement<SummedGroup[]> {
  const steps = new AggregateSteps(filter, { groupBy, measures, includesExcluded: false });
  const keys = groupBy.map((_, at) => sql`${keyColumn(at)}::text`);
  const sums = sumsOf(measures);
  return {
    // One text for all sums of a group: to parse thousands of short ones would take longer than everything else.
    statement: sql`with ${list(steps.all)} select coalesce(json_agg(texts), '[]') from (
      select array[${list([...keys, sql`concat_ws(' ', ${sums})`])}] as texts from ${steps.groups}
      ${orderOf({ groupBy, sort: [] })} limit ${limit}::int) as page`,
    read: (found) =>
      (found as string[][]).map((texts) => ({
        keys: texts.slice(0, -1),
        sums: texts.at(-1)?.split(' ') ?? [],
      })),
  };
}
