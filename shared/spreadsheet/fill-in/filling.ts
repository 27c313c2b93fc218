/** What is written into a cell: a number as exact decimal text, or text. */
export interface CellFilling {
  column: number;
  value: string;
  isNumber: boolean;
  /** Also where the cell holds something. */
  replaces?: boolean;
}

/** Cells of a row, in the order of their columns. A cell that holds something already stays as it is, unless it is replaced. */
export interface RowFilling {
  number: number;
  cells: readonly CellFilling[];
}

export interface SheetFilling {
  sheet: number;
  /** Columns that the sheet has not had so far; they get a width in which their figures can be read. */
  newColumns: { first: number; count: number };
  /** In the order of the rows. */
  rows: AsyncIterable<readonly RowFilling[]>;
}

export interface RowsOfSheet {
  sheet: number;
  /** Numbers of rows, ascending. */
  rows: Iterable<number>;
  /** A column that counts as used; -1 for none. */
  atLeast: number;
}

/** A sheet of texts behind all others, its name changed where the file has one of that name. */
export interface AddedSheet {
  name: string;
  rows: readonly (readonly string[])[];
}

/** Numbers of rows, each of which takes a bit. */
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

/** A file of which cells that are empty are filled in, and everything else stays as it is, byte for byte. */
export interface FillableFile {
  /** In the order of the file. */
  readonly sheetNames: readonly string[];
  /** The last column with something in it, in any of these rows, or `atLeast`. Throws TableFileError. */
  lastColumnOf(rows: RowsOfSheet): Promise<number>;
  /** In which rows a column has a formula. Throws TableFileError. */
  formulaRows(sheet: number, column: number): Promise<RowSet>;
  /** The file with the cells of each sheet, and where it can have one a sheet more. Throws TableFileError. */
  filled(sheets: readonly SheetFilling[], added?: AddedSheet): AsyncGenerator<Uint8Array, void>;
  close(): Promise<void>;
}

/** Looks rows up that are asked for in their order. */
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

/** Gives out what is to be filled into rows that come in their order. */
export class RowFillings {
  readonly #batches: AsyncIterator<readonly RowFilling[]>;
  #batch: readonly RowFilling[] = [];
  #at = 0;
  #hasEnded = false;

  constructor(batches: AsyncIterable<readonly RowFilling[]>) {
    this.#batches = batches[Symbol.asyncIterator]();
  }

  /** True when `find` cannot tell before `advance`. */
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
