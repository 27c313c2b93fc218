import type { Database } from '@consulting/kernel/store/connect';
import { matchesText } from '@consulting/kernel/store/query';
import { type SQL, sql } from 'drizzle-orm';
import { columnType, type Field } from '../fields/field';
import { takeoffLine } from './schema';
import { lineValue } from './search/value';
import { type LineFilter, matching } from './takeoff-line';
import { sortedText } from './takeoff-line-columns';

type Value = string | number | boolean;

function valueOrder(field: Field, choices: readonly string[]): SQL {
  const value = sql`value`;
  if (field.type === 'enum') return sql`array_position(${sql.param(choices)}::text[], ${value})`;
  if (columnType(field) !== 'text') return value;
  return sql`${sortedText(value)}, ${value} collate "C"`;
}

function valueOf(field: Field, value: Value): Value {
  const type = columnType(field);
  return type === 'numeric' || type === 'integer' ? Number(value) : value;
}

/**
 * The distinct values of a field with their counts, in their order; `total` counts those beyond `limit` too, `emptyCount`
 * the lines without a value. `choices` is the list of an enum.
 */
export async function listDistinctValues(
  db: Database,
  filter: LineFilter,
  {
    field,
    choices,
    search,
    limit,
  }: { field: Field; choices: readonly string[]; search: string | null; limit: number },
) {
  const isFound = search === null ? sql`true` : matchesText([sql`value::text`], search);
  const found = await db.execute<{ value: Value | null; count: number; total: number }>(sql`
    with counted as (
      select ${lineValue(field)} as value, count(*)::int as count
      from ${takeoffLine} where ${matching(filter)} group by 1
    )
    select value, count, (count(value) over ())::int as total
    from counted where value is null or ${isFound}
    order by value is not null, ${valueOrder(field, choices)}
    limit ${limit + 1}`);
  const emptyCount = found[0]?.value === null ? found[0].count : 0;
  const data = found.flatMap(({ value, count }) =>
    value === null ? [] : [{ value: valueOf(field, value), count }],
  );
  return { data: data.slice(0, limit), total: found[0]?.total ?? 0, emptyCount };
}
