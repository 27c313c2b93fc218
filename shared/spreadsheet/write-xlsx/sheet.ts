import {
  type CellOutput,
  type ColumnFormat,
  type ColumnOutput,
  ColumnSum,
  FormulaCell,
  type SheetOutput,
  type TableLook,
  UnwritableCell,
} from '../output/write-output';
import { COLUMNS_MAX, columnLetters } from '../table/cell';
import { blank, cellWriter, type TotalValue, totalWriter } from './cell';
import { headerRowNumber, headerRows, mergedGroups } from './header-rows';
import { printSetup, sheetProperties } from './print-setup';
import { rowHeight, wrappedLines } from './row-height';
import { filledRange } from './sheet-name';
import type { RowSource } from './sheet-source';
import { columnStyle } from './styles';
import { columnWidth, worksheetStart } from './worksheet-head';

const chunkCharacters = 32 * 1024;

export async function* worksheetXml(part: SheetPart): AsyncGenerator<string, void> {
  const { sheet, source } = part;
  if (sheet.columns.length > COLUMNS_MAX)
    throw new RangeError(`Sheet "${part.name}": ${sheet.columns.length} columns, Excel has ${COLUMNS_MAX}`);
  const writeRow = rowWriter<CellOutput>(part, cellWriter);
  yield worksheetHead(part) + headerRows(sheet);
  let row = headerRowNumber(sheet);
  const rowsMax = part.sheetRowsMax - (sheet.totals ? 1 : 0);
  while (row < rowsMax && (await source.hasMore())) {
    let xml = '';
    for (const values of source.take(rowsMax - row)) {
      row++;
      xml += writeRow(values, row);
      if (xml.length < chunkCharacters) continue;
      yield xml;
      xml = '';
    }
    yield xml;
  }
  if (sheet.totals && !(await source.hasMore())) yield totalsRow(part, sheet.totals, row);
  yield worksheetTail(part, row);
}

function totalsRow(part: SheetPart, totals: NonNullable<SheetOutput['totals']>, lastRow: number): string {
  const firstRow = headerRowNumber(part.sheet) + 1;
  const isWhole = part.source.taken === lastRow - firstRow + 1 && lastRow >= firstRow;
  const values = totals.map((total, index) => {
    if (!(total instanceof ColumnSum)) return total;
    const column = columnLetters(index);
    const formula = `SUBTOTAL(${sumOfVisible},${column}${firstRow}:${column}${lastRow})`;
    return isWhole ? new FormulaCell(formula, total.value) : total.value;
  });
  const filled = part.sheet.look === 'report' ? values.map((value) => value ?? blank) : values;
  return rowWriter<TotalValue | null | undefined>(part, totalWriter)(filled, lastRow + 1);
}

const sumOfVisible = 109;

type RowWriter<V> = (values: readonly V[], row: number) => string;

function rowWriter<V = CellOutput>(
  { name, sheet: { columns, look } }: SheetPart,
  writerOf: (format: ColumnFormat, look?: TableLook) => (value: NonNullable<V>) => string,
): RowWriter<V> {
  const starts = columns.map((_, index) => `<c r="${columnLetters(index)}`);
  const writers = columns.map(({ format }) => writerOf(format, look));
  const heightOf = look === 'report' ? heightOfWrapped(columns) : () => '';
  const unwritable = (row: number, index: number, cause: unknown) =>
    cause instanceof RangeError
      ? new UnwritableCell(cause.message, name, row, columns[index]?.header)
      : cause;
  return (values, row) => {
    if (values.length > columns.length)
      throw new UnwritableCell(`${values.length} values for ${columns.length} columns`, name, row);
    const start = `${row}"`;
    let xml = `<row r="${start}${heightOf(values)}>`;
    let index = 0;
    try {
      for (; index < values.length; index++) {
        const value = values[index];
        if (value !== null && value !== undefined) xml += starts[index] + start + writers[index]?.(value);
      }
    } catch (cause) {
      throw unwritable(row, index, cause);
    }
    return `${xml}</row>`;
  };
}

function heightOfWrapped(columns: readonly ColumnOutput[]): (values: readonly unknown[]) => string {
  const wrapping = columns.flatMap(({ format, widthCharacters = widthMax }, index) =>
    format === 'prose' ? [{ index, width: widthCharacters }] : [],
  );
  return (values) => {
    let lines = 1;
    for (const { index, width } of wrapping) {
      const value = values[index];
      if (typeof value === 'string' && value.length > width)
        lines = Math.max(lines, wrappedLines(value, width));
    }
    return rowHeight(lines);
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

function worksheetHead(part: SheetPart): string {
  const { freezeHeader, look, print } = part.sheet;
  const frozenRows = headerRowNumber(part.sheet);
  const first = `A${frozenRows + 1}`;
  const pane =
    freezeHeader === false
      ? ''
      : `<pane ySplit="${frozenRows}" topLeftCell="${first}" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="${first}" sqref="${first}"/>`;
  const selected = part.selected ? ' tabSelected="1"' : '';
  return `${worksheetStart}${sheetProperties(print)}${dimension(part)}<sheetViews><sheetView${look === 'report' ? ' showGridLines="0"' : ''}${selected} workbookViewId="0">${pane}</sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/>${columnWidths(part.sheet)}<sheetData>`;
}

function worksheetTail({ sheet, choiceNames }: SheetPart, lastRow: number): string {
  const headerRow = headerRowNumber(sheet);
  const range =
    sheet.autoFilter === false ? undefined : filledRange(sheet.columns.length, lastRow, headerRow);
  const filter = range === undefined ? '' : `<autoFilter ref="${range}"/>`;
  return `</sheetData>${filter}${mergedGroups(sheet)}${dropDowns(choiceNames, headerRow + 1)}${printSetup(sheet.print)}</worksheet>`;
}

function dimension({ sheet, source, sheetRowsMax }: SheetPart): string {
  if (sheet.rowCount === undefined) return '';
  const ownRows = headerRowNumber(sheet) + (sheet.totals ? 1 : 0);
  const lastRow = Math.min(sheet.rowCount - source.taken + ownRows, sheetRowsMax);
  const range = filledRange(sheet.columns.length, lastRow);
  return range === undefined ? '' : `<dimension ref="${range}"/>`;
}

function columnWidths({ columns, look }: SheetOutput): string {
  if (columns.length === 0) return '';
  const widths = columns.map(({ header, format, widthCharacters }, index) => {
    const fitting = Math.min(Math.max(header.length + filterButtonCharacters, widthMin), widthMax);
    return columnWidth(index, widthCharacters ?? fitting, columnStyle(format, look));
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
