import { columnLetters } from '../cell';

/** The range of a header and the rows below it, as the sheet itself refers to it; undefined without columns. */
export function filledRange(columnCount: number, lastRow: number, firstRow = 1): string | undefined {
  return columnCount === 0 ? undefined : `A${firstRow}:${columnLetters(columnCount - 1)}${lastRow}`;
}

/** The same range as other sheets and the workbook refer to it. */
export function filledReference(
  sheetName: string,
  columnCount: number,
  lastRow: number,
  firstRow: number,
): string {
  return `${quotedSheetName(sheetName)}!$A$${firstRow}:$${columnLetters(columnCount - 1)}$${lastRow}`;
}

/** The sheet name as a formula refers to it, before XML escaping. */
export function quotedSheetName(name: string): string {
  return `'${name.replaceAll("'", "''")}'`;
}
