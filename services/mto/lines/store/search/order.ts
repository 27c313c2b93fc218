import { lowered } from '@consulting/kernel/postgres';
import { findSearchField, type SearchField } from '@consulting/mto-engine';
import { type SQL, sql } from 'drizzle-orm';
import { line } from '../rows/line-source';
import { sortedText } from '../tables/takeoff-line-columns';
import { searchValue, sortedCast, sortedValue } from './value';
import type { WbsCodes } from './wbs-codes';

export interface SortKey {
  field: SearchField;
  direction: 'asc' | 'desc';
  // Texts that differ in case alone are apart, as they are in groups.
  isExact?: boolean;
  // The ancestor at a level of the WBS instead of the code itself.
  level?: number;
  codes?: WbsCodes;
}

export interface OrderKey {
  value: SQL;
  direction: 'asc' | 'desc';
  cast: SQL;
  type: SearchField['type'];
  /** When every line has a value, an index can be used although it sorts empty values elsewhere. */
  isFilled?: boolean;
}

export interface Position {
  id: string;
  values: readonly (string | null)[];
}

export interface Paging {
  skip: number;
  limit: number;
}

export interface FoundPage {
  positions: Position[];
  total: number;
}

const itemNumber = findSearchField('itemNumber', null);
if (itemNumber === undefined) throw new RangeError('itemNumber is not a field');

/** The keys are those of the index of the table. */
const takeoffKeys: readonly OrderKey[] = [
  keyOf({ field: itemNumber, direction: 'asc' }),
  { value: sql`${line.createdAt}`, direction: 'asc', cast: sql`::timestamptz`, type: 'time', isFilled: true },
];

export const orderKeys = (sort: readonly SortKey[]): readonly OrderKey[] =>
  sort.length === 0 ? takeoffKeys : sort.map(keyOf);

function keyOf({ field, direction, isExact, level, codes }: SortKey): OrderKey {
  const isText = level !== undefined || isExact === true;
  const value = level === undefined ? searchValue(field) : ancestorIn(codes);
  const text = isExact ? sql`(${value} collate "C")` : sortedText(value);
  if (isText) return { value: text, direction, cast: sql`::text`, type: 'text' };
  return { value: sortedValue(field), direction, cast: sortedCast(field), type: field.type };
}

// In a statement of its own the codes are parsed once, not for every line.
const ancestorIn = (codes: WbsCodes | undefined): SQL =>
  sql`((select ${codes?.json ?? '{}'}::text::jsonb) ->> ${lowered(sql`takeoff_line.wbs_code`)})`;

export const byName = (keys: readonly OrderKey[]): OrderKey[] =>
  keys.map((key, at) => ({ ...key, value: nameOf(at) }));

export const namedKeys = (keys: readonly OrderKey[]): SQL[] =>
  keys.map(({ value }, at) => sql`${value} as ${nameOf(at)}`);

const nameOf = (at: number): SQL => sql.raw(`key_${at}`);

export const positionJson = (keys: readonly OrderKey[]): SQL =>
  sql`json_build_array(${sql.join([sql`id`, ...keys.map(textOf)], sql`, `)})::text`;

const textOf = ({ value, type }: OrderKey): SQL =>
  type === 'time'
    ? sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
    : sql`${value}::text`;

export function positionOf(json: string): Position {
  const [id = '', ...values]: [string, ...(string | null)[]] = JSON.parse(json);
  return { id, values };
}

const direction = (isDescending: boolean): SQL => (isDescending ? sql`desc` : sql`asc`);

/** Empty values come last in both directions and ties are decided by the identifier, unless the whole order is reversed. */
export function order(keys: readonly OrderKey[], isReversed = false): SQL {
  const parts = keys.map(({ value, direction: own, isFilled = false }) => {
    const isDescending = (own === 'desc') !== isReversed;
    const isEmptyFirst = isFilled ? isDescending : isReversed;
    return sql`${value} ${direction(isDescending)} ${isEmptyFirst ? sql`nulls first` : sql`nulls last`}`;
  });
  return sql.join([...parts, sql`id ${direction(isReversed)}`], sql`, `);
}

const given = ({ cast }: OrderKey, text: string): SQL => sql`${text}::text${cast}`;

const isBeyond = (key: OrderKey, text: string): SQL =>
  sql`${key.value} ${key.direction === 'asc' ? sql`>` : sql`<`} ${given(key, text)}`;

export function isBehind(keys: readonly OrderKey[], { id, values }: Position): SQL {
  const [first, ...others] = keys;
  if (!first) return sql`id > ${id}::uuid`;
  const [text = null, ...further] = values;
  if (text !== null && keys.every((key) => key.isFilled && key.direction === 'asc')) {
    const texts = keys.map((key, at) => given(key, values[at] ?? ''));
    const names = sql.join([...keys.map(({ value }) => value), sql`id`], sql`, `);
    return sql`(${names}) > (${sql.join([...texts, sql`${id}::uuid`], sql`, `)})`;
  }
  const rest = isBehind(others, { id, values: further });
  if (text === null) return sql`(${first.value} is null and ${rest})`;
  const ties = sql`(${first.value} = ${given(first, text)} and ${rest})`;
  return sql`(${isBeyond(first, text)} or ${first.value} is null or ${ties})`;
}

export interface Range {
  condition: SQL;
  keys: readonly OrderKey[];
}

/** The ranges follow one another: lines that tie with the position, lines beyond it, and lines without a value. */
export function rangesBehind(keys: readonly OrderKey[], { id, values }: Position): Range[] {
  const [first, ...others] = keys;
  const [text = null, ...further] = values;
  if (!first) return [{ condition: isBehind(keys, { id, values }), keys }];
  const rest = isBehind(others, { id, values: further });
  const empty = withoutValues(first, others);
  if (text === null) return [{ ...empty, condition: sql`(${empty.condition} and ${rest})` }];
  const filled = [{ ...first, isFilled: true }, ...others];
  return [
    { condition: sql`(${first.value} = ${given(first, text)} and ${rest})`, keys: filled },
    { condition: isBeyond(first, text), keys: filled },
    empty,
  ];
}

/** No index has the lines without a value at the end of a descending order. */
export function filledThenEmpty(keys: readonly OrderKey[]): Range[] {
  const [first, ...others] = keys;
  if (!first) return [];
  const filled = [{ ...first, isFilled: true }, ...others];
  return [{ condition: sql`${first.value} is not null`, keys: filled }, withoutValues(first, others)];
}

// Without the value the planner would not see that the index has these lines in order too.
const withoutValues = (first: OrderKey, others: readonly OrderKey[]): Range => ({
  condition: sql`${first.value} is null`,
  keys: [{ ...first, direction: 'asc' }, ...others],
});
