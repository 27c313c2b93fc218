import { copyRows, type Database, whenGiven } from '@consulting/kernel/postgres';
import { commonPosition, type LineToStore, type StoredLine } from '@consulting/mto-engine';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { noteCreatedLines } from '../rows/changed-lines';
import { sameProject } from '../rows/directory';
import { LineCopy, usedPositions } from '../rows/line-copy';
import { keepCreatedLines } from '../rows/line-operation';
import { currentLines, type LineSource, line, tableOf, wholeOf } from '../rows/line-source';
import {
  type ChosenValues,
  chosenValues,
  columnsOfKeys,
  type LineAsSent,
  lineColumns,
  lineJson,
  lineSelection,
  readLineRow,
  storedLine,
  writtenColumns,
} from '../rows/takeoff-line-row';
import { lockInOrder } from '../tables/line-locks';
import { takeoffLine } from '../tables/schema';
import { NewTotals, storedInTotals } from '../totals/keep-totals';
import { findEpoch, lockVersionsShared } from './version';

const linesPerStatementMax = 1000;

export async function listLinesById(
  db: Database,
  projectId: string,
  ids: readonly string[],
  source = currentLines,
): Promise<StoredLine[]> {
  if (ids.length === 0) return [];
  const rows = await db.execute<LineAsSent>(
    sql`select ${lineSelection} from ${wholeOf(someOf(source, ids))} where ${isOneOf(projectId, ids)}`,
  );
  return inOrderOf(ids, rows).map(readLineRow);
}

export async function listChosenById(
  db: Database,
  projectId: string,
  ids: readonly string[],
  keys: readonly string[],
  source = currentLines,
): Promise<ChosenValues[]> {
  if (ids.length === 0) return [];
  const some = tableOf(someOf(source, ids));
  const rows = await db.select(columnsOfKeys(keys)).from(some).where(isOneOf(projectId, ids));
  return inOrderOf(ids, rows).map((row) => chosenValues(row, keys));
}

const idArray = (ids: readonly string[]): SQL => sql`${sql.param(ids)}::uuid[]`;

const someOf = (source: LineSource, ids: readonly string[]): LineSource =>
  source.ofIds?.(idArray(ids)) ?? source;

const isOneOf = (projectId: string, ids: readonly string[]) =>
  sql`${line.projectId} = ${sameProject(projectId)} and ${line.id} = any(${idArray(ids)})`;

function inOrderOf<R extends { id: string }>(ids: readonly string[], rows: readonly R[]): R[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export async function hasLines(db: Database, projectId: string): Promise<boolean> {
  const rows = await db
    .select({ id: takeoffLine.id })
    .from(takeoffLine)
    .where(eq(takeoffLine.projectId, projectId))
    .limit(1);
  return rows.length > 0;
}

export interface LineRef {
  projectId: string;
  id: string;
}

const isLine = ({ projectId, id }: LineRef) => and(eq(line.projectId, projectId), eq(line.id, id));

export async function findLine(db: Database, ref: LineRef): Promise<StoredLine | undefined> {
  const [row] = await db.select(lineColumns).from(line).where(isLine(ref));
  return row && storedLine(row);
}

export async function lockLine(tx: Database, ref: LineRef): Promise<StoredLine | undefined> {
  const [row] = await tx.select(lineColumns).from(line).where(isLine(ref)).for('update');
  return row && storedLine(row);
}

const list = (columns: readonly string[]) => sql.raw(columns.join(', '));

const rowsOf = (lines: readonly LineToStore[]) =>
  sql`json_populate_recordset(null::takeoff_line, ${`[${lines.map(lineJson).join(',')}]`}::text::json)`;

export async function insertLines(
  tx: Database,
  lines: readonly LineToStore[],
  by: string,
  current: (line: StoredLine) => void = () => {},
): Promise<void> {
  const created = { created_by: by, updated_by: by, ...storedInTotals, ...(await epochOf(tx, lines)) };
  const copy = new LineCopy(usedPositions(lines), created);
  const [now] = await tx.execute<{ at: string }>(sql`select now() as at`);
  const at = new Date(now?.at ?? Number.NaN);
  const server = { version: 1, pricing: null, createdAt: at, updatedAt: at, createdBy: by, updatedBy: by };
  const totals = new NewTotals();
  const chunks = copy.chunks(lines, (line) => {
    totals.add(line);
    current({ ...line, ...server });
  });
  await copyRows(tx, 'takeoff_line', copy.columnNames, chunks);
  const ids = lines.map(({ id }) => id);
  if (!lines[0]) return;
  const owner = ownerOf(lines[0]);
  await totals.store(tx);
  await noteCreatedLines(tx, owner.projectId, ids);
  await keepCreatedLines(tx, { ...owner, by }, ids);
}

const ownerOf = ({ values }: LineToStore) => ({
  projectId: String(values[projectAt]),
  serviceId: String(values[serviceAt]),
});
const projectAt = commonPosition('projectId');
const serviceAt = commonPosition('serviceId');

async function epochOf(tx: Database, lines: readonly LineToStore[]): Promise<{ created_epoch?: string }> {
  const [serviceId, ...others] = new Set(lines.map(({ values }) => String(values[serviceAt])));
  if (serviceId === undefined || others.length > 0) return {};
  await lockVersionsShared(tx, serviceId);
  return { created_epoch: String(await findEpoch(tx, serviceId)) };
}

const assignments = list(writtenColumns.map((column) => `${column} = changed.${column}`));

export async function updateLines(
  tx: Database,
  projectId: string,
  lines: readonly LineToStore[],
  by: string,
): Promise<void> {
  for (let at = 0; at < lines.length; at += linesPerStatementMax) {
    const rows = rowsOf(lines.slice(at, at + linesPerStatementMax));
    await tx.execute(sql`
      update takeoff_line as line
      set ${assignments}, version = line.version + 1, updated_at = now(), updated_by = ${by}
      from ${rows} as changed where line.project_id = ${sameProject(projectId)} and line.id = changed.id`);
  }
}

export async function removeLine(tx: Database, { projectId, id }: LineRef): Promise<void> {
  await tx.delete(takeoffLine).where(and(eq(takeoffLine.projectId, projectId), eq(takeoffLine.id, id)));
}

export async function removeLinesOf(
  tx: Database,
  { projectId, serviceId }: { projectId: string; serviceId: string | null },
): Promise<void> {
  const isOwned = and(
    eq(takeoffLine.projectId, projectId),
    whenGiven(serviceId, (id) => eq(takeoffLine.serviceId, id)),
  );
  await lockInOrder(tx, isOwned);
  await tx.delete(takeoffLine).where(isOwned);
}
