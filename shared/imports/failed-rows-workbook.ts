import { workbookDownload } from '@consulting/kernel/http';
import type { Database } from '@consulting/kernel/postgres';
import { DomainError, isUuid, notFound } from '@consulting/kernel/schema';
import type { CellOutput, SheetOutput } from '@consulting/spreadsheet/output/write-output';
import { readSubject } from '@consulting/spreadsheet/read-xlsx/subject';
import { ErrorCell } from '@consulting/spreadsheet/table/cell';
import { defaultTabularLimits } from '@consulting/spreadsheet/table/limits';
import { writeWorkbook } from '@consulting/spreadsheet/write-workbook';
import type { StoredUpload } from './accept-upload';
import { StoredFile } from './store/file';
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

const subjectStart = 'Failed rows of import ';

// Whoever writes a workbook of failed rows has few parts in it; what has more is not looked at before its turn.
const limits = { ...defaultTabularLimits, entriesMax: 500, partBytesMax: 64 * 1024 };

/** The import whose failed rows an uploaded workbook has, as the properties say that programs leave when they save it. */
export async function correctedImport(db: Database, upload: StoredUpload): Promise<string | null> {
  const { file, fileId, unsupported } = upload;
  if (!file || unsupported !== null || !/\.xls[xm]$/i.test(file.name)) return null;
  const subject = await readSubject(new StoredFile(db, fileId, file.bytes), limits);
  const taskId = subject?.startsWith(subjectStart) ? subject.slice(subjectStart.length) : '';
  return isUuid(taskId) ? taskId : null;
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
    writeWorkbook(
      sheets.map((sheet, index) => failedRows(source, sheet, index)),
      { subject: `${subjectStart}${taskId}` },
    ),
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
