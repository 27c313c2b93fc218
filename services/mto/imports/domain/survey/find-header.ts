import { mappedColumns } from '@consulting/imports/mapping';
import { fieldsNamed, type ImportParameters, isNumeric } from '@consulting/mto-engine';
import type { Row } from '@consulting/spreadsheet/table/cell';
import { textOf } from '@consulting/spreadsheet/table/cell-text';
import { headerRowOf } from '../parameters/header-rows';
import { findLikelyHeaderRow } from '../proposal/likely-header-row';
import {
  findKnownRow,
  type HeaderRow,
  headerWithout,
  knownHeadersMin,
  openHeader,
  type SheetOfHeader,
} from '../sheet/header-row';
import { figureOf } from '../sheet/running-sums';

export interface FoundHeader {
  header: HeaderRow;
  isKnown: boolean;
  // Whether an import with proposals mapped finds it, too.
  isFoundAgain: boolean;
}

/** Survey and run find headers by this function alone (extensions.md 1.2). */
export function findHeader(
  rows: readonly Row[],
  parameters: ImportParameters,
  sheet: SheetOfHeader,
): FoundHeader | undefined {
  const open = (row: Row, passedOver: number[] = []) => openHeader(row, rows, parameters, sheet, passedOver);
  const given = headerRowOf(parameters.headerRow, sheet.name);
  if (given !== undefined) {
    const row = rows.find(({ number }) => number === given);
    if (given > 0 && row === undefined) return undefined;
    const header = row === undefined ? headerWithout(rows, parameters, sheet) : open(row);
    return { header, isKnown: true, isFoundAgain: true };
  }
  const known = findKnownRow(rows, parameters);
  if (known !== undefined) {
    return { header: open(known.row, known.passedOver), isKnown: true, isFoundAgain: true };
  }
  const mapped = mappedColumns(parameters.mapping, sheet.name);
  const figures = mapped.flatMap(({ index, key }) =>
    key !== null && fieldsNamed(key).every(isNumeric) ? [index] : [],
  );
  const row = figures.length === 0 ? findLikelyHeaderRow(rows) : rowAbove(rows, figures);
  const header = row === undefined ? headerWithout(rows, parameters, sheet) : open(row);
  if (header.width === 0) return undefined;
  const isKnown = mapped.length + header.known >= knownHeadersMin;
  return { header, isKnown, isFoundAgain: false };
}

// Where columns are mapped by letters, the header stands above the first numbers of those that are to have numbers.
function rowAbove(rows: readonly Row[], columns: readonly number[]): Row | undefined {
  const isFigure = ({ cells }: Row) => columns.some((at) => figureOf(cells[at] ?? null) !== null);
  const first = rows.findIndex(isFigure);
  const before = rows.slice(0, first < 0 ? rows.length : first);
  return before.findLast(({ cells }) => columns.some((at) => textOf(cells[at] ?? null) !== ''));
}
