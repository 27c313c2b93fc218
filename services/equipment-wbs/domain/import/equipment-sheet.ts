import type { MessageList } from '@consulting/imports/message-list';
import type { ReportedSheet } from '@consulting/imports/run/failed-rows';
import { type Columns, columnsOf, headerKeys, isBlank, isBlankRow } from '@consulting/imports/table/table';
import { ImportFailure } from '@consulting/imports/task-model';
import { type CellValue, columnLetters, type Row } from '@consulting/spreadsheet/cell';
import { textOf } from '@consulting/spreadsheet/cell-text';
import { requireWholeHeader } from '@consulting/spreadsheet/limits';
import type { SheetInfo, TableFile } from '@consulting/spreadsheet/table-file';
import { equipmentInput } from '../equipment-fields';

const headerRowsMax = 30;
const keyOf = headerKeys(equipmentInput.fields, {
  code: 'equipmentCode',
  equipmentName: 'name',
  'weight(kg)': 'weight',
  'powerRating(kW)': 'powerRating',
  operatorTrade: 'operatorTradeCode',
  operatorLabourDesignation: 'operatorLaborDesignation',
  mobilisationCost: 'mobilizationCost',
  demobilisationCost: 'demobilizationCost',
});

export interface EquipmentSheet {
  sheet: SheetInfo;
  columns: Columns;
  reported: ReportedSheet;
  /** Whether a row holds data: it lies below the header, is not blank and does not repeat the header. */
  isData(row: Row): boolean;
}

/** Visible sheets with a header row that names equipmentCode among their first 30 rows; others, and columns that are no field, are left out with a warning. @throws ImportFailure NO_KNOWN_HEADER, DUPLICATE_COLUMN; TableFileError FILE_TOO_LARGE */
export async function findEquipmentSheets(file: TableFile, warnings: MessageList): Promise<EquipmentSheet[]> {
  const found: EquipmentSheet[] = [];
  for (const sheet of file.sheets) {
    const header = sheet.hidden ? undefined : await findHeader(file, sheet);
    if (header) found.push(openSheet(sheet, header, warnings));
    else {
      const why = sheet.hidden ? 'it is hidden' : 'it has no header row with a column equipmentCode';
      warnings.add({
        code: 'SHEET_LEFT_OUT',
        sheet: sheet.name,
        message: `The sheet is left out: ${why}.`,
      });
    }
  }
  if (found.length > 0) return found;
  throw new ImportFailure('NO_KNOWN_HEADER', 'No sheet has a header row with a column equipmentCode.');
}

async function findHeader(file: TableFile, sheet: SheetInfo): Promise<Row | undefined> {
  for await (const rows of file.rows(sheet)) {
    for (const row of rows) {
      if (row.number > headerRowsMax) return undefined;
      if (row.cells.some((cell) => keyOf(cell) === 'equipmentCode')) return row;
    }
  }
  return undefined;
}

function openSheet(sheet: SheetInfo, header: Row, warnings: MessageList): EquipmentSheet {
  requireWholeHeader(header, sheet.name);
  const columns = columnsOf(header, keyOf, (both, key) => {
    const message = `Sheet "${sheet.name}": the columns ${both} are both read as ${key}.`;
    return new ImportFailure('DUPLICATE_COLUMN', message);
  });
  const read = new Set(columns.fields.values());
  header.cells.forEach((cell, index) => {
    if (read.has(index) || isBlank(cell)) return;
    const value = textOf(cell);
    const at = { sheet: sheet.name, column: columnLetters(index), value };
    const message = `The column "${value}" is left out: no field has this header.`;
    warnings.add({ ...at, code: 'UNKNOWN_FIELD', message });
  });
  return {
    sheet,
    columns,
    reported: { name: sheet.name, headers: header.cells.map(headerText) },
    isData: (row) => row.number > header.number && !isBlankRow(row) && !isRepeated(row, header),
  };
}

const headerText = (cell: CellValue): string | null => (isBlank(cell) ? null : textOf(cell));

const isRepeated = ({ cells, beyond }: Row, header: Row) =>
  !beyond &&
  cells.every((cell, index) => isBlank(cell) || (typeof cell === 'string' && cell === header.cells[index]));
