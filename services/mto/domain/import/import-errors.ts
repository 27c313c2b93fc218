import { DomainError, notFound } from '@consulting/shared/errors';
import type { SheetOutput } from '@consulting/shared/tabular/write-output';
import { writeWorkbook } from '@consulting/shared/tabular/write-workbook';
import type { Ctx } from '../../context';
import type { FailedSheet } from '../../store/import-schema';
import { countFailedRows, readFailedRows } from '../../store/import-task';
import { requireTask } from './import-status';

/** Header of the column that says why a row failed; no field is named so. */
export const reasonsHeader = 'Import Errors';
const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/**
 * A workbook of the rows that failed, as they were, with a column of reasons (resources.md 15.3).
 * @throws NOT_FOUND (also when no row failed), IMPORT_RUNNING
 */
export async function getImportErrors(ctx: Ctx, taskId: string): Promise<Response> {
  const task = await requireTask(ctx, taskId);
  if (task.status === 'queued' || task.status === 'running') {
    throw new DomainError('IMPORT_RUNNING', 'The import has not ended yet.', { taskId });
  }
  if ((await countFailedRows(ctx.db, taskId)) === 0) throw notFound('list of failed rows');
  const sheets = task.failedSheets.map((sheet, index) => failedRows(ctx, taskId, sheet, index));
  const name = `${task.fileName.replace(/\.[^.]*$/, '')} errors.xlsx`;
  return new Response(writeWorkbook(sheets), {
    headers: {
      'content-type': workbookType,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    },
  });
}

function failedRows(ctx: Ctx, taskId: string, { name, headers }: FailedSheet, index: number): SheetOutput {
  const kept = [...headers.keys()].filter((at) => headers[at] !== reasonsHeader);
  const columns = [...kept.map((at) => headers[at] ?? ''), reasonsHeader];
  async function* rows() {
    for await (const batch of readFailedRows(ctx.db, taskId, index)) {
      yield batch.map(({ cells, reasons }) => [...kept.map((at) => cells[at] ?? null), reasons]);
    }
  }
  return { name, columns: columns.map((header) => ({ header, format: 'general' })), rows: rows() };
}
