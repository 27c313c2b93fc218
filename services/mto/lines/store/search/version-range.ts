import { and, type SQL, sql } from 'drizzle-orm';
import { type FrozenLines, partsOfEpoch } from '../rows/line-source';
import { type LineFilter, matching } from './line-filter';
import { byName, namedKeys, type OrderKey, order, type Range } from './order';

const beyondAll: Readonly<Record<string, SQL>> = {
  integer: sql`9223372036854775807::bigint`,
  time: sql`'infinity'::timestamptz`,
};

/**
 * At most as many stored lines are read as are asked for, and no current line after the last of them; otherwise all lines changed since
 * would have to be skipped.
 */
export function rangeOfVersion(
  version: FrozenLines,
  filter: LineFilter,
  { condition, keys }: Range,
  count: number,
): SQL {
  const { current, isUnchanged, stored } = partsOfEpoch(version);
  const where = and(matching({ ...filter, serviceId: null }), condition);
  const columns = sql.join([sql`id`, ...namedKeys(keys)], sql`, `);
  const names = byName(keys);
  return sql`(
    with kept as materialized (
      select ${columns} from ${stored} where ${where} order by ${order(keys)} limit ${count}
    ), last as materialized (select * from kept order by ${order(names)} offset ${count - 1})
    select * from kept
    union all (
      select * from (
        select ${columns} from ${current} where ${and(where, isBefore(keys))} order by ${order(keys)}
      ) as takeoff_line where ${isUnchanged} limit ${count}))`;
}

function isBefore(keys: readonly OrderKey[]): SQL {
  const [first] = keys;
  const names = byName(keys);
  const bounds = keys.flatMap(({ value, type }, at) => {
    const isEmpty = at === 0 && !first?.isFilled;
    const name = names[at]?.value;
    return isEmpty ? [] : [{ value, bound: sql`coalesce((select ${name} from last), ${beyondAll[type]})` }];
  });
  const values = [...bounds.map(({ value }) => value), sql`id`];
  const beyondIds = sql`coalesce((select id from last), 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)`;
  const last = [...bounds.map(({ bound }) => bound), beyondIds];
  return sql`(${sql.join(values, sql`, `)}) <= (${sql.join(last, sql`, `)})`;
}
