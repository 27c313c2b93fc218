import { mappedKey } from '@consulting/imports/mapping';
import {
  type Discipline,
  disciplines,
  type ImportParameters,
  isKnownHeader,
  normaliseHeader,
} from '@consulting/mto-engine';
import { columnLetters, type Row } from '@consulting/spreadsheet/table/cell';
import { textOf } from '@consulting/spreadsheet/table/cell-text';
import { requireWholeHeader } from '@consulting/spreadsheet/table/limits';
import type { SheetInfo, TableFile } from '@consulting/spreadsheet/table/table-file';

const headerRowsMax = 30;
export const knownHeadersMin = 3;
const idHeader = 'mtoid';

export interface SheetColumn {
  index: number;
  letters: string;
  header: string;
}

export interface HeaderRow {
  rowNumber: number;
  columns: SheetColumn[];
  unnamed: SheetColumn[];
  width: number;
  passedOver: number[];
  known: number;
}

export const isIdHeader = (header: string): boolean => normaliseHeader(header) === idHeader;

function headerTest(discipline: Discipline | null): (header: string) => boolean {
  const among: readonly Discipline[] = discipline === null ? disciplines : [discipline];
  const tested = new Map<string, boolean>();
  return (header) => {
    const found = tested.get(header);
    if (found !== undefined) return found;
    const isKnown = isIdHeader(header) || isKnownHeader(header, among);
    tested.set(header, isKnown);
    return isKnown;
  };
}

export function openHeader(
  row: Row,
  { sheet, mapping }: { sheet: string; mapping: ImportParameters['mapping'] },
  found: Pick<HeaderRow, 'known' | 'passedOver'>,
): HeaderRow {
  requireWholeHeader(row, sheet);
  const cells = row.cells.map((cell, index) => ({
    index,
    letters: columnLetters(index),
    header: textOf(cell),
  }));
  const isMapped = (column: SheetColumn) => mappedKey(mapping, sheet, column) !== undefined;
  const columns = cells.filter((column) => column.header !== '' || isMapped(column));
  const width = (columns.at(-1)?.index ?? -1) + 1;
  const unnamed = cells.filter((column) => column.index < width && !columns.includes(column));
  return { rowNumber: row.number, columns, unnamed, width, ...found };
}

/**
 * The header row is the one with the most known headers, at least three, and the first when equal
 * (resources.md 15.3 rule 1). A column that `mapping` names counts.
 * @throws TableFileError FILE_TOO_LARGE
 */
export function findHeaderRow(
  rows: readonly Row[],
  { mapping, discipline }: ImportParameters,
  sheet: string,
): HeaderRow | undefined {
  const isKnown = headerTest(discipline);
  const isMapped = (header: string, index: number) =>
    mappedKey(mapping, sheet, { index, header }) !== undefined;
  let best: { row: Row; known: number } | undefined;
  let first: Row | undefined;
  let most = knownHeadersMin - 1;
  for (const row of rows) {
    let count = 0;
    let known = 0;
    row.cells.forEach((cell, index) => {
      if (typeof cell !== 'string') return;
      if (isKnown(cell)) known++;
      if (isKnown(cell) || isMapped(cell, index)) count++;
    });
    if (count <= most) continue;
    first ??= row;
    best = { row, known };
    most = count;
  }
  if (best === undefined) return undefined;
  const { row, known } = best;
  const passedOver = rows
    .filter(({ number }) => number >= (first?.number ?? row.number) && number < row.number)
    .map(({ number }) => number);
  return openHeader(row, { sheet, mapping }, { known, passedOver });
}

const ownSheets = ['summary', 'fields', 'lists'];

const notNamed = 'the upload does not name it';

export interface SheetChoice {
  sheet: SheetInfo;
  reason: string | null;
}

export function eligibleSheets({ sheets }: TableFile, { sheets: named }: ImportParameters): SheetChoice[] {
  const wanted = named?.map((name) => name.toLowerCase());
  return sheets.map((sheet) => {
    const name = sheet.name.trim().toLowerCase();
    if (wanted && !wanted.includes(name)) return { sheet, reason: notNamed };
    if (sheet.hidden) return { sheet, reason: 'it is hidden' };
    if (sheets.length > 1 && ownSheets.includes(name)) return { sheet, reason: 'it holds no lines' };
    return { sheet, reason: null };
  });
}

export const isUnasked = (reason: string | null): boolean => reason === notNamed;

export async function firstRows(file: TableFile, sheet: SheetInfo): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const batch of file.rows(sheet)) {
    for (const row of batch) {
      if (row.number > headerRowsMax) return rows;
      rows.push(row);
    }
  }
  return rows;
}
