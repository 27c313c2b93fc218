import { writeWorkbook } from '@consulting/shared/tabular/write-workbook';
import Papa from 'papaparse';

const isNumber = (cell: string) => /^-?(0|[1-9]\d*)(\.\d+)?$/.test(cell);

/** The rows of a CSV file as a workbook such as people keep them: numbers as number cells, the rest as text. */
export async function workbookFromCsv(file: string, sheetName: string): Promise<Blob> {
  const { data } = Papa.parse<string[]>(await Bun.file(file).text(), { skipEmptyLines: true });
  const [headers = [], ...rows] = data;
  const cells = rows.map((row) => row.map((cell) => (isNumber(cell) ? Number(cell) : cell || null)));
  const columns = headers.map((header) => ({ header, format: 'general' as const }));
  const stream = writeWorkbook([{ name: sheetName, columns, rows: once(cells) }]);
  return new Response(stream).blob();
}

async function* once<T>(batch: T): AsyncGenerator<T> {
  yield batch;
}
