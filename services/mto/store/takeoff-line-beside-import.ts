import type { Database } from '@consulting/kernel/store/connect';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { LineRange } from './import-task';
import { takeoffLine } from './schema';
import { type LineFilter, matching } from './takeoff-line';
import { lineColumns, type StoredLine, storedLine } from './takeoff-line-row';

// An import of 100,000 lines leaves as many entries in the indexes before anybody may see them. A reader would look at
// every one of those lines in the table; excluded by their identifiers, they are passed over within the index.

function outside(ranges: readonly LineRange[]): SQL[] {
  const gaps = ranges.map(({ first }, at) => {
    const before = ranges[at - 1];
    const start = before ? sql`id > ${before.last} and ` : sql``;
    return sql`${start}id < ${first}`;
  });
  const last = ranges.at(-1);
  return last ? [...gaps, sql`id > ${last.last}`] : [sql`true`];
}

export async function listFinishedLines(
  db: Database,
  filter: LineFilter,
  skip: number,
  limit: number,
  unfinished: readonly LineRange[],
): Promise<StoredLine[]> {
  const order = sql`order by item_number, created_at, id`;
  const parts = outside(unfinished).map(
    (isOutside) => sql`(select id, item_number, created_at from ${takeoffLine}
      where ${matching(filter)} and ${isOutside} ${order} limit ${skip + limit})`,
  );
  const page = sql`(select id from (${sql.join(parts, sql` union all `)}) as part ${order}
    offset ${skip} limit ${limit}) as page`;
  const rows = await db
    .select(lineColumns)
    .from(takeoffLine)
    .innerJoin(page, eq(takeoffLine.id, sql`page.id`))
    .orderBy(takeoffLine.itemNumber, takeoffLine.createdAt, takeoffLine.id);
  return rows.map(storedLine);
}

export async function countFinishedLines(
  db: Database,
  filter: LineFilter,
  unfinished: readonly LineRange[],
): Promise<number> {
  const counts = outside(unfinished).map(
    (isOutside) => sql`(select count(*) from ${takeoffLine} where ${matching(filter)} and ${isOutside})`,
  );
  const [row] = await db.execute<{ count: number }>(
    sql`select (${sql.join(counts, sql` + `)})::int as count`,
  );
  return row?.count ?? 0;
}
