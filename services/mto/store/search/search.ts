import type { Database } from '@consulting/kernel/store/connect';
import { and, type SQL, sql } from 'drizzle-orm';
import type { SearchField } from '../../fields/search-field';
import { currentLines, wholeOf } from '../line-source';
import { takeoffLine } from '../schema';
import { countLines, type LineFilter, listLinesById, matching, sourceOf } from '../takeoff-line';
import type { StoredLine } from '../takeoff-line-row';
import type { Criteria } from './matching';
import { comparableValue, sortedValue } from './value';

export interface SortKey {
  field: SearchField;
  direction: 'asc' | 'desc';
}

interface Paging {
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
  const source = sourceOf(filter);
  const isByIndex = source === currentLines && (!criteria || isIndexed(criteria));
  const find = isByIndex ? findByIndex : findAtOnce;
  const { ids, total } = await find(db, filter, sort, paging);
  return { lines: await listLinesById(db, ids, source), total };
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
  const lines = wholeOf(sourceOf(filter));
  const names = sort.map(({ direction }, at) => ({ value: keyName(at), direction }));
  const left = sql`greatest(total - ${skip}::bigint, 0)`;
  const [found] = await db.execute<FoundPage & { isReversed: boolean }>(sql`
    with found as materialized (
      select ${sql.join([sql`id`, ...keys], sql`, `)} from ${lines} where ${matching(filter)}
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

/** Fields whose order and values an index has; whatever else is searched reads every line of the project. */
const indexedKeys: ReadonlySet<string> = new Set(['itemNumber', 'tag', 'totalCost']);

interface OrderKey {
  value: SQL;
  direction: 'asc' | 'desc';
  /** No line of the query is without the value: the place of empty ones is then that which an index gives them. */
  isFilled?: boolean;
}

const direction = (isDescending: boolean): SQL => (isDescending ? sql`desc` : sql`asc`);

/** An order by the keys, empty values last in both directions, ties by identifier; or exactly the reverse of it. */
function order(keys: readonly OrderKey[], isReversed = false): SQL {
  const parts = keys.map(({ value, direction: own, isFilled = false }) => {
    const isDescending = (own === 'desc') !== isReversed;
    const isEmptyFirst = isFilled ? isDescending : isReversed;
    return sql`${value} ${direction(isDescending)} ${isEmptyFirst ? sql`nulls first` : sql`nulls last`}`;
  });
  return sql.join([...parts, sql`id ${direction(isReversed)}`], sql`, `);
}

interface Stretch {
  offset: number;
  limit: number;
  isReversed: boolean;
}

async function listIds(
  db: Database,
  filter: LineFilter,
  sort: readonly SortKey[],
  stretch: Stretch,
): Promise<string[]> {
  const keys = sort.map((key) => ({ value: sortedValue(key.field), direction: key.direction }));
  const [first] = sort;
  const isSplit = first?.direction === 'desc' && indexedKeys.has(first.field.key);
  const ids = isSplit
    ? await listInTwo(db, filter, first.field, keys, stretch)
    : await listOrdered(db, { condition: matching(filter), keys }, stretch);
  return stretch.isReversed ? ids.reverse() : ids;
}

interface Part {
  condition: SQL | undefined;
  keys: readonly OrderKey[];
}

async function listOrdered(
  db: Database,
  { condition, keys }: Part,
  { offset, limit, isReversed }: Stretch,
): Promise<string[]> {
  const rows = await db.execute<{ id: string }>(sql`
    select id from takeoff_line where ${condition} order by ${order(keys, isReversed)} offset ${offset} limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** No index has empty values at the end of a descending order, so lines with and without a value are read one after the other. */
async function listInTwo(
  db: Database,
  filter: LineFilter,
  field: SearchField,
  [first, ...further]: readonly OrderKey[],
  stretch: Stretch,
): Promise<string[]> {
  const value = comparableValue(field);
  const filled = {
    condition: and(matching(filter), sql`${value} is not null`),
    keys: first ? [{ ...first, isFilled: true }, ...further] : further,
  };
  const empty = {
    condition: and(matching(filter), sql`${value} is null`),
    // Without the value the planner would not see that the index has these lines in order too.
    keys: [{ value, direction: 'asc' as const }, ...further],
  };
  const [near, far] = stretch.isReversed ? [empty, filled] : [filled, empty];
  const ids = await listOrdered(db, near, stretch);
  if (ids.length === stretch.limit) return ids;
  const nearCount =
    ids.length > 0 ? stretch.offset + ids.length : await db.$count(takeoffLine, near.condition);
  const rest = {
    ...stretch,
    offset: Math.max(0, stretch.offset - nearCount),
    limit: stretch.limit - ids.length,
  };
  return [...ids, ...(await listOrdered(db, far, rest))];
}
