import { knownUnitOfMeasure, normaliseHeader } from '@consulting/mto-engine';
import type { CellValue, Row } from '@consulting/spreadsheet/table/cell';
import { textOf } from '@consulting/spreadsheet/table/cell-text';
import type { SheetColumn } from './header-row';
import { figureOf, isNothing, type RunningSums } from './running-sums';
import { isTotalPhrase, isTotalWord } from './total-text';

export type RowKind = 'data' | 'blank' | 'header' | 'heading' | 'total' | 'note' | 'example';

export const isBlank = (cell: CellValue | undefined): boolean =>
  cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '');

const comparable = (text: string): string => normaliseHeader(text) || text.trim();

const isExample = (cell: CellValue): boolean =>
  typeof cell === 'string' && cell.trim().toLowerCase() === 'example';

const digits = /^[+-]?[\d.,]+$/;
const isText = (cell: CellValue): boolean => typeof cell === 'string' && !digits.test(cell.trim());

const unitLengthMax = 16;
const isUnit = (cell: CellValue): boolean => !isBlank(cell) && textOf(cell).length <= unitLengthMax;

const headingColumns = 2;
const letter = /\p{L}/u;
const figuresOfTotalMax = 2;
const rowsOfSumsMin = 2;

// Which columns have what tells a line from a heading or a total; -1 where the sheet has no such column.
export interface KindColumns {
  item: number;
  description: number;
  quantity: number;
  unit: number;
  amount: number;
  remarks: number;
  // Whether a number and a text alone make a heading.
  mayHaveCodes: boolean;
  // Those of quantities, prices and amounts.
  figures: ReadonlySet<number>;
}

// Rows without data are left out (resources.md 15.3 rule 6, extensions.md 2.5).
export class RowKinds {
  readonly #headers: (string | undefined)[] = [];
  readonly #repeatedMin: number;
  readonly #headingColumns: readonly number[];
  readonly #hasCodes: boolean;
  readonly #hasHeader: boolean;
  #isBelowTotal = false;

  constructor(
    columns: readonly SheetColumn[],
    private readonly known: KindColumns,
    private readonly sums: RunningSums,
  ) {
    for (const { index, header } of columns) this.#headers[index] = comparable(header);
    this.#hasHeader = columns.some(({ header }) => header !== '');
    this.#hasCodes = columns.length > headingColumns && known.mayHaveCodes;
    this.#repeatedMin = Math.min(3, columns.length);
    const first = columns.slice(0, headingColumns).map(({ index }) => index);
    const found = [...new Set([...first, known.item, known.description])].filter((at) => at >= 0);
    this.#headingColumns = found.sort((one, other) => one - other);
  }

  kindOf(row: Row): RowKind {
    const kind = this.#kindOf(row);
    if (kind !== 'blank') this.#isBelowTotal = kind === 'total';
    return kind;
  }

  #kindOf(row: Row): RowKind {
    const { cells, beyond } = row;
    let first = 0;
    while (first < cells.length && isBlank(cells[first])) first++;
    const firstCell = cells[first] ?? beyond?.value ?? null;
    if (firstCell === null) return 'blank';
    if (first === 0 && isExample(firstCell)) return 'example';
    const item = this.#cell(cells, this.known.item);
    const named = isBlank(item) ? firstCell : item;
    if (typeof named === 'string' && isTotalWord(named)) return 'total';
    if (beyond) return 'data';
    if (this.#isHeader(firstCell, first) && this.#isHeaderRow(cells)) return 'header';
    if (this.#isNote(cells, first)) return 'note';
    if (this.#isTotal(row)) return 'total';
    return this.#isHeading(cells, first) ? 'heading' : 'data';
  }

  #isNamed(at: number): boolean {
    const header = this.#headers[at];
    return header !== undefined && (header !== '' || !this.#hasHeader);
  }

  #isNote(cells: readonly CellValue[], first: number): boolean {
    return !this.#isNamed(first) && cells.every((cell, at) => !this.#isNamed(at) || isBlank(cell));
  }

  headingOf({ cells }: Row): string {
    const texts = this.#headingColumns.map((column) => textOf(cells[column] ?? null));
    return texts.filter((text) => text !== '').join(' ');
  }

  #cell = (cells: readonly CellValue[], at: number): CellValue => (at < 0 ? null : (cells[at] ?? null));

  // A row with a unit is a line. So is one with a quantity, unless its figures are the sums of those above.
  #isTotal(row: Row): boolean {
    const { cells } = row;
    const { unit, quantity } = this.known;
    const hasQuantity = quantity >= 0 && !isNothing(cells[quantity]);
    const unitCell = this.#cell(cells, unit);
    if (isUnit(unitCell) && (hasQuantity || quantity < 0 || !this.#isSaid(textOf(unitCell), cells)))
      return false;
    if (hasQuantity && !this.sums.areSums(row, 1)) return false;
    const last = cells.findLastIndex((cell) => typeof cell === 'string' && letter.test(cell));
    const isUnsure = quantity < 0 || hasQuantity;
    if (last < 0) return this.#hasFiguresAlone(cells) && this.sums.areSums(row, isUnsure ? rowsOfSumsMin : 1);
    const text = cells[last];
    if (typeof text !== 'string' || !this.#isSaid(text, cells)) return false;
    const figures = cells.slice(last + 1).filter((cell) => figureOf(cell) !== null).length;
    return figures > 0 && (quantity >= 0 || figures <= figuresOfTotalMax || this.sums.areSums(row, 1));
  }

  #isSaid = (text: string, cells: readonly CellValue[]): boolean =>
    isTotalPhrase(text) || this.#isOfSummary(cells);

  // Below a total stand allowances, taxes and further sums: one text that is no unit, and amounts.
  #isOfSummary(cells: readonly CellValue[]): boolean {
    const { item, description, quantity } = this.known;
    const isEmpty = [item, description].every((at) => isBlank(this.#cell(cells, at)));
    if (!this.#isBelowTotal || quantity < 0 || !isEmpty) return false;
    const [text = '', ...others] = cells.filter(isText).map(textOf);
    return others.length === 0 && text !== '' && knownUnitOfMeasure(text) === undefined;
  }

  #hasFiguresAlone(cells: readonly CellValue[]): boolean {
    if (!isNothing(this.#cell(cells, this.known.item))) return false;
    return cells.every((cell) => isNothing(cell) || figureOf(cell) !== null);
  }

  // A heading may begin with a code such as 1.1, which a workbook has as a number.
  #isHeading(cells: readonly CellValue[], first: number): boolean {
    const { quantity, remarks } = this.known;
    const leavesZeros = quantity >= 0 && isBlank(cells[quantity]);
    let hasText = false;
    for (let at = first; at < cells.length; at++) {
      const cell = cells[at] ?? null;
      if (isBlank(cell)) continue;
      // Formulas copied into the row of a heading leave zeros and errors in columns of figures.
      if (leavesZeros && isNothing(cell) && !this.#headingColumns.includes(at)) continue;
      if (leavesZeros && at === remarks && isText(cell)) continue;
      if (isText(cell) && this.#headingColumns.includes(at)) hasText = true;
      else if (this.#isCode(cell, at) && !hasText) continue;
      else if (this.#isNamed(at) || !isText(cell)) return false;
    }
    return hasText;
  }

  #isCode(cell: CellValue, at: number): boolean {
    const isNumber = typeof cell === 'number' || typeof cell === 'string';
    return isNumber && this.#headingColumns.includes(at) && !this.known.figures.has(at) && this.#hasCodes;
  }

  #isHeader(cell: CellValue, at: number): boolean {
    const header = this.#headers[at];
    return header !== undefined && typeof cell === 'string' && comparable(cell) === header;
  }

  #isHeaderRow(cells: readonly CellValue[]): boolean {
    let repeated = 0;
    for (const [at, cell] of cells.entries()) {
      if (isBlank(cell)) continue;
      if (!this.#isHeader(cell, at)) return false;
      repeated++;
    }
    return repeated >= this.#repeatedMin;
  }
}
