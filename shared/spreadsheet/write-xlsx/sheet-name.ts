import type { CellRange } from '../output/page-output';
import { columnLetters } from '../table/cell';

const charactersMax = 31;
const forbidden = /[:\\/?*[\]]|[^\u0020-\ufffd]/g;
const reserved = 'history';

export class SheetNames {
  readonly #taken = new Set<string>([reserved]);

  /**
   * Excel allows at most 31 UTF-16 units and no apostrophe at either end, and reserves "History". A name that is taken
   * (case ignored) gets " (2)", " (3)", … within the 31.
   */
  claim(wanted: string): string {
    const base = allowed(wanted);
    let name = base;
    for (let number = 2; this.#taken.has(name.toLowerCase()); number++) {
      const suffix = ` (${number})`;
      name = shortened(base, charactersMax - suffix.length) + suffix;
    }
    this.#taken.add(name.toLowerCase());
    return name;
  }
}

function allowed(wanted: string): string {
  const name = shortened(wanted.toWellFormed().replace(forbidden, '_').trim(), charactersMax);
  return name.replace(/^'|'$/g, '_') || 'Sheet';
}

function shortened(name: string, charactersLimit: number): string {
  return name
    .slice(0, charactersLimit)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd();
}

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

export function quotedSheetName(name: string): string {
  return `'${name.replaceAll("'", "''")}'`;
}

export function rangeReference({ sheet, column, fromRow, toRow }: CellRange): string {
  const letters = columnLetters(column);
  return `${quotedSheetName(sheet)}!$${letters}$${fromRow}:$${letters}$${toRow}`;
}
