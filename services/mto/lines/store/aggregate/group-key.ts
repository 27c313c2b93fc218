import { lowered } from '@consulting/kernel/postgres';
import type { SearchField } from '@consulting/mto-engine';
import { type SQL, sql } from 'drizzle-orm';
import { searchValue } from '../search/value';
import type { WbsCodes } from '../search/wbs-codes';
import { sortedText } from '../tables/takeoff-line-columns';

export type GroupKey = { name: string; field: SearchField } | WbsKey;

interface WbsKey {
  name: string;
  codes: WbsCodes;
  ofOthers: string | null;
}

export const isWbsKey = (key: GroupKey): key is WbsKey => 'codes' in key;

export const keyColumn = (at: number): SQL => sql.raw(`key_${at}`);

export interface Column {
  name: SQL;
  value: SQL;
}

export interface KeyColumn extends Column {
  by: readonly SQL[];
}

export const keysOf = (keys: readonly GroupKey[]): KeyColumn[] =>
  keys.map((key, at) => {
    const name = keyColumn(at);
    if (!isWbsKey(key)) return { name, value: searchValue(key.field), by: [name] };
    const value = sql`${ancestor(at)}.value`;
    if (key.ofOthers === null) return { name, value, by: [value] };
    // The planner knows how many values a condition has, but not a case: it would sort all lines to group them.
    const isWithout = sql`${wbsCode} is null`;
    const ofOthers = sql`case when not (${isWithout}) then ${key.ofOthers}::text end`;
    return { name, value: sql`coalesce(${value}, ${ofOthers})`, by: [value, isWithout] };
  });

const wbsCode = sql.raw('takeoff_line.wbs_code');
const ancestor = (at: number) => sql.raw(`ancestor_${at}`);

export const wbsJoins = (keys: readonly GroupKey[]): SQL =>
  sql.join(
    keys.flatMap((key, at) => {
      if (!isWbsKey(key)) return [];
      return sql`left join json_each_text(${key.codes.json}::text::json) as ${ancestor(at)} on ${ancestor(at)}.key = ${lowered(wbsCode)}`;
    }),
    sql` `,
  );

type Direction = 'asc' | 'desc';

/** Text is sorted by its lower-cased form and then as it is, choices by their list; empty values come last. */
export function keyOrder(key: GroupKey, at: number, direction: Direction): SQL {
  const column = keyColumn(at);
  const parts = isWbsKey(key) ? textOrder(column) : valueOrder(key.field, column);
  return sql.join(
    parts.map((part) => ordered(part, direction)),
    sql`, `,
  );
}

const textOrder = (column: SQL): SQL[] => [sortedText(column), sql`${column} collate "C"`];

function valueOrder({ type, choices }: SearchField, column: SQL): SQL[] {
  if (type === 'text') return textOrder(column);
  if (type === 'enum')
    return [sql`array_position(${sql.param(choices)}::text[], ${column})`, sql`${column} collate "C"`];
  return [column];
}

export const ordered = (value: SQL, direction: Direction): SQL =>
  sql`${value} ${sql.raw(direction)} nulls last`;
