import type { PageCell, PageFormat, PageOutput, PageRow } from '../output/page-output';
import { type CellOutput, FormulaCell, UnwritableCell } from '../output/write-output';
import { columnLetters } from '../table/cell';
import { dateSerial, formulaCell, numberText, styleAttribute, textCell } from './cell';
import { printSetup, sheetProperties } from './print-setup';
import { rowHeight, wrappedLines } from './row-height';
import { pageStyle } from './styles';
import { columnWidth, worksheetStart } from './worksheet-head';

export function* pageXml(page: PageOutput, { selected }: { selected: boolean }): Generator<string, void> {
  const { charts = [], columnWidths, pageBreaks = [] } = page;
  const cols = columnWidths.map((characters, at) => columnWidth(at, characters)).join('');
  yield `${worksheetStart}${sheetProperties(page.print, page.tabColor)}${dimension(page)}${view(page, selected)}<sheetFormatPr defaultRowHeight="15"/>${cols === '' ? '' : `<cols>${cols}</cols>`}<sheetData>`;
  for (const [at, row] of page.pageRows.entries()) yield rowXml(page, row, at + 1);
  const drawing = charts.length === 0 ? '' : '<drawing r:id="rId1"/>';
  yield `</sheetData>${mergedCells(page.pageRows)}${printSetup(page.print)}${rowBreaks(pageBreaks)}${drawing}</worksheet>`;
}

function dimension({ columnWidths, pageRows }: PageOutput): string {
  const last = columnLetters(Math.max(columnWidths.length, 1) - 1);
  return `<dimension ref="A1:${last}${Math.max(pageRows.length, 1)}"/>`;
}

function view({ frozen }: PageOutput, selected: boolean): string {
  const attributes = `showGridLines="0"${selected ? ' tabSelected="1"' : ''} workbookViewId="0"`;
  return `<sheetViews><sheetView ${attributes}>${frozen ? frozenPane(frozen) : ''}</sheetView></sheetViews>`;
}

function frozenPane({ rows, columns }: { rows: number; columns: number }): string {
  const first = `${columnLetters(columns)}${rows + 1}`;
  const split = `${columns > 0 ? ` xSplit="${columns}"` : ''}${rows > 0 ? ` ySplit="${rows}"` : ''}`;
  const pane = columns === 0 ? 'bottomLeft' : rows === 0 ? 'topRight' : 'bottomRight';
  return `<pane${split} topLeftCell="${first}" activePane="${pane}" state="frozen"/><selection pane="${pane}" activeCell="${first}" sqref="${first}"/>`;
}

function rowXml(
  { name: sheet, columnWidths }: PageOutput,
  { cells, heightPoints }: PageRow,
  row: number,
): string {
  const height =
    heightPoints === undefined
      ? rowHeight(linesOf(cells, columnWidths))
      : ` ht="${heightPoints}" customHeight="1"`;
  let column = 0;
  let xml = `<row r="${row}"${height}>`;
  for (const cell of cells) {
    if (cell !== null) xml += placedCell(sheet, cell, row, column);
    column += cell?.span ?? 1;
  }
  return `${xml}</row>`;
}

function linesOf(cells: PageRow['cells'], widths: readonly number[]): number {
  let column = 0;
  let lines = 1;
  for (const cell of cells) {
    const from = column;
    column += cell?.span ?? 1;
    if (typeof cell?.value !== 'string') continue;
    if (cell.format !== 'prose' && cell.look !== 'header') continue;
    const width = widths.slice(from, column).reduce((sum, one) => sum + one, 0);
    lines = Math.max(lines, wrappedLines(cell.value, width, cell.look === 'body' ? 'regular' : 'bold'));
  }
  return lines;
}

function placedCell(sheet: string, cell: PageCell, row: number, column: number): string {
  const style = styleAttribute(pageStyle(cell.look, cell.format));
  const others = Array.from(
    { length: (cell.span ?? 1) - 1 },
    (_, at) => `<c r="${columnLetters(column + at + 1)}${row}"${style}/>`,
  );
  try {
    const content = cellContent(
      style,
      cell.value,
      cell.look === 'header' || cell.look === 'band' ? 'text' : cell.format,
    );
    return `<c r="${columnLetters(column)}${row}"${content}${others.join('')}`;
  } catch (cause) {
    throw cause instanceof RangeError ? new UnwritableCell(cause.message, sheet, row) : cause;
  }
}

function cellContent(style: string, value: PageCell['value'], format: PageFormat): string {
  if (value === null || value === undefined) return `${style}/>`;
  if (value instanceof FormulaCell) return formulaCell(style, value);
  if (format === 'text' || format === 'prose') return textCell(style, String(value));
  return `${style}><v>${figure(value, format)}</v></c>`;
}

function figure(value: Exclude<CellOutput, null | undefined>, format: PageFormat): string {
  if (typeof value !== 'string' && typeof value !== 'number')
    throw new RangeError(`${value} is not a number`);
  if (format !== 'date') return numberText(value);
  const serial = dateSerial(String(value));
  if (serial === undefined) throw new RangeError(`${value} is before the dates of a workbook`);
  return String(serial);
}

function rowBreaks(rows: readonly number[]): string {
  if (rows.length === 0) return '';
  const breaks = rows.map((row) => `<brk id="${row}" max="16383" man="1"/>`);
  return `<rowBreaks count="${rows.length}" manualBreakCount="${rows.length}">${breaks.join('')}</rowBreaks>`;
}

function mergedCells(rows: readonly PageRow[]): string {
  const ranges = rows.flatMap(({ cells }, at) => {
    let column = 0;
    return cells.flatMap((cell) => {
      const from = column;
      column += cell?.span ?? 1;
      return column - from > 1 ? `${columnLetters(from)}${at + 1}:${columnLetters(column - 1)}${at + 1}` : [];
    });
  });
  if (ranges.length === 0) return '';
  const elements = ranges.map((range) => `<mergeCell ref="${range}"/>`);
  return `<mergeCells count="${ranges.length}">${elements.join('')}</mergeCells>`;
}
