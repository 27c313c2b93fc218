import type { Database } from '@consulting/kernel/store/connect';
import { copyRows } from '@consulting/kernel/store/copy';
import { whenGiven } from '@consulting/kernel/store/query';
import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Discipline } from '../fields/discipline';
import { commonPosition } from '../fields/registry';
import { keepCreatedLines } from './history/line-operation';
import type { LineRange } from './import-task';
import { LineCopy, usedPositions } from './line-copy';
import { takeoffLine } from './schema';
import { type Criteria, meets } from './search/matching';
import {
  type LineToStore,
  lineColumns,
  lineJson,
  type StoredLine,
  storedLine,
  writtenColumns,
} from './takeoff-line-row';

export interface LineFilter {
  projectId: string;
  serviceId: string | null;
  discipline: Discipline | null;
  criteria?: Criteria | null;
}

/** Keeps the JSON of one statement at some megabytes. */
const linesPerStatementMax = 1000;

export const matching = ({ projectId, serviceId, discipline, criteria }: LineFilter) =>
  and(
    eq(takeoffLine.projectId, projectId),
    whenGiven(serviceId, (id) => eq(takeoffLine.serviceId, id)),
    whenGiven(discipline, (one) => eq(takeoffLine.discipline, one)),
    criteria ? meets(criteria) : undefined,
  );

const takeoffOrder = [asc(takeoffLine.itemNumber), asc(takeoffLine.createdAt), asc(takeoffLine.id)];

/** A page in the order of the takeoff: itemNumber, createdAt, id; the identifiers of the page come from an index alone. */
export async function listLines(
  db: Database,
  filter: LineFilter,
  skip: number,
  limit: number,
): Promise<StoredLine[]> {
  const page = db
    .select({ id: takeoffLine.id })
    .from(takeoffLine)
    .where(matching(filter))
    .orderBy(...takeoffOrder)
    .offset(skip)
    .limit(limit)
    .as('page');
  const rows = await db
    .select(lineColumns)
    .from(takeoffLine)
    .innerJoin(page, eq(takeoffLine.id, page.id))
    .orderBy(...takeoffOrder);
  return rows.map(storedLine);
}

export async function listLinesById(db: Database, ids: readonly string[]): Promise<StoredLine[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select(lineColumns)
    .from(takeoffLine)
    .where(sql`${takeoffLine.id} = any(${sql.param(ids)}::uuid[])`);
  const lines = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = lines.get(id);
    return row ? [storedLine(row)] : [];
  });
}

export const countLines = (db: Database, filter: LineFilter) => db.$count(takeoffLine, matching(filter));

export async function hasLines(db: Database, projectId: string): Promise<boolean> {
  const rows = await db
    .select({ id: takeoffLine.id })
    .from(takeoffLine)
    .where(eq(takeoffLine.projectId, projectId))
    .limit(1);
  return rows.length > 0;
}

export async function findLine(db: Database, id: string): Promise<StoredLine | undefined> {
  const [row] = await db.select(lineColumns).from(takeoffLine).where(eq(takeoffLine.id, id));
  return row && storedLine(row);
}

export async function lockLine(tx: Database, id: string): Promise<StoredLine | undefined> {
  const [row] = await tx.select(lineColumns).from(takeoffLine).where(eq(takeoffLine.id, id)).for('update');
  return row && storedLine(row);
}

const list = (columns: readonly string[]) => sql.raw(columns.join(', '));

const rowsOf = (lines: readonly LineToStore[]) =>
  sql`json_populate_recordset(null::takeoff_line, ${`[${lines.map(lineJson).join(',')}]`}::text::json)`;

export async function insertLines(
  tx: Database,
  lines: readonly LineToStore[],
  by: string,
  present: (line: StoredLine) => void = () => {},
): Promise<void> {
  const copy = new LineCopy(usedPositions(lines), { created_by: by, updated_by: by });
  const [now] = await tx.execute<{ at: string }>(sql`select now() as at`);
  const at = new Date(now?.at ?? Number.NaN);
  const server = { version: 1, createdAt: at, updatedAt: at, createdBy: by, updatedBy: by };
  const pieces = copy.pieces(lines, (line) => present({ ...line, ...server }));
  await copyRows(tx, 'takeoff_line', copy.columnNames, pieces);
  const ids = lines.map(({ id }) => id);
  if (lines[0]) await keepCreatedLines(tx, { ...ownerOf(lines[0]), by }, ids);
}

const ownerOf = ({ values }: LineToStore) => ({
  projectId: String(values[commonPosition('projectId')]),
  serviceId: String(values[commonPosition('serviceId')]),
});

const assignments = list(writtenColumns.map((column) => `${column} = changed.${column}`));

/** Stores every value of the lines anew, as their next version. */
export async function updateLines(tx: Database, lines: readonly LineToStore[], by: string): Promise<void> {
  for (let at = 0; at < lines.length; at += linesPerStatementMax) {
    const rows = rowsOf(lines.slice(at, at + linesPerStatementMax));
    await tx.execute(sql`
      update takeoff_line as line
      set ${assignments}, version = line.version + 1, updated_at = now(), updated_by = ${by}
      from ${rows} as changed where line.id = changed.id`);
  }
}

export async function removeLine(tx: Database, id: string): Promise<void> {
  await tx.delete(takeoffLine).where(eq(takeoffLine.id, id));
}

export async function removeLinesOf(
  tx: Database,
  owner: { projectId: string } | { serviceId: string },
): Promise<void> {
  const isOwned =
    'serviceId' in owner
      ? eq(takeoffLine.serviceId, owner.serviceId)
      : eq(takeoffLine.projectId, owner.projectId);
  await tx.delete(takeoffLine).where(isOwned);
}

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
