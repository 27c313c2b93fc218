import type { Database } from '@consulting/kernel/store/connect';
import { and, type SQL, sql } from 'drizzle-orm';
import type { SearchField } from '../../fields/search-field';
import { takeoffLine } from '../schema';
import { type LineFilter, matching } from '../takeoff-line';
import { comparableValue, sortedValue } from './value';

export interface SortKey {
  field: SearchField;
  direction: 'asc' | 'desc';
}

/** Fields whose order and values an index has; whatever else is searched reads every line of the project. */
export const indexedKeys: ReadonlySet<string> = new Set(['itemNumber', 'tag', 'totalCost']);

interface OrderKey {
  value: SQL;
  direction: 'asc' | 'desc';
  /** No line of the query is without the value: the place of empty ones is then that which an index gives them. */
  isFilled?: boolean;
}

const direction = (isDescending: boolean): SQL => (isDescending ? sql`desc` : sql`asc`);

/** An order by the keys, empty values last in both directions, ties by identifier; or exactly the reverse of it. */
export function order(keys: readonly OrderKey[], isReversed = false): SQL {
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

export async function listIds(
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
    select id from ${takeoffLine} where ${condition} order by ${order(keys, isReversed)} offset ${offset} limit ${limit}`);
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
