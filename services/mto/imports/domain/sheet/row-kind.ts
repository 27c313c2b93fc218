import { normaliseHeader } from '@consulting/mto-engine';
import type { CellValue, Row } from '@consulting/spreadsheet/table/cell';
import { textOf } from '@consulting/spreadsheet/table/cell-text';
import type { HeaderRow } from './header-row';
import type { RunningSums } from './running-sums';

export type RowKind = 'data' | 'blank' | 'header' | 'heading' | 'total' | 'example';

export const isBlank = (cell: CellValue | undefined): boolean =>
  cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '');

const comparable = (text: string): string => normaliseHeader(text) || text.trim();

const totalWords = new Set([
  ...['total', 'subtotal', 'grandtotal', 'gesamt', 'gesamtsumme', 'summe', 'zwischensumme'],
  ...['totalgeneral', 'soustotal', 'somme', 'totale', 'subtotale', 'totalegenerale', 'suma', 'soma'],
]);

const isTotal = (cell: CellValue): boolean =>
  typeof cell === 'string' &&
  cell.length <= 40 &&
  totalWords.has(
    cell
      .normalize('NFD')
      .toLowerCase()
      .replace(/[^a-z]/g, ''),
  );

const isExample = (cell: CellValue): boolean =>
  typeof cell === 'string' && cell.trim().toLowerCase() === 'example';

const digits = /^[+-]?[\d.,]+$/;
const isText = (cell: CellValue): boolean => typeof cell === 'string' && !digits.test(cell.trim());

const headingColumns = 2;

/**
 * Rows without data are left out (resources.md 15.3 rule 6, extensions.md 2.5). `itemColumn` is -1 where
 * there is no column of Item No.
 */
export class RowKinds {
  readonly #headers: (string | undefined)[] = [];
  readonly #repeatedMin: number;
  readonly #headingColumns: readonly number[];

  constructor(
    { columns }: HeaderRow,
    private readonly itemColumn: number,
    private readonly sums: RunningSums,
  ) {
    for (const { index, header } of columns) this.#headers[index] = comparable(header);
    this.#repeatedMin = Math.min(3, columns.length);
    this.#headingColumns = columns.slice(0, headingColumns).map(({ index }) => index);
  }

  kindOf(row: Row): RowKind {
    const { cells, beyond } = row;
    let first = 0;
    while (first < cells.length && isBlank(cells[first])) first++;
    const firstCell = cells[first] ?? beyond?.value ?? null;
    if (firstCell === null) return 'blank';
    if (first === 0 && isExample(firstCell)) return 'example';
    const item = this.itemColumn < 0 ? null : (cells[this.itemColumn] ?? null);
    if (isTotal(isBlank(item) ? firstCell : item)) return 'total';
    if (beyond) return 'data';
    if (this.#isHeader(firstCell, first) && this.#isHeaderRow(cells)) return 'header';
    if (this.#isHeading(cells, first)) return 'heading';
    return isBlank(item) && this.sums.isTotal(row) ? 'total' : 'data';
  }

  headingOf({ cells }: Row): string {
    const texts = this.#headingColumns.map((column) => textOf(cells[column] ?? null));
    return texts.filter((text) => text !== '').join(' ');
  }

  #isHeading(cells: readonly CellValue[], first: number): boolean {
    if (!this.#headingColumns.includes(first)) return false;
    for (let at = first; at < cells.length; at++) {
      const cell = cells[at] ?? null;
      if (isBlank(cell)) continue;
      if (!this.#headingColumns.includes(at) || !isText(cell)) return false;
    }
    return true;
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
