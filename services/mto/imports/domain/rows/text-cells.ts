import type { RowFault } from '@consulting/imports/run/failed-rows';
import {
  commonFields,
  commonPosition,
  type Discipline,
  isWithoutQuantity,
  type Line,
  splitQuantity,
} from '@consulting/mto-engine';
import type { CellValue } from '@consulting/spreadsheet/table/cell';
import { textOf } from '@consulting/spreadsheet/table/cell-text';
import type { ColumnTarget } from './column-target';
import { type DerivedCell, PipeSizeCells } from './pipe-size-cells';

const unitAt = commonPosition('unitOfMeasure');
const remarksAt = commonPosition('remarks');
const remarksLengthMax = commonFields.find(({ key }) => key === 'remarks')?.maxLength ?? 0;

interface RowInHand {
  readonly discipline: Discipline;
  readonly line: Line;
  readonly faults: RowFault[];
  columnOf(key: string): string | null;
}

/** These cells are read after the others of the row, because they depend on them (extensions.md 2.2, 2.3). */
export class TextCells {
  readonly derived: DerivedCell[] = [];
  /** The word that stands in place of the quantity of the row. */
  wordForQuantity: string | null = null;
  readonly #waiting: { target: ColumnTarget; text: string }[] = [];
  readonly #sizes: PipeSizeCells | null;
  readonly #own: ReadonlySet<number>;

  constructor(
    private readonly row: RowInHand,
    targets: readonly ColumnTarget[],
  ) {
    const keys = new Set(targets.map(({ reader }) => reader.field.key));
    this.#own = new Set(targets.map(({ position }) => position));
    const isSized = row.discipline === 'piping' && PipeSizeCells.isNeeded(keys);
    this.#sizes = isSized ? new PipeSizeCells(row.line, keys, (cell) => this.give(cell)) : null;
  }

  get positions(): number[] {
    return [...(this.#sizes?.positions ?? []), unitAt, remarksAt];
  }

  clear(): void {
    if (this.derived.length > 0) this.derived.length = 0;
    if (this.#waiting.length > 0) this.#waiting.length = 0;
    this.wordForQuantity = null;
  }

  takes(target: ColumnTarget, cell: CellValue): boolean {
    if (target.ofText === null || typeof cell !== 'string') return false;
    if (target.reader.fault?.code !== 'NOT_A_NUMBER') return false;
    this.#waiting.push({ target, text: textOf(cell) });
    return true;
  }

  read(): void {
    if (this.#waiting.length === 0) this.#sizes?.convert();
    else this.#readWaiting();
  }

  #readWaiting(): void {
    for (const { target, text } of this.#waiting) if (target.ofText === 'size') this.#readSize(target, text);
    this.#sizes?.convert();
    for (const { target, text } of this.#waiting) {
      if (target.ofText === 'outside') this.#readSize(target, text);
      if (target.ofText === 'quantity') this.#readQuantity(target, text);
    }
    if (this.row.faults.length > 1) this.row.faults.sort(byColumn);
  }

  #readSize({ letters, reader }: ColumnTarget, text: string): void {
    const fault = this.#sizes?.read(reader, text) ?? null;
    if (fault === null) return;
    const column = fault.field === reader.field.key ? letters : this.row.columnOf(fault.field ?? '');
    this.row.faults.push({ column: column ?? letters, ...fault });
  }

  #readQuantity({ letters, position, reader }: ColumnTarget, text: string): void {
    const { line, faults } = this.row;
    const at = { column: letters, field: 'quantity', value: text };
    if (isWithoutQuantity(text)) {
      line[position] = 0;
      this.#remark(text.trim());
      return;
    }
    const quantity = splitQuantity(text);
    const value = quantity && reader.read(quantity.number);
    if (quantity === null || typeof value !== 'number') {
      if (reader.fault) faults.push({ ...at, ...reader.fault });
      return;
    }
    const { unitOfMeasure } = quantity;
    const own = line[unitAt] ?? null;
    line[position] = value;
    if (own === null) this.give({ position: unitAt, value: unitOfMeasure, from: null });
    else if (own !== unitOfMeasure)
      faults.push({
        ...at,
        code: 'UNIT',
        message: `is in ${unitOfMeasure}, and the unit of measure of the row is ${own}`,
      });
  }

  #remark(word: string): void {
    this.wordForQuantity = word;
    const own = this.row.line[remarksAt] ?? null;
    const value = own === null ? word : `${own}; ${word}`;
    if (value.length <= remarksLengthMax) this.give({ position: remarksAt, value, from: null });
  }

  give(cell: DerivedCell): void {
    this.row.line[cell.position] = cell.value;
    if (!this.#own.has(cell.position)) this.derived.push(cell);
  }
}

const byColumn = ({ column: one }: RowFault, { column: other }: RowFault): number =>
  orderOf(one) - orderOf(other);

const orderOf = (letters: string | null): number =>
  [...(letters ?? 'ZZZZ')].reduce((order, letter) => order * 26 + letter.charCodeAt(0) - 64, 0);
