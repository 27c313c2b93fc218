import { workbookDownload } from '@consulting/kernel/http';
import { DomainError, notFound } from '@consulting/kernel/schema';
import type { CellOutput, SheetOutput } from '@consulting/spreadsheet/output/write-output';
import { ErrorCell } from '@consulting/spreadsheet/table/cell';
import { writeWorkbook } from '@consulting/spreadsheet/write-workbook';
import { type FailedRow, type FailedSheet, isFinished } from './task/task-model';

export const reasonsHeader = 'Import Errors';

export interface FailedRowsSource {
  taskId: string;
  status: string;
  fileName: string;
  sheets: readonly FailedSheet[];
  countRows(): Promise<number>;
  readRows(sheet: number, after: number): Promise<readonly FailedRow[]>;
}

/** @throws NOT_FOUND when no row failed, IMPORT_RUNNING (resources.md 15.3) */
export async function failedRowsWorkbook(source: FailedRowsSource): Promise<Response> {
  const { taskId, status, fileName, sheets } = source;
  if (!isFinished(status))
    throw new DomainError('IMPORT_RUNNING', 'The import has not ended yet.', { taskId });
  if ((await source.countRows()) === 0) throw notFound('list of failed rows');
  const name = `${fileName.replace(/\.[^.]*$/, '')} errors.xlsx`;
  return workbookDownload(
    name,
    writeWorkbook(sheets.map((sheet, index) => failedRows(source, sheet, index))),
  );
}

const output = (cell: FailedRow['cells'][number] | undefined): CellOutput =>
  typeof cell === 'object' && cell !== null ? new ErrorCell(cell.error) : cell;

function failedRows(source: FailedRowsSource, { name, headers }: FailedSheet, index: number): SheetOutput {
  const stored = [...headers.keys()].filter((at) => headers[at] !== reasonsHeader);
  const columns = [...stored.map((at) => headers[at] ?? ''), reasonsHeader];
  async function* rows() {
    for (let after = -1; ; ) {
      const batch = await source.readRows(index, after);
      const last = batch.at(-1);
      if (last === undefined) return;
      yield batch.map(({ cells, reasons }) => [...stored.map((at) => output(cells[at])), reasons]);
      after = last.position;
    }
  }
  return { name, columns: columns.map((header) => ({ header, format: 'general' })), rows: rows() };
}
