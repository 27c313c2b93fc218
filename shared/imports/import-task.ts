import type { Database } from '@consulting/kernel/store/connect';
import type { FailedRowsSource } from './failed-rows-workbook';
import { countFailedRows, type ImportTaskRow, readFailedRows } from './store/import-task';

export function taskRecord(row: ImportTaskRow<unknown>, type: string, parameters: Record<string, unknown>) {
  return {
    taskId: row.id,
    type,
    status: row.status,
    progress: { current: row.progressCurrent, total: row.progressTotal },
    result: row.result,
    errors: row.errors,
    errorCount: row.errorCount,
    warnings: row.warnings,
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

export const failedRowsOf = (db: Database, row: ImportTaskRow<unknown>): FailedRowsSource => ({
  taskId: row.id,
  status: row.status,
  fileName: row.fileName,
  sheets: row.failedSheets,
  countRows: () => countFailedRows(db, row.id),
  readRows: (sheet, after) => readFailedRows(db, row.id, sheet, after),
});
