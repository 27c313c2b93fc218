import { sql } from 'drizzle-orm';
import type { JsonStatement } from '../json-statement';
import type { LineFilter } from '../takeoff-line';
import { orderOf } from './aggregate';
import { type GroupKey, keyColumn } from './group-key';
import { finalValue, type Measure, valueColumn } from './measure';
import { AggregateSteps, list } from './steps';

export interface SummedGroup {
  /** In the order of the keys. */
  keys: (string | null)[];
  /** In the order of the measures; exact text. */
  sums: string[];
}

/**
 * The sums of lines that count, by up to three keys in the order of their values. The measures are sums, none of them in units of
 * measure.
 */
export function sumGroups(
  filter: LineFilter,
  groupBy: readonly GroupKey[],
  measures: readonly Measure[],
  limit: number,
): JsonStatement<SummedGroup[]> {
  const steps = new AggregateSteps(filter, { groupBy, measures, includesExcluded: false });
  const keys = groupBy.map((_, at) => keyColumn(at));
  const values = measures.map((measure, at) => sql`${finalValue(measure, at)}::text`);
  const order = orderOf({ groupBy, sort: [] });
  return {
    statement: sql`with ${list(steps.all)} select coalesce(json_agg(texts), '[]') from (
      select array[${list([...keys.map((key) => sql`${key}::text`), ...values])}] as texts from ${steps.groups}
      ${order} limit ${limit}::int) as page`,
    read: (found) =>
      (found as string[][]).map((texts) => ({
        keys: texts.slice(0, keys.length),
        sums: texts.slice(keys.length),
      })),
  };
}
