import { COLUMNS_MAX, columnLetters } from '../cell';
import { type CellOutput, type ColumnOutput, type SheetOutput, UnwritableCell } from '../write-output';
import { cellWriter, totalWriter } from './cell';
import { headerRowNumber, headerRows, mergedGroups } from './header-rows';
import { filledRange } from './sheet-name';
import type { RowSource } from './sheet-source';
import { columnStyle } from './styles';

const pieceCharacters = 32 * 1024;

/**
 * The XML of a worksheet in pieces of about 32 Ki characters, while rows are taken from `source` until it or the
 * worksheet is full. RangeError for more than 16,384 columns, UnwritableCell for a value that does not fit.
 */
export async function* worksheetXml(part: SheetPart): AsyncGenerator<string, void> {
  const { sheet, source } = part;
  if (sheet.columns.length > COLUMNS_MAX)
    throw new RangeError(`Sheet "${part.name}": ${sheet.columns.length} columns, Excel has ${COLUMNS_MAX}`);
  const writeRow = rowWriter(part);
  yield worksheetHead(part) + headerRows(sheet);
  let row = headerRowNumber(sheet);
  const rowsMax = part.sheetRowsMax - (sheet.totals ? 1 : 0);
  while (row < rowsMax && (await source.hasMore())) {
    let xml = '';
    for (const values of source.take(rowsMax - row)) {
      row++;
      xml += writeRow(values, row);
      if (xml.length < pieceCharacters) continue;
      yield xml;
      xml = '';
    }
    yield xml;
  }
  if (sheet.totals && !(await source.hasMore())) yield rowWriter(part, totalWriter)(sheet.totals, row + 1);
  yield worksheetTail(part, row);
}

type RowWriter = (values: readonly CellOutput[], row: number) => string;

function rowWriter({ name, sheet: { columns } }: SheetPart, writerOf = cellWriter): RowWriter {
  const starts = columns.map((_, index) => `<c r="${columnLetters(index)}`);
  const writers = columns.map(({ format }) => writerOf(format));
  const unwritable = (row: number, index: number, cause: unknown) =>
    cause instanceof RangeError
      ? new UnwritableCell(cause.message, name, row, columns[index]?.header)
      : cause;
  return (values, row) => {
    if (values.length > columns.length)
      throw new UnwritableCell(`${values.length} values for ${columns.length} columns`, name, row);
    const start = `${row}"`;
    let xml = `<row r="${start}>`;
    let index = 0;
    try {
      for (; index < values.length; index++) {
        const value = values[index];
        if (value === null || value === undefined) continue;
        xml += starts[index] + start + writers[index]?.(value);
      }
    } catch (cause) {
      throw unwritable(row, index, cause);
    }
    return `${xml}</row>`;
  };
}

interface SheetPart {
  name: string;
  sheet: SheetOutput;
  source: RowSource;
  sheetRowsMax: number;
  selected: boolean;
  choiceNames: readonly (string | undefined)[];
}

const lastRowOfExcel = 1_048_576;
const widthMin = 9;
const widthMax = 32;
const filterButtonCharacters = 4;
const widthPadding = 0.7109375;

function worksheetHead(part: SheetPart): string {
  const { columns, freezeHeader } = part.sheet;
  const frozenRows = headerRowNumber(part.sheet);
  const first = `A${frozenRows + 1}`;
  const pane =
    freezeHeader === false
      ? ''
      : `<pane ySplit="${frozenRows}" topLeftCell="${first}" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="${first}" sqref="${first}"/>`;
  const selected = part.selected ? ' tabSelected="1"' : '';
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${dimension(part)}<sheetViews><sheetView${selected} workbookViewId="0">${pane}</sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/>${columnWidths(columns)}<sheetData>`;
}

function worksheetTail({ sheet, choiceNames }: SheetPart, lastRow: number): string {
  const headerRow = headerRowNumber(sheet);
  const range =
    sheet.autoFilter === false ? undefined : filledRange(sheet.columns.length, lastRow, headerRow);
  const filter = range === undefined ? '' : `<autoFilter ref="${range}"/>`;
  return `</sheetData>${filter}${mergedGroups(sheet)}${dropDowns(choiceNames, headerRow + 1)}<pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/></worksheet>`;
}

function dimension({ sheet, source, sheetRowsMax }: SheetPart): string {
  if (sheet.rowCount === undefined) return '';
  const ownRows = headerRowNumber(sheet) + (sheet.totals ? 1 : 0);
  const lastRow = Math.min(sheet.rowCount - source.taken + ownRows, sheetRowsMax);
  const range = filledRange(sheet.columns.length, lastRow);
  return range === undefined ? '' : `<dimension ref="${range}"/>`;
}

function columnWidths(columns: readonly ColumnOutput[]): string {
  if (columns.length === 0) return '';
  const widths = columns.map(({ header, format, widthCharacters }, index) => {
    const fitting = Math.min(Math.max(header.length + filterButtonCharacters, widthMin), widthMax);
    const width = (widthCharacters ?? fitting) + widthPadding;
    return `<col min="${index + 1}" max="${index + 1}" width="${width}" style="${columnStyle(format)}" customWidth="1"/>`;
  });
  return `<cols>${widths.join('')}</cols>`;
}

function dropDowns(choiceNames: SheetPart['choiceNames'], firstRow: number): string {
  const validations = choiceNames.flatMap((name, index) => {
    if (name === undefined) return [];
    const column = columnLetters(index);
    return `<dataValidation type="list" errorStyle="warning" allowBlank="1" showErrorMessage="1" sqref="${column}${firstRow}:${column}${lastRowOfExcel}"><formula1>${name}</formula1></dataValidation>`;
  });
  if (validations.length === 0) return '';
  return `<dataValidations count="${validations.length}">${validations.join('')}</dataValidations>`;
}
