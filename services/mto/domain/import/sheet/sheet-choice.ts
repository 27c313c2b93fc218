import type { MessageList } from '@consulting/imports/message-list';
import type { Row } from '@consulting/spreadsheet/cell';
import type { SheetInfo, TableFile } from '@consulting/spreadsheet/table-file';
import type { ImportParameters } from '../../../fields/import-parameters';
import { findHeaderRow, type HeaderRow, headerRowsMax } from './header-row';

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
