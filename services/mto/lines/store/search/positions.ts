import { sql } from 'drizzle-orm';
import { wholeOf } from '../rows/line-source';
import { type LineFilter, matching, sourceOf } from './line-filter';
import { byName, namedKeys, order, orderKeys, type SortKey } from './order';

export interface Positions {
  ranges: readonly { skip: number; limit: number }[];
  sort: readonly SortKey[];
}

// Lines are numbered by their keys alone, so that sorting does not carry whole lines.
export function linesAt(filter: LineFilter, { ranges, sort }: Positions): LineFilter {
  const { projectId } = filter;
  const lines = wholeOf(sourceOf(filter));
  const keys = orderKeys(sort);
  const isMeant = ranges.map(
    ({ skip, limit }) => sql`(number > ${skip}::bigint and number <= ${skip}::bigint + ${limit}::bigint)`,
  );
  const numbered = sql`select id, row_number() over (order by ${order(byName(keys))}) as number from (
    select ${sql.join([sql`id`, ...namedKeys(keys)], sql`, `)} from ${lines} where ${matching(filter)} offset 0) as found`;
  const part = sql`(select * from ${lines} where project_id = ${projectId}::uuid and id in (
    select id from (${numbered}) as numbered where ${sql.join(isMeant, sql` or `)})) as takeoff_line`;
  return { projectId, serviceId: null, discipline: null, source: [part] };
}
