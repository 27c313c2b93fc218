import { matchesText } from '@consulting/kernel/postgres';
import type { SearchField } from '@consulting/mto-engine';
import { type SQL, sql } from 'drizzle-orm';
import { wholeOf } from '../rows/line-source';
import { type LineFilter, matching, sourceOf } from '../search/line-filter';
import { searchValue } from '../search/value';
import { sortedText } from '../tables/takeoff-line-columns';
import { haveLines, totalsFor } from '../totals/totals';
import type { LineStore } from './search';

type Value = string | number | boolean;

function valueOrder({ type, choices }: SearchField): SQL {
  const value = sql`value`;
  if (type === 'enum') return sql`array_position(${sql.param(choices)}::text[], ${value})`;
  return type === 'text' ? sql`${sortedText(value)}, ${value} collate "C"` : value;
}

const displayedAsText: readonly SearchField['type'][] = ['date', 'identifier'];

function displayedValue(field: SearchField): SQL {
  const value = searchValue(field);
  return displayedAsText.includes(field.type) ? sql`${value}::text` : value;
}

const valueOf = ({ type }: SearchField, value: Value): Value =>
  type === 'number' || type === 'integer' ? Number(value) : value;

const valueOfText = ({ type }: SearchField, text: string): Value => {
  if (type === 'number' || type === 'integer') return Number(text);
  return type === 'boolean' ? text === 'true' : text;
};

/** `total` counts the values beyond `limit` too, and `emptyCount` the lines without a value. */
export async function listDistinctValues(
  { db, columns }: LineStore,
  filter: LineFilter,
  { field, search, limit }: { field: SearchField; search: string | null; limit: number },
) {
  const totals = totalsFor(filter, [field.key], []);
  const stored = totals ? null : await columns.countDistinct(filter, { field, search, limit });
  if (stored) {
    const data = stored.data.map(({ text, count }) => ({ value: valueOfText(field, text), count }));
    return { ...stored, data };
  }
  const isFound = search === null ? sql`true` : matchesText([sql`value::text`], search);
  const count = totals ? sql`sum(lines)` : sql`count(*)`;
  const found = await db.execute<{ value: Value | null; count: number; total: number }>(sql`
    with counted as (
      select ${displayedValue(field)} as value, ${count}::int as count
      from ${totals ?? wholeOf(sourceOf(filter))} where ${matching(filter)} group by 1
      ${totals ? sql`having ${haveLines}` : sql``}
    )
    select value, count, (count(value) over ())::int as total
    from counted where value is null or ${isFound}
    order by value is not null, ${valueOrder(field)}
    limit ${limit + 1}`);
  const emptyCount = found[0]?.value === null ? found[0].count : 0;
  const data = found.flatMap(({ value, count }) =>
    value === null ? [] : [{ value: valueOf(field, value), count }],
  );
  return { data: data.slice(0, limit), total: found[0]?.total ?? 0, emptyCount };
}
