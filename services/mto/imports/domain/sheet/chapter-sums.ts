import type { CellValue, Row } from '@consulting/spreadsheet/table/cell';
import { textOf } from '@consulting/spreadsheet/table/cell-text';
import type { KindColumns } from './row-kind';
import { agrees, figureOf, isNothing } from './running-sums';

const openMax = 16;
const rowsMin = 2;

export interface CountedRow {
  row: Row;
  countedAs: number;
}

interface Chapter extends CountedRow {
  code: string;
  amount: number;
  sum: number;
  rows: number;
}

interface Below {
  amount: number;
  code: string;
  hasUnit: boolean;
  isChapter: boolean;
}

// A chapter may have the sum of its items above them, in the figures of one lump sum: only the rows below it prove that.
export class ChapterSums {
  #open: Chapter[] = [];

  constructor(private readonly columns: KindColumns) {}

  see(row: Row, countedAs: number): readonly CountedRow[] {
    const { cells } = row;
    const { amount: amountAt, unit } = this.columns;
    if (amountAt < 0 || unit < 0) return [];
    const isWithoutUnit = isNothing(cells[unit]);
    if (this.#open.length === 0 && !isWithoutUnit) return [];
    const amount = figureOf(cells[amountAt] ?? null) ?? 0;
    const code = textOf(cells[0] ?? null);
    const isChapter = isWithoutUnit && amount > 0 && this.#isLumpSum(cells, amount);
    const proved = this.#add({ amount, code, hasUnit: !isWithoutUnit, isChapter });
    if (isChapter)
      this.#open = [...this.#open, { row, countedAs, code, amount, sum: 0, rows: 0 }].slice(-openMax);
    return proved;
  }

  #isLumpSum(cells: readonly CellValue[], amount: number): boolean {
    const { quantity, amount: amountAt, figures } = this.columns;
    const count = figureOf(cells[quantity] ?? null);
    if (count !== 1 && !isNothing(cells[quantity])) return false;
    const prices = [...figures].filter((at) => at !== quantity && at !== amountAt);
    return prices.every((at) => isNothing(cells[at]) || figureOf(cells[at] ?? null) === amount);
  }

  // From the innermost chapter outwards: one that its rows exceed was a line, which those around it have to add.
  // What may be a chapter itself is added when it proves to be none, or where it completes the chapter around it.
  #add({ amount, code, hasUnit, isChapter }: Below): CountedRow[] {
    const proved: CountedRow[] = [];
    const open: Chapter[] = [];
    let added = amount;
    for (const chapter of this.#open.toReversed()) {
      const isUnder = chapter.code !== '' && code !== chapter.code && code.startsWith(chapter.code);
      const sum = chapter.sum + added;
      const rows = chapter.rows + 1;
      if (agrees(sum, chapter.amount) && (isUnder || (hasUnit && rows >= rowsMin))) proved.push(chapter);
      else if (isChapter) open.unshift(chapter);
      else if ((hasUnit || isUnder) && sum <= chapter.amount)
        open.unshift(Object.assign(chapter, { sum, rows }));
      else added += chapter.amount;
    }
    this.#open = open;
    return proved;
  }
}
