import type { Database } from '@consulting/kernel/store/connect';
import { type SQL, sql } from 'drizzle-orm';
import { takeoffLine } from '../schema';
import { countLines, type LineFilter, listLinesById, matching } from '../takeoff-line';
import type { StoredLine } from '../takeoff-line-row';
import type { Criteria } from './criteria';
import { indexedKeys, listIds, order, type SortKey } from './page';
import { sortedValue } from './value';

export interface Paging {
  skip: number;
  limit: number;
}

type FoundPage = {
  ids: string[];
  total: number;
};

export async function searchLines(
  db: Database,
  filter: LineFilter,
  sort: readonly SortKey[],
  paging: Paging,
): Promise<{ lines: StoredLine[]; total: number }> {
  const { criteria } = filter;
  const find = criteria && !isIndexed(criteria) ? findAtOnce : findByIndex;
  const { ids, total } = await find(db, filter, sort, paging);
  return { lines: await listLinesById(db, ids), total };
}

const isIndexed = ({ conditions }: Criteria): boolean =>
  conditions.every((one) => ('field' in one ? indexedKeys.has(one.field.key) : isIndexed(one)));

/** Pages up to here are read while the lines are counted; those further back by the shorter way. */
const nearLinesMax = 1000;

async function findByIndex(
  db: Database,
  filter: LineFilter,
  sort: readonly SortKey[],
  { skip, limit }: Paging,
): Promise<FoundPage> {
  const fromStart = { offset: skip, limit, isReversed: false };
  if (skip + limit <= nearLinesMax) {
    const [total, ids] = await Promise.all([countLines(db, filter), listIds(db, filter, sort, fromStart)]);
    return { ids, total };
  }
  const total = await countLines(db, filter);
  const left = total - skip;
  if (left <= 0) return { ids: [], total };
  if (left > skip) return { ids: await listIds(db, filter, sort, fromStart), total };
  const fromEnd = { offset: Math.max(0, left - limit), limit: Math.min(limit, left), isReversed: true };
  return { ids: await listIds(db, filter, sort, fromEnd), total };
}

/**
 * Reads every line once, to count those that meet the criteria and to find the page among them: from the nearer end, because
 * the first lines of an order are found without sorting the others.
 */
async function findAtOnce(
  db: Database,
  filter: LineFilter,
  sort: readonly SortKey[],
  { skip, limit }: Paging,
): Promise<FoundPage> {
  const keys = sort.map(({ field }, at) => sql`${sortedValue(field)} as ${keyName(at)}`);
  const names = sort.map(({ direction }, at) => ({ value: keyName(at), direction }));
  const left = sql`greatest(total - ${skip}::bigint, 0)`;
  const [found] = await db.execute<FoundPage & { isReversed: boolean }>(sql`
    with found as materialized (
      select ${sql.join([sql`id`, ...keys], sql`, `)} from ${takeoffLine} where ${matching(filter)}
    ), counted as (select count(*)::int as total from found)
    select total, ${left} < ${skip}::bigint as "isReversed", case when ${left} < ${skip}::bigint
      then array(select id from found order by ${order(names, true)}
        offset greatest(${left} - ${limit}::int, 0) limit least(${left}, ${limit}::int))
      else array(select id from found order by ${order(names)} offset ${skip}::bigint limit ${limit}::int)
      end as ids
    from counted`);
  if (!found) return { ids: [], total: 0 };
  const { ids, total, isReversed } = found;
  return { ids: isReversed ? ids.reverse() : ids, total };
}

const keyName = (at: number): SQL => sql.raw(`key_${at}`);
