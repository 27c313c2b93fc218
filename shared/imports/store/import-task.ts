import type { Database } from '@consulting/kernel/postgres';
import { originToKeep } from '@consulting/kernel/process';
import {
  type AnyColumn,
  and,
  asc,
  count,
  eq,
  getTableColumns,
  gt,
  inArray,
  lt,
  type SQL,
  sql,
} from 'drizzle-orm';
import { pgTable } from 'drizzle-orm/pg-core';
import { type FailedRow, unfinishedStatuses } from '../task/task-model';
import { failedRowColumns, importTaskColumns } from './tables';

// Without a schema: the search path of the connection is that of the service.
const importTask = pgTable('import_task', importTaskColumns<unknown>());
const importFailedRow = pgTable('import_failed_row', failedRowColumns());

export type ImportTaskRow<Parameters> = Omit<typeof importTask.$inferSelect, 'parameters'> & {
  parameters: Parameters;
};

type TaskList = 'errors' | 'warnings' | 'failedSheets';

export type ImportTaskState<Parameters> = Omit<ImportTaskRow<Parameters>, TaskList>;

export interface NewImportTask<Parameters> {
  id: string;
  parameters: Parameters;
  fileId: string;
  fileName: string;
  fileSize: number;
  fileSha256: string;
  createdBy: string;
}

const rowsPerRead = 500;
const storedBytesPerRead = 256 * 1024;

export async function insertTask<Parameters>(tx: Database, task: NewImportTask<Parameters>): Promise<void> {
  await tx.insert(importTask).values({ ...task, origin: originToKeep() });
}

export async function findTask<Parameters>(
  db: Database,
  id: string,
): Promise<ImportTaskRow<Parameters> | undefined> {
  const [row] = await db.select().from(importTask).where(eq(importTask.id, id));
  return row as ImportTaskRow<Parameters> | undefined;
}

export const countedWarnings = ({ warningCount, warnings }: Record<'warningCount' | 'warnings', AnyColumn>) =>
  sql<number>`case when ${warningCount} > 0 then ${warningCount} else jsonb_array_length(${warnings}) end`;

const {
  errors: _errors,
  warnings: _warnings,
  failedSheets: _sheets,
  ...ownColumns
} = getTableColumns(importTask);
const stateColumns = { ...ownColumns, warningCount: countedWarnings(importTask) };

export async function findTaskState<Parameters>(
  db: Database,
  id: string,
): Promise<ImportTaskState<Parameters> | undefined> {
  const [row] = await db.select(stateColumns).from(importTask).where(eq(importTask.id, id));
  return row as ImportTaskState<Parameters> | undefined;
}

export const isUnfinished = (status: AnyColumn): SQL => inArray(status, unfinishedStatuses);

export async function countTasks(db: Database): Promise<Record<string, number>> {
  const rows = await db
    .select({ status: importTask.status, count: count() })
    .from(importTask)
    .groupBy(importTask.status);
  const none = Object.fromEntries(unfinishedStatuses.map((status) => [status, 0]));
  return { ...none, ...Object.fromEntries(rows.map((row) => [row.status, row.count])) };
}

export async function importWaitSeconds(db: Database): Promise<number> {
  const [row] = await db.execute<{ seconds: number }>(sql`
    select coalesce(extract(epoch from clock_timestamp() - min(created_at)), 0)::float8 as seconds
    from import_task where status = 'queued'`);
  return row?.seconds ?? 0;
}

const tasksStoredDays = 30;

/** Tasks stay for thirty days, and for as long as their file (resources.md 16). */
export async function removeOldTasks(db: Database, fileStoredDays: number): Promise<void> {
  const days = Math.max(tasksStoredDays, fileStoredDays);
  await db.delete(importTask).where(sql`${importTask.finishedAt} < now() - make_interval(days => ${days})`);
}

/** A current run of the task can no longer commit. The answer is false when the task had ended. */
export async function cancelTask(db: Database, id: string): Promise<boolean> {
  const cancelled = await db
    .update(importTask)
    .set({ status: 'cancelled', finishedAt: sql`clock_timestamp()` })
    .where(and(eq(importTask.id, id), isUnfinished(importTask.status)))
    .returning({ id: importTask.id });
  return cancelled.length > 0;
}

export const countFailedRows = (db: Database, taskId: string) =>
  db.$count(importFailedRow, eq(importFailedRow.taskId, taskId));

export function readFailedRows(
  db: Database,
  taskId: string,
  sheet: number,
  after: number,
): Promise<FailedRow[]> {
  const { position, cells, reasons } = importFailedRow;
  const bytes = sql`pg_column_size(${cells})`;
  const next = db
    .select({
      position,
      cells,
      reasons,
      bytesBefore: sql<number>`sum(${bytes}) over (order by ${position}) - ${bytes}`.as('bytes_before'),
    })
    .from(importFailedRow)
    .where(and(eq(importFailedRow.taskId, taskId), eq(importFailedRow.sheet, sheet), gt(position, after)))
    .orderBy(asc(position))
    .limit(rowsPerRead)
    .as('next');
  return db
    .select({ position: next.position, cells: next.cells, reasons: next.reasons })
    .from(next)
    .where(lt(next.bytesBefore, storedBytesPerRead))
    .orderBy(asc(next.position));
}

export interface FailedRowPart extends FailedRow {
  cellsLeft: number;
}

/** An escaped character takes at most six times as many bytes, and one cell may come on top. */
const partBytesMax = 96 * 1024;

const partOf = (row: SQL, fromCell: number): SQL => sql`
  select position, part.cells, reasons, (part.total - ${fromCell}::int - part.fitting)::int as "cellsLeft"
  from (${row}) as failed, lateral (
    select coalesce(max(total), ${fromCell}::int) as total, count(*) filter (where fits) as fitting,
      coalesce(jsonb_agg(cell order by number) filter (where fits), '[]') as cells
    from (
      select cell, number, count(*) over () + ${fromCell}::int as total,
        sum(pg_column_size(cell)) over (order by number) <= ${partBytesMax} or number = ${fromCell}::int + 1 as fits
      from jsonb_array_elements(all_cells) with ordinality as one(cell, number) where number > ${fromCell}::int
    ) as cell_by_cell
  ) as part`;

async function findPart(db: Database, row: SQL, fromCell: number): Promise<FailedRowPart | undefined> {
  const [part] = await db.execute<FailedRowPart & Record<string, unknown>>(partOf(row, fromCell));
  return part;
}

export const findFailedRowPart = (
  db: Database,
  taskId: string,
  sheet: number,
  after: number,
  fromCell: number,
): Promise<FailedRowPart | undefined> =>
  findPart(
    db,
    sql`select position, cells as all_cells, reasons from import_failed_row
      where task_id = ${taskId} and sheet = ${sheet} and position > ${after} order by position limit 1`,
    fromCell,
  );

export const findHeaderPart = (
  db: Database,
  taskId: string,
  sheet: number,
  position: number,
  fromCell: number,
): Promise<FailedRowPart | undefined> =>
  findPart(
    db,
    sql`select ${position}::int as position, failed_sheets -> ${sheet}::int -> 'headers' as all_cells, '' as reasons
      from import_task where id = ${taskId} and jsonb_array_length(failed_sheets) > ${sheet}::int`,
    fromCell,
  );

type FailedRowsFacts = {
  status: string;
  fileName: string;
  sheetCount: number;
  sheetName: string | null;
  rowCount: number;
};

export async function findFailedRowsFacts(
  db: Database,
  taskId: string,
  sheet: number,
): Promise<FailedRowsFacts | undefined> {
  const [facts] = await db.execute<FailedRowsFacts>(sql`
    select status, file_name as "fileName", jsonb_array_length(failed_sheets) as "sheetCount",
      failed_sheets -> ${sheet}::int ->> 'name' as "sheetName",
      (select count(*)::int from import_failed_row where task_id = ${taskId}) as "rowCount"
    from import_task where id = ${taskId}`);
  return facts;
}
