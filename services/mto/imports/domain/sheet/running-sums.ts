import { readNumberText } from '@consulting/mto-engine';
import { type CellValue, ErrorCell, NoResultCell, type Row } from '@consulting/spreadsheet/table/cell';

const LETTER_A = 0x41;
const ASCII_END = 0x7f;
const plainNumber = { separator: null, isInches: false, isPercent: false };

export function isWord(text: string): boolean {
  const code = text.charCodeAt(0);
  return code >= LETTER_A && code <= ASCII_END;
}

export function figureOf(cell: CellValue): number | null {
  if (typeof cell === 'number') return cell;
  if (typeof cell !== 'string' || isWord(cell)) return null;
  const read = readNumberText(cell, plainNumber);
  return typeof read === 'number' ? read : null;
}

const startsMax = 64;
const relativeTolerance = 1e-9;
const tolerance = 0.005;

export const agrees = (sum: number, figure: number) =>
  Math.abs(sum - figure) <= tolerance + Math.abs(figure) * relativeTolerance;

const dash = /^[\s\-–—]*$/;

// Accountants write a dash for zero.
export const isNothing = (cell: CellValue | undefined): boolean =>
  cell === null ||
  cell === undefined ||
  cell === 0 ||
  cell instanceof ErrorCell ||
  cell instanceof NoResultCell ||
  (typeof cell === 'string' && (dash.test(cell) || figureOf(cell) === 0));

interface Start {
  rows: number;
  sums: number[];
}

// A total is the sum of all rows above, or of those since a section began or another total stood.
export class RunningSums {
  readonly #all: number[] = [];
  #rows = 0;
  readonly #starts: Start[] = [{ rows: 0, sums: [] }];

  countRow(): void {
    this.#rows += 1;
  }

  add(column: number, figure: number): void {
    this.#all[column] = (this.#all[column] ?? 0) + figure;
  }

  // Sections that began since the row was counted have its figure in what stood before them.
  takeBack(column: number, figure: number, countedAs: number): void {
    this.#all[column] = (this.#all[column] ?? 0) - figure;
    for (const start of this.#starts) {
      if (start.rows < countedAs) continue;
      start.sums[column] = (start.sums[column] ?? 0) - figure;
    }
  }

  startSection(): void {
    if (this.#starts.at(-1)?.rows === this.#rows) return;
    this.#starts.push({ rows: this.#rows, sums: [...this.#all] });
    if (this.#starts.length > startsMax) this.#starts.splice(1, 1);
  }

  // Texts count as nothing, and so do zeros, which formulas leave in a row of sums.
  areSums({ cells }: Row, rowsMin: number): boolean {
    return this.#starts.some(
      ({ rows, sums }) => this.#rows - rows >= rowsMin && this.#isSumSince(sums, cells),
    );
  }

  #isSumSince(sums: readonly number[], cells: readonly CellValue[]): boolean {
    let hasFigure = false;
    for (let at = 0; at < cells.length; at++) {
      const figure = figureOf(cells[at] ?? null) ?? 0;
      if (figure === 0) continue;
      if (!agrees((this.#all[at] ?? 0) - (sums[at] ?? 0), figure)) return false;
      hasFigure = true;
    }
    return hasFigure;
  }
}
