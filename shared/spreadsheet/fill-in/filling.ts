export interface CellFilling {
  column: number;
  value: string;
  isNumber: boolean;
  replaces?: boolean;
}

/**
 * Cells are given in the order of their columns. A cell that already has content stays as it is unless `replaces` is
 * set.
 */
export interface RowFilling {
  number: number;
  cells: readonly CellFilling[];
}

export interface SheetFilling {
  sheet: number;
  newColumns: { first: number; count: number };
  rows: AsyncIterable<readonly RowFilling[]>;
}

export interface RowsOfSheet {
  sheet: number;
  rows: Iterable<number>;
  atLeast: number;
}

export interface AddedSheet {
  name: string;
  rows: readonly (readonly string[])[];
}

export class RowSet {
  size = 0;
  #bits = new Uint8Array(1024);

  add(row: number): void {
    if (this.has(row)) return;
    const at = row >>> 3;
    if (at >= this.#bits.length) {
      const grown = new Uint8Array(Math.max(at + 1, this.#bits.length * 2));
      grown.set(this.#bits);
      this.#bits = grown;
    }
    this.#bits[at] = (this.#bits[at] ?? 0) | (1 << (row & 7));
    this.size += 1;
  }

  *rows(): Generator<number> {
    for (let row = 0; row < this.#bits.length * 8; row++) if (this.has(row)) yield row;
  }

  has(row: number): boolean {
    return ((this.#bits[row >>> 3] ?? 0) & (1 << (row & 7))) !== 0;
  }
}

/** Everything that is not filled in stays as it is, byte for byte. Every method may throw TableFileError. */
export interface FillableFile {
  readonly sheetNames: readonly string[];
  lastColumnOf(rows: RowsOfSheet): Promise<number>;
  formulaRows(sheet: number, column: number): Promise<RowSet>;
  filled(sheets: readonly SheetFilling[], added?: AddedSheet): AsyncGenerator<Uint8Array, void>;
  close(): Promise<void>;
}

export class RowNumbers {
  readonly #numbers: Iterator<number>;
  #next: number;

  constructor(rows: Iterable<number>) {
    this.#numbers = rows[Symbol.iterator]();
    this.#next = this.#take();
  }

  has(number: number): boolean {
    while (this.#next < number) this.#next = this.#take();
    return this.#next === number;
  }

  #take(): number {
    const { done, value } = this.#numbers.next();
    return done ? Number.POSITIVE_INFINITY : value;
  }
}

export class RowFillings {
  readonly #batches: AsyncIterator<readonly RowFilling[]>;
  #batch: readonly RowFilling[] = [];
  #at = 0;
  #hasEnded = false;

  constructor(batches: AsyncIterable<readonly RowFilling[]>) {
    this.#batches = batches[Symbol.asyncIterator]();
  }

  needsMore(number: number): boolean {
    while (this.#at < this.#batch.length && (this.#batch[this.#at]?.number ?? 0) < number) this.#at++;
    return this.#at === this.#batch.length && !this.#hasEnded;
  }

  async advance(): Promise<void> {
    const { done, value } = await this.#batches.next();
    this.#at = 0;
    this.#batch = done ? [] : value;
    this.#hasEnded = done === true;
  }

  find(number: number): readonly CellFilling[] | null {
    const row = this.#batch[this.#at];
    return row?.number === number ? row.cells : null;
  }

  async close(): Promise<void> {
    await this.#batches.return?.();
  }
}
