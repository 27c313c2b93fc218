import { commonPosition, isPerUnit } from '@consulting/takeoff-fields';
import { ExactSum } from '../fields/exact-sum';
import type { Cell, Line } from '../fields/line';
import { type PriceTable, unitAt } from './price-table';

const quantityAt = commonPosition('quantity');
const groupsMax = 50_000;
// No text of the database has it.
const separator = '\u0000';

// Most rows and groups have lines of one unit, and there are many of them.
class LineCount {
  lines = 0;
  #unit: Cell = null;
  #sum: ExactSum | null = null;
  #others: Map<Cell, ExactSum> | null = null;

  add(line: Line): void {
    this.lines += 1;
    const unit = line[unitAt] ?? null;
    if (this.#sum === null) {
      this.#unit = unit;
      this.#sum = new ExactSum();
    }
    const sum = unit === this.#unit ? this.#sum : this.#otherSum(unit);
    sum.addCell(line[quantityAt] ?? null);
  }

  #otherSum(unit: Cell): ExactSum {
    this.#others ??= new Map();
    const known = this.#others.get(unit);
    if (known !== undefined) return known;
    const sum = new ExactSum();
    this.#others.set(unit, sum);
    return sum;
  }

  get quantity() {
    const sums = [[this.#unit, this.#sum] as const, ...(this.#others ?? [])];
    return sums.flatMap(([unit, sum]) =>
      sum === null
        ? []
        : [{ unitOfMeasure: unit === null ? null : String(unit), quantity: Number(sum.text()) }],
    );
  }
}

// Of many groups few are listed, so that each has no more than its cells.
export class UnpricedGroup extends LineCount {
  readonly #cells: readonly Cell[];

  constructor(
    readonly table: PriceTable,
    private readonly read: readonly number[],
    line: Line,
  ) {
    super();
    this.#cells = [...read, ...table.drivers].map((position) => line[position] ?? null);
  }

  // What the lines of the group have in common; all else is empty.
  get line(): Line {
    const common: Line = [];
    for (const [at, position] of [...this.read, ...this.table.drivers].entries())
      common[position] = this.#cells[at] ?? null;
    return common;
  }

  get key(): Readonly<Record<string, Cell>> {
    const keys = this.table.conditionFields.map(({ field }) => field.key);
    if (isPerUnit(this.table.field)) keys.push('unitOfMeasure');
    return Object.fromEntries(keys.map((key, at) => [key, this.#cells[at] ?? null]));
  }
}

// What is grouped in one run takes bounded memory, whatever many targets and disciplines it has; counts go on.
export class GroupsLeft {
  #left = groupsMax;

  take(): boolean {
    this.#left -= 1;
    return this.#left >= 0;
  }
}

interface Tie {
  rows: readonly number[];
  lines: number;
}

// What became of one target of the lines of a discipline.
export class TargetCoverage {
  priced = 0;
  kept = 0;
  unpriced = 0;
  ambiguous = 0;
  readonly #rows: LineCount[] = [];
  readonly #groups = new Map<string, UnpricedGroup>();
  readonly #ties = new Map<string, Tie>();
  readonly #read: readonly number[];

  constructor(
    readonly table: PriceTable,
    private readonly left: GroupsLeft,
  ) {
    const unit = isPerUnit(table.field) ? [unitAt] : [];
    this.#read = [...table.conditionFields.map(({ position }) => position), ...unit];
  }

  addPriced(row: number, line: Line): void {
    this.priced += 1;
    let count = this.#rows[row];
    if (count === undefined) {
      count = new LineCount();
      this.#rows[row] = count;
    }
    count.add(line);
  }

  addAmbiguous(rows: readonly number[]): void {
    this.ambiguous += 1;
    const key = rows.join();
    const known = this.#ties.get(key);
    if (known !== undefined) known.lines += 1;
    else if (this.left.take()) this.#ties.set(key, { rows, lines: 1 });
  }

  addUnpriced(line: Line): void {
    this.unpriced += 1;
    let mark = '';
    for (const position of this.#read) mark += `${line[position] ?? ''}${separator}`;
    for (const position of this.table.drivers) mark += (line[position] ?? null) === null ? '0' : '1';
    let group = this.#groups.get(mark);
    if (group === undefined) {
      if (!this.left.take()) return;
      group = new UnpricedGroup(this.table, this.#read, line);
      this.#groups.set(mark, group);
    }
    group.add(line);
  }

  get rows() {
    return [...this.#rows.entries()].flatMap(([at, count]) => {
      const row = this.table.rows[at];
      return count === undefined || row === undefined ? [] : [{ row, count }];
    });
  }

  get groups(): UnpricedGroup[] {
    return [...this.#groups.values()];
  }

  get ties() {
    return [...this.#ties.values()].map(({ rows, lines }) => ({
      rows: rows.flatMap((at) => this.table.rows[at] ?? []),
      lines,
    }));
  }
}
