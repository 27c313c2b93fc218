import { headerPosition, type ImportQuestions } from '@consulting/kernel/contracts/import-task';
import type { Bus } from '@consulting/kernel/nats';
import type { Database } from '@consulting/kernel/postgres';
import { cancelImport, readTask } from './import-task';
import {
  type FailedRowPart,
  findFailedRowPart,
  findFailedRowsFacts,
  findHeaderPart,
  type ImportTaskState,
  readFailedRows,
} from './store/import-task';
import type { FailedRow } from './task/task-model';

const pageBytesMax = 256 * 1024;

export function answerImports<Parameters>(
  bus: Bus,
  db: Database,
  { getImportTask, cancelImportTask, getFailedImportRows }: ImportQuestions,
  current: (row: ImportTaskState<Parameters>) => { status: string; [key: string]: unknown },
): void {
  bus.answer(getImportTask, async ({ taskId, details = true }) => {
    const row = await readTask<Parameters>(db, taskId, details);
    return { task: row ? current(row) : null };
  });
  bus.answer(cancelImportTask, async ({ taskId }) => {
    const found = await cancelImport<Parameters>(db, taskId);
    return { cancelling: found ? { isCancelled: found.isCancelled, task: current(found.row) } : null };
  });
  bus.answer(getFailedImportRows, async ({ taskId, sheet, after, fromCell }) => {
    const facts = await findFailedRowsFacts(db, taskId, sheet);
    if (!facts) return { page: null };
    if (after < headerPosition) {
      const header = await findHeaderPart(db, taskId, sheet, headerPosition, fromCell);
      return { page: { ...facts, rows: header ? [header] : [] } };
    }
    const first = await findFailedRowPart(db, taskId, sheet, after, fromCell);
    if (!first) return { page: { ...facts, rows: [] } };
    const isWhole = fromCell === 0 && first.cellsLeft === 0;
    const rows = isWhole ? firstOf(await readFailedRows(db, taskId, sheet, after)) : [first];
    return { page: { ...facts, rows } };
  });
}

function firstOf(rows: readonly FailedRow[]): FailedRowPart[] {
  let bytes = 0;
  const end = rows.findIndex((row, at) => {
    bytes += Buffer.byteLength(JSON.stringify(row));
    return at > 0 && bytes > pageBytesMax;
  });
  return (end < 0 ? rows : rows.slice(0, end)).map((row) => ({ ...row, cellsLeft: 0 }));
}
