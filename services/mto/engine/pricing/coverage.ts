import { commonPosition } from '@consulting/takeoff-fields';
import { ExactSum } from '../fields/exact-sum';
import type { Cell, Line } from '../fields/line';
import { isPerUnit, type PriceTable, unitAt } from './price-table';

const quantityAt = commonPosition('quantity');
const groupsMax = 20_000;

class LineCount {
  lines = 0;
  readonly #quantities = new Map<Cell, ExactSum>();

  add(line: Line): void {
    this.lines += 1;
    const unit = line[unitAt] ?? null;
    let sum = this.#quantities.get(unit);
    if (sum === undefined) {
      sum = new ExactSum();
      this.#quantities.set(unit, sum);
    }
    sum.addCell(line[quantityAt] ?? null);
  }

  get quantity() {
    return [...this.#quantities].map(([unit, sum]) => ({
      unitOfMeasure: unit === null ? null : String(unit),
      quantity: Number(sum.text()),
    }));
  }
}

export class UnpricedGroup extends LineCount {
  constructor(
    readonly table: PriceTable,
    readonly key: Readonly<Record<string, Cell>>,
    // What the lines of the group have in common; all else is empty.
    readonly line: Line,
  ) {
    super();
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

  constructor(readonly table: PriceTable) {
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
    else if (this.#ties.size < groupsMax) this.#ties.set(key, { rows, lines: 1 });
  }

  addUnpriced(line: Line): void {
    this.unpriced += 1;
    const drivers = this.table.drivers.map((position) => (line[position] ?? null) === null);
    const mark = JSON.stringify([...this.#read.map((position) => line[position] ?? null), ...drivers]);
    let group = this.#groups.get(mark);
    if (group === undefined) {
      if (this.#groups.size >= groupsMax) return;
      group = this.#groupOf(line);
      this.#groups.set(mark, group);
    }
    group.add(line);
  }

  #groupOf(line: Line): UnpricedGroup {
    const { table } = this;
    const cells = table.conditionFields.map(({ field, position }) => [field.key, line[position] ?? null]);
    const unit = isPerUnit(table.field) ? [['unitOfMeasure', line[unitAt] ?? null]] : [];
    const common: Line = [];
    for (const position of [...this.#read, ...table.drivers]) common[position] = line[position] ?? null;
    return new UnpricedGroup(table, Object.fromEntries([...cells, ...unit]), common);
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
