import type { Database } from '@consulting/kernel/postgres';
import { sql } from 'drizzle-orm';
import { currentLines, wholeOf } from '../rows/line-source';
import { type LineFilter, matching, sourceOf } from '../search/line-filter';
import type { Criteria } from '../search/matching';
import {
  byName,
  type FoundPage,
  filledThenEmpty,
  isBehind,
  namedKeys,
  type OrderKey,
  order,
  orderKeys,
  type Paging,
  type Position,
  positionJson,
  positionOf,
  rangesBehind,
  type SortKey,
} from '../search/order';
import { type Cut, listRange } from '../search/range';
import { countLines } from '../totals/count-lines';
import { findItemStart } from '../totals/item-start';
import type { LinesByColumn } from './lines-by-column';

export interface LineStore {
  db: Database;
  columns: LinesByColumn;
}

export async function findPage(
  { db, columns }: LineStore,
  filter: LineFilter,
  sort: readonly SortKey[],
  paging: Paging,
): Promise<FoundPage> {
  const found = await columns.findPage(filter, sort, paging);
  if (found) return found;
  const keys = orderKeys(sort);
  return isByIndex(filter, sort)
    ? findByIndex(db, filter, { sort, keys }, paging)
    : findAtOnce(db, filter, keys, paging);
}

export async function findBehind(
  { db, columns }: LineStore,
  filter: LineFilter,
  sort: readonly SortKey[],
  position: Position,
  limit: number,
): Promise<Position[]> {
  const behind = await columns.findBehind(filter, sort, position, limit);
  if (behind) return behind;
  const keys = orderKeys(sort);
  if (isByIndex(filter, sort) && (sort[0] === undefined || isIndexedKey(sort[0]))) {
    const found: Position[] = [];
    for (const range of rangesBehind(keys, position)) {
      const left = limit - found.length;
      if (left > 0) found.push(...(await listRange(db, filter, range, { offset: 0, limit: left })));
    }
    return found;
  }
  const lines = wholeOf(sourceOf(filter));
  const names = byName(keys);
  const rows = await db.execute<{ position: string }>(sql`
    select ${positionJson(names)} as position from (
      select ${sql.join([sql`id`, ...namedKeys(keys)], sql`, `)} from ${lines} where ${matching(filter)} offset 0
    ) as found
    where ${isBehind(names, position)} order by ${order(names)} limit ${limit}`);
  return rows.map((row) => positionOf(row.position));
}

function isByIndex(
  { criteria, words, source = currentLines }: LineFilter,
  sort: readonly SortKey[],
): boolean {
  if (words && words.length > 0) return false;
  if (sort.length === 0 && !criteria) return true;
  return source === currentLines && (!criteria || isIndexed(criteria));
}

const isIndexed = ({ conditions }: Criteria): boolean =>
  conditions.every((one) => ('field' in one ? indexedKeys.has(one.field.key) : isIndexed(one)));

/** A search by any other field reads every line of the project. */
const indexedKeys: ReadonlySet<string> = new Set(['itemNumber', 'tag', 'totalCost']);

const isIndexedKey = ({ field }: SortKey): boolean => indexedKeys.has(field.key);

const nearLinesMax = 1000;

interface Order {
  sort: readonly SortKey[];
  keys: readonly OrderKey[];
}

async function findByIndex(
  db: Database,
  filter: LineFilter,
  order: Order,
  { skip, limit }: Paging,
): Promise<FoundPage> {
  const source = sourceOf(filter);
  if (!filter.criteria && source.version?.hasTotals) {
    const cut = { offset: skip, limit };
    const [total, positions] = await Promise.all([
      countLines(db, filter),
      listFarBehind(db, filter, order, cut),
    ]);
    return { positions, total };
  }
  const isCounted = !filter.criteria && source.isCurrent === true;
  if (skip + limit <= nearLinesMax && !isCounted) {
    const [total, positions] = await Promise.all([
      countLines(db, filter),
      listPositions(db, filter, order, { offset: skip, limit }),
    ]);
    return { positions, total };
  }
  const total = await countLines(db, filter);
  const left = total - skip;
  if (left <= 0) return { positions: [], total };
  // Behind the last line there may be any number of those of imports under way, which only their index passes over.
  const fromStart = { offset: skip, limit: Math.min(limit, left) };
  if (isCounted && skip > nearLinesMax && order.sort.length === 0)
    return { positions: await listFarBehind(db, filter, order, fromStart), total };
  if (left > skip) return { positions: await listPositions(db, filter, order, fromStart), total };
  const fromEnd = { offset: Math.max(0, left - limit), limit: Math.min(limit, left), isReversed: true };
  return { positions: (await listPositions(db, filter, order, fromEnd)).reverse(), total };
}

/** An offset into the index is known by the number of lines before it, so they are not read one by one. */
async function listFarBehind(
  db: Database,
  filter: LineFilter,
  { keys }: Order,
  { offset, limit }: Cut,
): Promise<Position[]> {
  const [numbered, others] = filledThenEmpty(keys);
  if (!numbered || !others) return [];
  const start =
    offset === 0 ? { ...numbered, offset, isOfNumbered: true } : await findItemStart(db, filter, offset);
  const range = { ...(start.isOfNumbered ? numbered : others), condition: start.condition };
  const found = await listRange(db, filter, range, { offset: start.offset, limit });
  const left = limit - found.length;
  if (left === 0 || !start.isOfNumbered) return found;
  return [...found, ...(await listRange(db, filter, others, { offset: 0, limit: left }))];
}

/**
 * One pass counts the lines and finds the page, from the nearer end, because the first lines of an order are found without sorting the
 * others.
 */
async function findAtOnce(
  db: Database,
  filter: LineFilter,
  keys: readonly OrderKey[],
  { skip, limit }: Paging,
): Promise<FoundPage> {
  const lines = wholeOf(sourceOf(filter));
  const names = byName(keys);
  const position = positionJson(names);
  const left = sql`greatest(total - ${skip}::bigint, 0)`;
  const [found] = await db.execute<{ total: number; page: string[]; isReversed: boolean }>(sql`
    with found as materialized (
      select ${sql.join([sql`id`, ...namedKeys(keys)], sql`, `)} from ${lines} where ${matching(filter)}
    ), counted as (select count(*)::int as total from found)
    select total, ${left} < ${skip}::bigint as "isReversed", case when ${left} < ${skip}::bigint
      then array(select ${position} from found order by ${order(names, true)}
        offset greatest(${left} - ${limit}::int, 0) limit least(${left}, ${limit}::int))
      else array(select ${position} from found order by ${order(names)} offset ${skip}::bigint limit ${limit}::int)
      end as page
    from counted`);
  if (!found) return { positions: [], total: 0 };
  const positions = found.page.map(positionOf);
  return { positions: found.isReversed ? positions.reverse() : positions, total: found.total };
}

const listPositions = (
  db: Database,
  filter: LineFilter,
  { sort: [first], keys }: Order,
  cut: Cut,
): Promise<Position[]> =>
  first?.direction === 'desc' && isIndexedKey(first)
    ? listInTwo(db, filter, keys, cut)
    : listRange(db, filter, { condition: undefined, keys }, cut);

async function listInTwo(
  db: Database,
  filter: LineFilter,
  keys: readonly OrderKey[],
  cut: Cut,
): Promise<Position[]> {
  const [filled, empty] = filledThenEmpty(keys);
  if (!filled || !empty) return [];
  const [near, far] = cut.isReversed ? [empty, filled] : [filled, empty];
  const found = await listRange(db, filter, near, cut);
  if (found.length === cut.limit) return found;
  const isSkipped = found.length === 0 && cut.offset > 0;
  const nearCount = isSkipped ? await countLines(db, filter, near.condition) : cut.offset + found.length;
  const rest = { ...cut, offset: Math.max(0, cut.offset - nearCount), limit: cut.limit - found.length };
  return [...found, ...(await listRange(db, filter, far, rest))];
}
