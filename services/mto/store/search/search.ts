import type { Database } from '@consulting/shared/store/connect';
import { type SQL, sql } from 'drizzle-orm';
import type { SearchField } from '../../fields/search-field';
import { takeoffLine } from '../schema';
import { type LineFilter, listLinesById, matching } from '../takeoff-line';
import type { StoredLine } from '../takeoff-line-row';
import { sortedValue } from './value';

export interface SortKey {
  field: SearchField;
  direction: 'asc' | 'desc';
}

/** A page of the lines that meet the filter, and how many do; empty values come last in both directions, ties by id. */
export async function searchLines(
  db: Database,
  filter: LineFilter,
  sort: readonly SortKey[],
  { skip, limit }: { skip: number; limit: number },
): Promise<{ lines: StoredLine[]; total: number }> {
  const keys = sort.map(({ field }, at) => sql`${sortedValue(field)} as ${keyName(at)}`);
  const [found] = await db.execute<{ total: number; ids: string[] | null }>(sql`
    with found as materialized (
      select ${sql.join([sql`id`, ...keys], sql`, `)} from ${takeoffLine} where ${matching(filter)}
    ), page as (
      select row_number() over (order by ${order(sort)}) as position, id from found
      order by ${order(sort)} offset ${skip} limit ${limit}
    )
    select (select count(*)::int from found) as total, (select array_agg(id order by position) from page) as ids`);
  return { lines: await listLinesById(db, found?.ids ?? []), total: found?.total ?? 0 };
}

const keyName = (at: number): SQL => sql.raw(`key_${at}`);

function order(sort: readonly SortKey[]): SQL {
  const keys = sort.map(
    ({ direction }, at) => sql`${keyName(at)} ${direction === 'desc' ? sql`desc` : sql`asc`} nulls last`,
  );
  return sql.join([...keys, sql`id`], sql`, `);
}
