import type { MessageList } from '@consulting/imports/message-list';
import { type CellValue, columnLetters, type Row } from '@consulting/spreadsheet/cell';
import { textOf } from '@consulting/spreadsheet/cell-text';
import { requireWholeHeader } from '@consulting/spreadsheet/limits';
import type { SheetInfo, TableFile } from '@consulting/spreadsheet/table-file';
import { type Discipline, disciplines } from '../../../fields/discipline';
import { isKnownHeader, normaliseHeader } from '../../../fields/header';
import type { ImportParameters } from '../../../fields/import-parameters';
import { mappedHeader } from '../reading-parameters';

const headerRowsMax = 30;
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
function findHeaderRow(
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

const ownSheets = ['summary', 'fields', 'lists'];

export interface ChosenSheet {
  sheet: SheetInfo;
  header: HeaderRow;
}

/**
 * The sheets with a header row that are to be read (resources.md 15.3 rules 1 and 7); each of the others that were asked
 * for is left out with a warning.
 */
export async function chooseSheets(
  file: TableFile,
  parameters: ImportParameters,
  warnings: MessageList,
): Promise<ChosenSheet[]> {
  const leaveOut = (sheet: string, why: string) =>
    warnings.add({ code: 'SHEET_LEFT_OUT', sheet, message: `The sheet is left out: ${why}.` });
  const wanted = parameters.sheets?.map((name) => name.toLowerCase());
  const names = new Set(file.sheets.map(({ name }) => name.trim().toLowerCase()));
  for (const name of parameters.sheets ?? [])
    if (!names.has(name.toLowerCase())) leaveOut(name, 'the file has no sheet of this name');
  const chosen: ChosenSheet[] = [];
  for (const sheet of file.sheets) {
    const name = sheet.name.trim().toLowerCase();
    if (wanted && !wanted.includes(name)) continue;
    if (sheet.hidden) leaveOut(sheet.name, 'it is hidden');
    else if (file.sheets.length > 1 && ownSheets.includes(name)) leaveOut(sheet.name, 'it holds no lines');
    else {
      const header = findHeaderRow(await firstRows(file, sheet), parameters, sheet.name);
      if (header) chosen.push({ sheet, header });
      else leaveOut(sheet.name, 'it has no header row with at least three known headers');
    }
  }
  return chosen;
}

async function firstRows(file: TableFile, sheet: SheetInfo): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const batch of file.rows(sheet)) {
    for (const row of batch) {
      if (row.number > headerRowsMax) return rows;
      rows.push(row);
    }
  }
  return rows;
}
