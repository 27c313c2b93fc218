import { ExactSum } from '@consulting/mto-engine';
import type { CellValue, Row } from '@consulting/spreadsheet/table/cell';
import { textOf } from '@consulting/spreadsheet/table/cell-text';
import type { SheetColumn } from './header-row';
import { isBlank } from './row-kind';
import { figureOf, RunningSums } from './running-sums';
import { UniqueColumns } from './unique-columns';

const samplesMax = 5;
const sampleLengthMax = 60;
export const sampleRowsMax = 200;
const sampleCellsMax = 20_000;
const sampleTextMax = 120;
const storedMax = 2_000_000;

export interface SheetFigures {
  sheet: { name: string };
  header: { columns: readonly SheetColumn[] };
  unnamed: readonly SheetColumn[];
  figures: ColumnFigures;
}

export class ColumnFigures {
  readonly rows: CellValue[][] = [];
  readonly sums = new RunningSums();
  readonly unique = new UniqueColumns();
  readonly #filled: number[] = [];
  readonly #numbers: number[] = [];
  readonly #samples: string[][] = [];
  readonly #exact: ExactSum[] = [];
  #sampleCells = 0;
  readonly #stored: number[][] = [];
  #storedCount = 0;
  #storedColumns: ReadonlySet<number> | null = null;
  rowCount = 0;

  // The sums of a sheet that is read are those of its reconciliation.
  constructor(private readonly areExact = false) {}

  add({ cells }: Row): void {
    this.sums.countRow();
    this.rowCount += 1;
    this.unique.see(cells);
    for (let at = 0; at < cells.length; at++) {
      const cell = cells[at];
      if (cell === null || cell === undefined) continue;
      if (typeof cell === 'string' && isBlank(cell)) continue;
      this.#filled[at] = (this.#filled[at] ?? 0) + 1;
      const figure = figureOf(cell);
      if (figure !== null) {
        this.#numbers[at] = (this.#numbers[at] ?? 0) + 1;
        this.sums.add(at, figure);
        this.#store(at, figure);
        if (this.areExact) this.#addExact(at, figure);
      }
      this.#sample(at, cell);
    }
    this.#keep(cells);
  }

  takeBack({ cells }: Row, countedAs: number): void {
    for (const [at, cell] of cells.entries()) {
      if (isBlank(cell)) continue;
      this.#filled[at] = (this.#filled[at] ?? 0) - 1;
      const figure = figureOf(cell);
      if (figure === null) continue;
      this.#numbers[at] = (this.#numbers[at] ?? 0) - 1;
      this.sums.takeBack(at, figure, countedAs);
      if (this.areExact) this.#addExact(at, -figure);
    }
  }

  get width(): number {
    return this.#filled.length;
  }

  filled = (column: number): number => this.#filled[column] ?? 0;

  numbers = (column: number): number => this.#numbers[column] ?? 0;

  exactSum = (column: number): ExactSum => this.#exact[column] ?? new ExactSum();

  samples = (column: number): readonly string[] => this.#samples[column] ?? [];

  // Whether `at` knows the figures of all rows.
  get isComplete(): boolean {
    return this.#storedCount <= storedMax;
  }

  at = (column: number, row: number): number => this.#stored[column]?.[row] ?? 0;

  // From now on the figures of these columns alone are stored.
  storeOnly(columns: ReadonlySet<number>): void {
    this.#storedColumns = columns;
  }

  #store(column: number, figure: number): void {
    if (this.#storedColumns?.has(column) === false) return;
    const stored = this.#stored[column] ?? [];
    this.#stored[column] = stored;
    this.#storedCount += this.rowCount - stored.length;
    if (!this.isComplete) return;
    while (stored.length < this.rowCount - 1) stored.push(0);
    stored.push(figure);
  }

  #addExact(column: number, figure: number): void {
    const sum = this.exactSum(column);
    sum.add(figure);
    this.#exact[column] = sum;
  }

  #sample(column: number, cell: CellValue): void {
    const samples = this.#samples[column];
    if (samples !== undefined && samples.length >= samplesMax) return;
    const text = textOf(cell).slice(0, sampleLengthMax);
    if (text === '') return;
    if (samples === undefined) this.#samples[column] = [text];
    else if (!samples.includes(text)) samples.push(text);
  }

  #keep(cells: readonly CellValue[]): void {
    if (this.rows.length >= sampleRowsMax || this.#sampleCells + cells.length > sampleCellsMax) return;
    this.#sampleCells += cells.length;
    this.rows.push(
      cells.map((cell) =>
        typeof cell === 'string' && cell.length > sampleTextMax ? cell.slice(0, sampleTextMax) : cell,
      ),
    );
  }
}
