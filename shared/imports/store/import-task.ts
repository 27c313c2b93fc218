import { originToKeep } from '@consulting/kernel/origin';
import type { Database } from '@consulting/kernel/store/connect';
import { type AnyColumn, and, asc, count, eq, gt, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { pgTable } from 'drizzle-orm/pg-core';
import { type FailedRow, unfinishedStatuses } from '../task-model';
import { failedRowColumns, importTaskColumns } from './tables';

// Without a schema: the search path of the connection is that of the service.
const importTask = pgTable('import_task', importTaskColumns<unknown>());
const importFailedRow = pgTable('import_failed_row', failedRowColumns());

export type ImportTaskRow<Parameters> = Omit<typeof importTask.$inferSelect, 'parameters'> & {
  parameters: Parameters;
};

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

export async function removeOldTasks(db: Database): Promise<void> {
  await db.delete(importTask).where(sql`${importTask.finishedAt} < now() - interval '30 days'`);
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
