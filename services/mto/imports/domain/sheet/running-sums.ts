import { readNumberText } from '@consulting/mto-engine';
import type { CellValue, Row } from '@consulting/spreadsheet/table/cell';

const LETTER_A = 0x41;
const ASCII_END = 0x7f;
const plainNumber = { separator: null, isInches: false, isPercent: false };

export function figureOf(cell: CellValue): number | null {
  if (typeof cell === 'number') return cell;
  if (typeof cell !== 'string') return null;
  const code = cell.charCodeAt(0);
  if (code >= LETTER_A && code <= ASCII_END) return null;
  const read = readNumberText(cell, plainNumber);
  return typeof read === 'number' ? read : null;
}

const rowsMin = 2;
const relativeTolerance = 1e-9;
const tolerance = 0.005;

export const agrees = (sum: number, figure: number) =>
  Math.abs(sum - figure) <= tolerance + Math.abs(figure) * relativeTolerance;

/**
 * A row of sums has no text, and its figures are the sums of all rows above or of those since the last such
 * row (extensions.md 2.5).
 */
export class RunningSums {
  readonly #all: number[] = [];
  #sinceLast: number[] = [];
  #rows = 0;
  #rowsSinceLast = 0;

  countRow(): void {
    this.#rows += 1;
    this.#rowsSinceLast += 1;
  }

  add(column: number, figure: number): void {
    this.#all[column] = (this.#all[column] ?? 0) + figure;
    this.#sinceLast[column] = (this.#sinceLast[column] ?? 0) + figure;
  }

  close(): void {
    this.#sinceLast = [];
    this.#rowsSinceLast = 0;
  }

  isTotal({ cells }: Row): boolean {
    const figures: [column: number, figure: number][] = [];
    for (const [at, cell] of cells.entries()) {
      if (cell === null || (typeof cell === 'string' && cell.trim() === '')) continue;
      const figure = figureOf(cell);
      if (figure === null) return false;
      figures.push([at, figure]);
    }
    if (figures.every(([, figure]) => figure === 0)) return false;
    const areSums = (sums: readonly number[], rows: number) =>
      rows >= rowsMin && figures.every(([at, figure]) => agrees(sums[at] ?? 0, figure));
    return areSums(this.#sinceLast, this.#rowsSinceLast) || areSums(this.#all, this.#rows);
  }
}
