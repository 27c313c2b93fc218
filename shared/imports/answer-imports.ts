import type { Bus } from '../bus';
import type { ImportQuestions } from '../contracts/import-task';
import type { Database } from '../store/connect';
import { failedRowsOf } from './import-task';
import { findTask, type ImportTaskRow } from './store/import-task';
import type { FailedRow } from './task-model';

/** Well below the largest message; one row more may come on top. */
const pageBytesMax = 256 * 1024;

/** Answers another service about the imports of this one; `present` is a task as clients see it. */
export function answerImports<Parameters>(
  bus: Bus,
  db: Database,
  { getImportTask, getFailedImportRows }: ImportQuestions,
  present: (row: ImportTaskRow<Parameters>) => { status: string; [key: string]: unknown },
): void {
  bus.answer(getImportTask, async ({ taskId }) => {
    const row = await findTask<Parameters>(db, taskId);
    return { task: row ? present(row) : null };
  });
  bus.answer(getFailedImportRows, async ({ taskId, sheet, after }) => {
    const row = await findTask(db, taskId);
    if (!row) return { page: null };
    const source = failedRowsOf(db, row);
    const { status, fileName, sheets } = source;
    const [rowCount, rows] = await Promise.all([source.countRows(), source.readRows(sheet, after)]);
    const page = { status, fileName, sheetCount: sheets.length, rowCount, sheet: sheets[sheet] ?? null };
    return { page: { ...page, rows: firstOf(rows) } };
  });
}

/** The first rows, at least one. */
function firstOf(rows: readonly FailedRow[]): FailedRow[] {
  let bytes = 0;
  const end = rows.findIndex((row) => {
    bytes += Buffer.byteLength(JSON.stringify(row));
    return bytes > pageBytesMax;
  });
  return rows.slice(0, end < 0 ? rows.length : Math.max(1, end));
}
