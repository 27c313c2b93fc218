import { type CellValue, columnLetters, type Row } from '@consulting/spreadsheet/cell';
import { textOf } from '@consulting/spreadsheet/cell-text';
import { requireWholeHeader } from '@consulting/spreadsheet/limits';
import { type Discipline, disciplines } from '../../../fields/discipline';
import { isKnownHeader, normaliseHeader } from '../../../fields/header';
import type { ImportParameters } from '../../../fields/import-parameters';
import { mappedHeader } from '../import-form';

export const headerRowsMax = 30;
const knownHeadersMin = 3;
const idHeader = 'mtoid';

export interface SheetColumn {
  index: number;
  letters: string;
  header: string;
}

export interface HeaderRow {
  rowNumber: number;
  columns: SheetColumn[];
  width: number;
}

export const isIdHeader = (header: string): boolean => normaliseHeader(header) === idHeader;

function headerTest({ mapping, discipline }: ImportParameters): (header: string) => boolean {
  const among: readonly Discipline[] = discipline === null ? disciplines : [discipline];
  const known = new Map<string, boolean>();
  return (header) => {
    const found = known.get(header);
    if (found !== undefined) return found;
    const isKnown =
      Object.hasOwn(mapping, mappedHeader(header)) || isIdHeader(header) || isKnownHeader(header, among);
    known.set(header, isKnown);
    return isKnown;
  };
}

const columnsOf = (cells: readonly CellValue[]): SheetColumn[] =>
  cells.flatMap((cell, index) => {
    const header = textOf(cell);
    return header === '' ? [] : [{ index, letters: columnLetters(index), header }];
  });

/**
 * The header row among the first rows of a sheet: the one with the most known headers, at least three, the first when
 * equal (resources.md 15.3 rule 1). A column that `mapping` names counts. @throws TableFileError FILE_TOO_LARGE
 */
export function findHeaderRow(
  rows: readonly Row[],
  parameters: ImportParameters,
  sheet: string,
): HeaderRow | undefined {
  const isKnown = headerTest(parameters);
  let best: Row | undefined;
  let most = knownHeadersMin - 1;
  for (const row of rows) {
    const count = row.cells.filter((cell) => typeof cell === 'string' && isKnown(cell)).length;
    if (count <= most) continue;
    best = row;
    most = count;
  }
  if (best === undefined) return undefined;
  requireWholeHeader(best, sheet);
  const columns = columnsOf(best.cells);
  return { rowNumber: best.number, columns, width: (columns.at(-1)?.index ?? -1) + 1 };
}
