import type { Database } from '@consulting/kernel/store/connect';
import type { FailedRowsSource } from './failed-rows-workbook';
import { countFailedRows, type ImportTaskRow, readFailedRows } from './store/import-task';
import type { ImportMessage } from './task-model';

export function taskRecord(row: ImportTaskRow<unknown>, type: string, parameters: Record<string, unknown>) {
  return {
    taskId: row.id,
    type,
    status: row.status,
    progress: { current: row.progressCurrent, total: row.progressTotal },
    result: row.result,
    errors: row.errors.map(grouped),
    errorCount: row.errorCount,
    warnings: row.warnings.map(grouped),
    warningCount: Math.max(row.warningCount, row.warnings.length),
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

/** A message of a task of the former version is of one row. */
const grouped = (message: ImportMessage): ImportMessage => ({
  ...message,
  rows: message.rows ?? (message.row === null ? [] : [message.row]),
  count: message.count ?? 1,
});

export const failedRowsOf = (db: Database, row: ImportTaskRow<unknown>): FailedRowsSource => ({
  taskId: row.id,
  status: row.status,
  fileName: row.fileName,
  sheets: row.failedSheets,
  countRows: () => countFailedRows(db, row.id),
  readRows: (sheet, after) => readFailedRows(db, row.id, sheet, after),
});
