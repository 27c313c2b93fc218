import { columnLetters } from '../cell';

export function filledRange(columnCount: number, lastRow: number, firstRow = 1): string | undefined {
  return columnCount === 0 ? undefined : `A${firstRow}:${columnLetters(columnCount - 1)}${lastRow}`;
}

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
