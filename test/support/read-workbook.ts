import { fieldOfHeader } from '@consulting/mto-engine/headers/header';
import { openTableFile } from '@consulting/spreadsheet/open-table-file';
import { type CellValue, DateCell } from '@consulting/spreadsheet/table/cell';
import { defaultTabularLimits } from '@consulting/spreadsheet/table/limits';
import { bytesSource } from '@consulting/spreadsheet/table/source';
import type { Discipline } from '@consulting/takeoff-fields/discipline';
import type { TakeoffLines } from './takeoff-lines';

/** A sheet with a header: each row by header, dates as YYYY-MM-DD, without the cells that are blank. */
export interface ReadSheet {
  name: string;
  headers: string[];
  rows: Record<string, CellValue>[];
}

/** The visible sheets of a workbook, read as an import reads them. */
export async function readWorkbook(bytes: ArrayBuffer): Promise<ReadSheet[]> {
  const file = await openTableFile(bytesSource(new Uint8Array(bytes)), 'read.xlsx', defaultTabularLimits);
  const sheets: ReadSheet[] = [];
  for (const sheet of file.sheets.filter(({ hidden }) => !hidden)) {
    const [header = [], ...rows] = (await Array.fromAsync(file.rows(sheet))).flat().map(({ cells }) => cells);
    const headers = header.map(String);
    sheets.push({ name: sheet.name, headers, rows: rows.map((cells) => byHeader(headers, cells)) });
  }
  await file.close();
  return sheets;
}

const byHeader = (headers: string[], cells: CellValue[]) =>
  Object.fromEntries(
    cells.flatMap((cell, at) => {
      if (cell === null) return [];
      return [[headers[at] ?? '', cell instanceof DateCell ? cell.iso : cell] as const];
    }),
  );

/** A row of a takeoff sheet by field key; the identifier stays under its header. */
export const byKey = (discipline: Discipline, row: ReadSheet['rows'][number] = {}) =>
  Object.fromEntries(
    Object.entries(row).map(([header, value]) => [fieldOfHeader(discipline, header)?.key ?? header, value]),
  );

/** Exports takeoff lines and reads the workbook. */
export function readsExports({ call }: Pick<TakeoffLines, 'call'>) {
  const workbookOf = (query: string) => call('GET', `/mto/export?${query}`);
  const sheetsOf = async (query: string) => {
    const { status, body } = await workbookOf(query);
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
    return readWorkbook(body);
  };
  const sheetOf = async (query: string) => {
    const [sheet, ...more] = await sheetsOf(query);
    if (!sheet || more.length > 0) throw new Error(`${more.length} sheets more than one`);
    return sheet;
  };
  return { workbookOf, sheetsOf, sheetOf };
}
