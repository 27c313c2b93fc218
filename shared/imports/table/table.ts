import { DomainError, type Fault } from '@consulting/kernel/errors';
import { type Fields, fault, INVALID, type Reading } from '@consulting/kernel/fields/field';
import { type CellValue, columnLetters, type Row } from '@consulting/spreadsheet/cell';
import { requireWholeHeader, type TabularLimits } from '@consulting/spreadsheet/limits';
import { openTableFile } from '@consulting/spreadsheet/open-table-file';
import { bytesSource } from '@consulting/spreadsheet/source';
import { type TableFile, TableFileError } from '@consulting/spreadsheet/table-file';
import { readCell } from './table-cell';

/** A data row: its number as Excel shows it, the JSON values of its columns by field key, and what is wrong with its cells. */
export interface TableRow {
  number: number;
  values: Record<string, unknown>;
  faults: Fault[];
}

export interface TableShape {
  fields: Fields;
  headers?: Record<string, string>;
  requiredColumns: readonly string[];
  limits: TabularLimits;
}

/**
 * The data rows of a CSV file or of the first visible sheet of a workbook, in batches. The first row is the header; columns
 * that are no field are left out, blank rows too. A blank cell is null.
 * @throws FILE_UNREADABLE (damaged, no header, a column missing or twice), FILE_TOO_LARGE, UNSUPPORTED_FILE_TYPE
 */
export async function* readTable(
  bytes: Uint8Array,
  fileName: string,
  shape: TableShape,
): AsyncGenerator<TableRow[]> {
  try {
    const file = await openTableFile(bytesSource(bytes), fileName, shape.limits);
    try {
      yield* readFirstSheet(file, shape);
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof TableFileError)
      throw new DomainError(error.code, error.message, {}, { cause: error });
    throw error;
  }
}

async function* readFirstSheet(file: TableFile, shape: TableShape): AsyncGenerator<TableRow[]> {
  const sheet = file.sheets.find(({ hidden }) => !hidden) ?? file.sheets[0];
  if (!sheet) throw unreadable('The file has no sheet.');
  let columns: Columns | undefined;
  for await (const batch of file.rows(sheet)) {
    const found: TableRow[] = [];
    for (const row of batch) {
      if (!columns) columns = readHeader(row, sheet.name, shape);
      else if (!isBlankRow(row)) found.push(readTableRow(row, columns, shape.fields));
    }
    yield found;
  }
  if (!columns) throw unreadable('The file has no header row.');
}

export interface Columns {
  width: number;
  fields: ReadonlyMap<string, number>;
}

const unreadable = (detail: string) => new DomainError('FILE_UNREADABLE', detail);
const bare = (header: string) => header.toLowerCase().replace(/[\s\-_]/g, '');

export const isBlank = (cell: CellValue) => cell === null || (typeof cell === 'string' && cell.trim() === '');

export const isBlankRow = ({ cells, beyond }: Row) => !beyond && cells.every(isBlank);

export function headerKeys(
  fields: Fields,
  headers: Record<string, string> = {},
): (header: CellValue) => string | undefined {
  const keys = new Map(Object.entries(headers).map(([header, key]) => [bare(header), key]));
  for (const key of Object.keys(fields)) keys.set(bare(key), key);
  return (header) => (typeof header === 'string' ? keys.get(bare(header)) : undefined);
}

export function columnsOf(
  { cells }: Row,
  keyOf: (header: CellValue) => string | undefined,
  refuse: (columns: string, key: string) => Error,
): Columns {
  const fields = new Map<string, number>();
  cells.forEach((cell, index) => {
    const key = keyOf(cell);
    if (key === undefined) return;
    const first = fields.get(key);
    if (first !== undefined) throw refuse(`${columnLetters(first)} and ${columnLetters(index)}`, key);
    fields.set(key, index);
  });
  return { width: cells.length, fields };
}

function readHeader(row: Row, sheet: string, { fields, headers = {}, requiredColumns }: TableShape): Columns {
  requireWholeHeader(row, sheet);
  const columns = columnsOf(row, headerKeys(fields, headers), (both, key) =>
    unreadable(`The columns ${both} both hold ${key}.`),
  );
  const missing = requiredColumns.filter((key) => !columns.fields.has(key));
  if (missing.length > 0) throw unreadable(`The header row has no column ${missing.join(', ')}.`);
  return columns;
}

export function readTableRow({ number, cells, beyond }: Row, columns: Columns, fields: Fields): TableRow {
  const reading: Reading = { faults: [] };
  const values: Record<string, unknown> = {};
  for (const [key, index] of columns.fields) {
    const field = fields[key];
    if (!field) continue;
    const value = readCell(field.kind, cells[index] ?? null, key, reading);
    if (value !== INVALID) values[key] = value;
  }
  const inside = cells.findIndex((cell, index) => index >= columns.width && !isBlank(cell));
  const extra = inside >= 0 ? inside : (beyond?.column ?? -1);
  if (extra >= 0) fault(reading, columnLetters(extra), 'RAGGED_ROW', 'lies beyond the last header');
  return { number, values, faults: reading.faults };
}
