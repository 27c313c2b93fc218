import type { Database } from '@consulting/kernel/postgres';
import type { FailedRowsSource } from './failed-rows-workbook';
import {
  cancelTask,
  countFailedRows,
  findTask,
  findTaskState,
  type ImportTaskRow,
  type ImportTaskState,
  readFailedRows,
} from './store/import-task';
import type { ImportMessage } from './task/task-model';

type TaskRow = ImportTaskState<unknown> & Partial<Pick<ImportTaskRow<unknown>, 'errors' | 'warnings'>>;

export function taskRecord(row: TaskRow, type: string, parameters: Record<string, unknown>) {
  const { errors, warnings } = row;
  return {
    taskId: row.id,
    type,
    status: row.status,
    progress: { current: row.progressCurrent, total: row.progressTotal },
    result: row.result,
    ...(errors && { errors: errors.map(grouped) }),
    errorCount: row.errorCount,
    ...(warnings && { warnings: warnings.map(grouped) }),
    warningCount: Math.max(row.warningCount, warnings?.length ?? 0),
    error: row.error,
    fileName: row.fileName,
    fileSize: row.fileSize,
    ...parameters,
    createdBy: row.createdBy,
    createdAt: row.createdAt,
    startedAt: row.startedAt,
    finishedAt: row.finishedAt,
  };
}

const grouped = (message: ImportMessage): ImportMessage => ({
  ...message,
  rows: message.rows ?? (message.row === null ? [] : [message.row]),
  count: message.count ?? 1,
});

export const readTask = <Parameters>(
  db: Database,
  taskId: string,
  details: boolean,
): Promise<ImportTaskState<Parameters> | undefined> =>
  details ? findTask<Parameters>(db, taskId) : findTaskState<Parameters>(db, taskId);

/** A cancelled run ends at its next batch of rows and stores nothing. */
export async function cancelImport<Parameters>(
  db: Database,
  taskId: string,
): Promise<{ isCancelled: boolean; row: ImportTaskState<Parameters> } | undefined> {
  if (!(await findTaskState(db, taskId))) return undefined;
  return db.transaction(async (tx) => {
    const isCancelled = await cancelTask(tx, taskId);
    const row = await readTask<Parameters>(tx, taskId, isCancelled);
    return row && { isCancelled, row };
  });
}

export const failedRowsOf = (db: Database, row: ImportTaskRow<unknown>): FailedRowsSource => ({
  taskId: row.id,
  status: row.status,
  fileName: row.fileName,
  sheets: row.failedSheets,
  countRows: () => countFailedRows(db, row.id),
  readRows: (sheet, after) => readFailedRows(db, row.id, sheet, after),
});
