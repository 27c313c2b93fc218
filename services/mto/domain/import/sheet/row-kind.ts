import type { CellValue, Row } from '@consulting/spreadsheet/cell';
import { normaliseHeader } from '../../../fields/header';
import type { HeaderRow } from './header-row';

type RowKind = 'data' | 'blank' | 'header' | 'total' | 'example';

const isBlank = (cell: CellValue): boolean =>
  cell === null || (typeof cell === 'string' && cell.trim() === '');

const comparable = (text: string): string => normaliseHeader(text) || text.trim();

const isTotal = (cell: CellValue): boolean => {
  if (typeof cell !== 'string' || cell.length > 40) return false;
  const word = cell.toLowerCase().replace(/[^a-z]/g, '');
  return word === 'total' || word === 'subtotal';
};

const isExample = (cell: CellValue): boolean =>
  typeof cell === 'string' && cell.trim().toLowerCase() === 'example';

/** Tells rows with data from those that are left out. `itemColumn` is the column of Item No., or -1. */
export class RowKinds {
  readonly #headers: (string | undefined)[] = [];
  readonly #repeatedMin: number;

  constructor(
    { columns }: HeaderRow,
    private readonly itemColumn: number,
  ) {
    for (const { index, header } of columns) this.#headers[index] = comparable(header);
    this.#repeatedMin = Math.min(3, columns.length);
  }

  kindOf({ cells, beyond }: Row): RowKind {
    let first = 0;
    while (first < cells.length && isBlank(cells[first] ?? null)) first++;
    const firstCell = cells[first] ?? beyond?.value ?? null;
    if (firstCell === null) return 'blank';
    if (first === 0 && isExample(firstCell)) return 'example';
    const item = this.itemColumn < 0 ? null : (cells[this.itemColumn] ?? null);
    if (isTotal(isBlank(item) ? firstCell : item)) return 'total';
    const isRepeated = !beyond && this.#isHeader(firstCell, first) && this.#isHeaderRow(cells);
    return isRepeated ? 'header' : 'data';
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
