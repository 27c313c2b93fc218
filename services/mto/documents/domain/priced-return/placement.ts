import { storable } from '@consulting/imports/store/copy-text';
import { DomainError } from '@consulting/kernel/schema';
import type { ImportSurvey, SurveyedSheet } from '@consulting/mto-engine';
import type { LineOfRow, SheetRows } from '@consulting/mto-lines';
import type {
  CellFilling,
  FillableFile,
  RowFilling,
  RowSet,
  SheetFilling,
} from '@consulting/spreadsheet/fill-in/filling';
import { COLUMNS_MAX, columnIndex, columnLetters } from '@consulting/spreadsheet/table/cell';
import type { ReturnedField } from './returned-fields';

export interface PlacedField {
  column: number;
  place: number;
  of: ReturnedField;
  isNew: boolean;
}

export interface DifferingColumn extends PlacedField {
  rows: RowSet;
  isUnchanged(row: number): boolean;
  storedCount: number;
}

export interface Placement {
  sheet: number;
  headerRow: number;
  rows: readonly number[];
  columns: readonly PlacedField[];
  newColumns: { first: number; count: number };
  differing: readonly DifferingColumn[];
}

/** @throws NO_ROOM_FOR_COLUMNS */
export async function placeFields(
  file: FillableFile,
  survey: ImportSurvey,
  { sheet, rows: stored }: SheetRows,
  fields: readonly ReturnedField[],
): Promise<Placement> {
  const name = file.sheetNames[sheet] ?? '';
  const surveyed = survey.sheets.find((one) => one.sheet === storable(name));
  const headerRow = surveyed?.headerRow ?? null;
  if (surveyed === undefined || headerRow === null) throw new RangeError(`sheet ${sheet} was not surveyed`);
  const rows = stored.filter((row) => row > headerRow);
  const atLeast = lastHeader(surveyed);
  const first =
    (await file.lastColumnOf({ sheet, rows: [headerRow, ...rows].filter((row) => row > 0), atLeast })) + 1;
  let count = 0;
  const columns = fields.map((of, place) => {
    const own = surveyed.columns.find((column) => of.isIn(column));
    if (own) return { column: columnIndex(own.column), place, of, isNew: false };
    count += 1;
    return { column: first + count - 1, place, of, isNew: true };
  });
  requireRoom(name, first + count);
  columns.sort((one, other) => one.column - other.column);
  return { sheet, headerRow, rows, columns, newColumns: { first, count }, differing: [] };
}

export function withDiffering(
  sheet: string,
  placement: Placement,
  differing: readonly DifferingColumn[],
): Placement {
  const { first, count } = placement.newColumns;
  const more = differing.filter(({ storedCount }) => storedCount > 0).length;
  requireRoom(sheet, first + count + more);
  return { ...placement, differing, newColumns: { first, count: count + more } };
}

const lastHeader = ({ columns }: SurveyedSheet): number =>
  Math.max(-1, ...columns.map(({ column }) => columnIndex(column)));

export function requireRoom(sheet: string, columns: number): void {
  if (columns <= COLUMNS_MAX) return;
  throw new DomainError(
    'NO_ROOM_FOR_COLUMNS',
    `Sheet "${sheet}" would have ${columns} columns; a sheet has at most ${COLUMNS_MAX}. Choose fewer columns, or those that the file has.`,
  );
}

export function fillingOf(
  { sheet, headerRow, columns, newColumns, differing }: Placement,
  gone: number,
  lines: AsyncIterable<readonly LineOfRow[]>,
): SheetFilling {
  const headers = columns
    .filter(({ isNew }) => isNew)
    .map(({ column, of }): CellFilling => ({ column, value: of.header, isNumber: false }));
  const behind = newColumns.first + newColumns.count;
  const stored = differing.filter(({ storedCount }) => storedCount > 0);
  const separate = stored.map((one, at) => ({ ...one, at: behind - stored.length + at }));
  for (const one of separate) headers.push({ column: one.at, value: differingHeader(one), isNumber: false });
  if (gone > 0) headers.push({ column: behind, value: goneText(gone), isNumber: false });
  const rowOf = ([number, values]: LineOfRow): RowFilling[] => {
    if (values === null) return [];
    const cells = columns.flatMap(({ column, place, of }): CellFilling[] => {
      const value = values[place] ?? '';
      const other = differing.find((one) => one.column === column);
      const replaces = other?.rows.has(number) && !other.isUnchanged(number);
      return value === '' ? [] : [{ column, value, isNumber: of.isNumber, ...(replaces && { replaces }) }];
    });
    for (const { at, place, rows, isUnchanged } of separate)
      if (rows.has(number) && isUnchanged(number))
        cells.push({ column: at, value: values[place] ?? '', isNumber: true });
    return [{ number, cells }];
  };
  async function* rows(): AsyncGenerator<RowFilling[]> {
    if (headerRow > 0) yield [{ number: headerRow, cells: headers }];
    for await (const batch of lines) yield batch.flatMap(rowOf);
  }
  return { sheet, newColumns, rows: rows() };
}

const differingHeader = ({ of, column }: PlacedField): string =>
  `${of.header}, where it differs from column ${columnLetters(column)}`;

const goneText = (count: number): string =>
  count === 1
    ? '1 row has no figures: its line is not in the takeoff any more.'
    : `${count} rows have no figures: their lines are not in the takeoff any more.`;
