import { mappedColumns, mappedHeader, mappedKey } from '@consulting/imports/mapping';
import {
  type Discipline,
  disciplines,
  foldText,
  type ImportParameters,
  isKnownHeader,
  normaliseHeader,
} from '@consulting/mto-engine';
import { columnLetters, type Row } from '@consulting/spreadsheet/table/cell';
import { textOf } from '@consulting/spreadsheet/table/cell-text';
import { defaultTabularLimits, requireWholeHeader } from '@consulting/spreadsheet/table/limits';
import type { SheetInfo, TableFile } from '@consulting/spreadsheet/table/table-file';
import { headerBlock, headerTexts } from './header-block';

const headerRowsMax = 30;
const { columnsMax } = defaultTabularLimits;
export const knownHeadersMin = 3;
const idHeader = 'mtoid';

export interface SheetColumn {
  index: number;
  letters: string;
  header: string;
}

export const columnsFrom = (start: number, end: number): SheetColumn[] =>
  Array.from({ length: Math.max(0, end - start) }, (_, at) => ({
    ...{ index: start + at, letters: columnLetters(start + at), header: '' },
  }));

export interface HeaderRow {
  // That of the names; 0 where the sheet has no header.
  rowNumber: number;
  lastRow: number;
  columns: SheetColumn[];
  unnamed: SheetColumn[];
  width: number;
  passedOver: number[];
  known: number;
}

export function headersOf({ columns, width }: HeaderRow): (string | null)[] {
  const headers: (string | null)[] = Array(width).fill(null);
  for (const { index, header } of columns) headers[index] = header;
  return headers;
}

export const inOrder = (...columns: readonly (readonly SheetColumn[])[]): SheetColumn[] =>
  columns.flat().sort((one, other) => one.index - other.index);

// Where no row names columns, all of them can have data.
export const columnsOfTable = ({ rowNumber, columns, unnamed }: HeaderRow): SheetColumn[] =>
  rowNumber > 0 ? columns : inOrder(columns, unnamed);

export interface SheetOfHeader {
  name: string;
  isOnlySheet: boolean;
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

type Reading = Pick<ImportParameters, 'mapping' | 'discipline'>;

/** @throws TableFileError FILE_TOO_LARGE */
export function openHeader(
  row: Row,
  rows: readonly Row[],
  { mapping, discipline }: Reading,
  sheet: SheetOfHeader,
  passedOver: number[],
): HeaderRow {
  requireWholeHeader(row, sheet.name);
  const isKnown = headerTest(discipline);
  const block = headerBlock(row, rows);
  const texts = headerTexts(block, isKnown);
  const known = new Set(texts.filter(isKnown).map(normaliseHeader)).size;
  return {
    ...columnsOf(texts, { rows, mapping, sheet }),
    ...{ rowNumber: row.number, lastRow: block.lastRow, passedOver, known },
  };
}

// A sheet without a header has the columns that letters name.
export function headerWithout(rows: readonly Row[], { mapping }: Reading, sheet: SheetOfHeader): HeaderRow {
  const texts = Array.from({ length: widthOf(rows) }, () => '');
  return {
    ...columnsOf(texts, { rows, mapping, sheet }),
    ...{ rowNumber: 0, lastRow: 0, passedOver: [], known: 0 },
  };
}

interface Mapped {
  rows: readonly Row[];
  mapping: ImportParameters['mapping'];
  sheet: SheetOfHeader;
}

function columnsOf(texts: readonly string[], { rows, mapping, sheet }: Mapped) {
  const reach = sheet.isOnlySheet ? columnsMax : widthOf(rows);
  const named = mappedColumns(mapping, sheet.name)
    .filter(({ index, isOfSheet }) => index < (isOfSheet ? columnsMax : reach))
    .map(({ index }) => index + 1);
  const length = Math.max(texts.length, ...named);
  const cells = columnsFrom(0, length).map((one) => ({ ...one, header: texts[one.index] ?? '' }));
  const isMapped = (column: SheetColumn) => mappedKey(mapping, sheet.name, column) !== undefined;
  const columns = cells.filter((column) => column.header !== '' || isMapped(column));
  const width = texts.every((text) => text === '') ? length : (columns.at(-1)?.index ?? -1) + 1;
  return { columns, unnamed: cells.filter((one) => one.index < width && !columns.includes(one)), width };
}

const widthOf = (rows: readonly Row[]): number => Math.max(0, ...rows.map(({ cells }) => cells.length));

/**
 * The header row is the one with the most known headers, at least three, and the first when equal
 * (resources.md 15.3 rule 1). A header that `mapping` names counts; a word that is repeated counts once.
 */
export function findKnownRow(
  rows: readonly Row[],
  { mapping, discipline }: Reading,
): { row: Row; passedOver: number[] } | undefined {
  const isKnown = headerTest(discipline);
  const named = new Set(Object.keys(mapping).map(mappedHeader));
  const isNamed = (text: string) => isKnown(text) || named.has(mappedHeader(text));
  let best: Row | undefined;
  let first: Row | undefined;
  let most = knownHeadersMin - 1;
  for (const row of rows) {
    const texts = row.cells.filter((cell) => typeof cell === 'string' && isNamed(cell));
    const count = new Set(texts.map((text) => foldText(textOf(text)))).size;
    if (count <= most) continue;
    first ??= row;
    best = row;
    most = count;
  }
  if (best === undefined || first === undefined) return undefined;
  const [from, until] = [first.number, best.number];
  const passedOver = rows.map(({ number }) => number).filter((number) => number >= from && number < until);
  return { row: best, passedOver };
}

const ownSheets = ['summary', 'fields', 'lists'];

const notOfLines = 'it holds no lines';
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
    if (sheets.length > 1 && ownSheets.includes(name)) return { sheet, reason: notOfLines };
    return { sheet, reason: null };
  });
}

export const isOwnSheet = (reason: string | null): boolean => reason === notOfLines;

export const isUnasked = (reason: string | null): boolean => reason === notNamed;

export async function firstRows(file: TableFile, sheet: SheetInfo, lastRow: number): Promise<Row[]> {
  const rows: Row[] = [];
  const until = lastRow + headerRowsMax;
  for await (const batch of file.rows(sheet)) {
    for (const row of batch) {
      if (row.number > until) return rows;
      rows.push(row);
    }
  }
  return rows;
}
