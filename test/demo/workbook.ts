import { writeWorkbook } from '@consulting/spreadsheet/write-workbook';
import type { Cells } from './example-data';

const isNumber = (cell: string) => /^-?(0|[1-9]\d*)(\.\d+)?$/.test(cell);

/** Rows of text cells as a workbook such as people keep them: numbers as number cells, the rest as text. */
export function workbookOf(rows: readonly Cells[], sheetName: string): Promise<Blob> {
  const headers = Object.keys(rows[0] ?? {});
  const cellOf = (cell = '') => (isNumber(cell) ? Number(cell) : cell || null);
  const cells = rows.map((row) => headers.map((header) => cellOf(row[header])));
  const columns = headers.map((header) => ({ header, format: 'general' as const }));
  return new Response(writeWorkbook([{ name: sheetName, columns, rows: once(cells) }])).blob();
}

async function* once<T>(batch: T): AsyncGenerator<T> {
  yield batch;
}
