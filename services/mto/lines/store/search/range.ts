import type { Database } from '@consulting/kernel/postgres';
import { and, type SQL, sql } from 'drizzle-orm';
import { type LineFilter, matching, sourceOf } from './line-filter';
import { byName, namedKeys, order, type Position, positionJson, positionOf, type Range } from './order';
import { rangeOfVersion } from './version-range';

export interface Cut {
  offset: number;
  limit: number;
  isReversed?: boolean;
}

/** Each part of the source comes in the order of its index, and the parts are merged. */
export async function listRange(
  db: Database,
  filter: LineFilter,
  { condition, keys }: Omit<Range, 'condition'> & { condition: SQL | undefined },
  { offset, limit, isReversed }: Cut,
): Promise<Position[]> {
  const source = sourceOf(filter);
  const cut = sql`offset ${offset} limit ${limit}`;
  const lines =
    source.version && condition && !isReversed
      ? rangeOfVersion(source.version, filter, { condition, keys }, offset + limit)
      : rangeOf(filter, and(matching(filter), condition), order(keys, isReversed), {
          columns: sql.join([sql`id`, ...namedKeys(keys)], sql`, `),
          cut: source.length === 1 ? cut : sql`limit ${offset + limit}`,
        });
  const names = byName(keys);
  const rows = await db.execute<{ position: string }>(sql`
    select ${positionJson(names)} as position from ${lines} as found
    order by ${order(names, isReversed)} ${source.length === 1 ? sql`` : cut}`);
  return rows.map((row) => positionOf(row.position));
}

function rangeOf(
  filter: LineFilter,
  where: SQL | undefined,
  order: SQL,
  { columns, cut }: { columns: SQL; cut: SQL },
): SQL {
  const parts = sourceOf(filter).map(
    (part) => sql`(select ${columns} from ${part} where ${where} order by ${order} ${cut})`,
  );
  return sql`(${sql.join(parts, sql` union all `)})`;
}
