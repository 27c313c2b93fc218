import { type Decimal, decimal, type Fault, INVALID, quotient } from '@consulting/kernel/schema';
import { isNumeric, isPerUnit, positionOf } from '@consulting/takeoff-fields';
import { type Cell, computedOf, type Line } from '../fields/line';
import { arithmetic, decimalsMax } from '../operations/arithmetic';
import type { Accept } from '../operations/results';
import { type PriceTable, ratioOfUnits, unitAt } from './price-table';
import type { RankedRow } from './ranked-row';

const places = 4;
const digitsMax = 15;
const one = decimal(1);
const unitsMax = 100;

interface Fraction {
  over: Decimal;
  under: Decimal;
}

export interface TargetPrice {
  target: string;
  position: number;
  row: RankedRow;
  // What the row gives, before driver and conversions.
  given: Cell;
  value: Cell;
  faults: readonly Fault[];
}

// What the row makes of a line that meets its conditions: exact, rounded once and made only once for lines that get the same.
export class ValueOfRow {
  readonly #driverAt: number | null;
  readonly #pointsAt: number | null;
  readonly #remembered = new Map<Cell, TargetPrice>();
  readonly #multiply: ((value: Cell) => Cell) | null;
  readonly #isNumeric: boolean;
  readonly #isPerUnit: boolean;

  constructor(
    private readonly table: PriceTable,
    private readonly ranked: RankedRow,
    private readonly factor: Decimal,
    private readonly accept: Accept,
  ) {
    const { discipline, field } = table;
    const { driver, points } = ranked.row;
    this.#driverAt = driver === null ? null : positionOf(discipline, driver);
    this.#pointsAt = points === null ? null : positionOf(discipline, points.field);
    this.#isNumeric = isNumeric(field);
    this.#isPerUnit = isPerUnit(field);
    this.#multiply = this.#driverAt === null || points !== null ? null : this.#multiplication();
  }

  of(line: Line): TargetPrice {
    const { value } = this.ranked.row;
    if (this.#multiply !== null)
      return this.#priceOf(value, this.#multiply(line[this.#driverAt ?? 0] ?? null));
    if (this.#driverAt !== null || this.#pointsAt !== null) return this.#make(line);
    const unit = this.#isPerUnit ? (line[unitAt] ?? null) : null;
    const known = this.#remembered.get(unit);
    if (known !== undefined) return known;
    const made = this.#make(line);
    if (this.#remembered.size < unitsMax) this.#remembered.set(unit, made);
    return made;
  }

  #priceOf(given: Cell, value: Cell): TargetPrice {
    const { target, position } = this.table;
    const faults: Fault[] = [];
    const accepted = this.accept(value, target, { faults });
    return {
      target,
      position,
      row: this.ranked,
      given,
      value: accepted === INVALID ? value : accepted,
      faults,
    };
  }

  #multiplication(): ((value: Cell) => Cell) | null {
    const by = decimal(String(this.ranked.row.value)).times(this.factor).toFixed();
    return by.length > digitsMax ? null : arithmetic('multiply', Number(by), places);
  }

  #make(line: Line): TargetPrice {
    const { row } = this.ranked;
    if (!this.#isNumeric) return this.#priceOf(row.value, row.value);
    const driver = this.#driverAt === null ? null : (line[this.#driverAt] ?? null);
    const given = this.#given(this.#pointsAt === null ? null : (line[this.#pointsAt] ?? null));
    const unit = this.#isPerUnit ? (ratioOfUnits(row.unitOfMeasure, line[unitAt] ?? null) ?? null) : null;
    const over = given.over
      .times(this.factor)
      .times(driver === null ? one : decimal(String(driver)))
      .times(unit?.times ?? one);
    const value = cellOf({ over, under: given.under.times(unit?.by ?? one) }, places);
    return this.#priceOf(cellOf(given, decimalsMax), value);
  }

  #given(x: Cell): Fraction {
    const { points, value } = this.ranked.row;
    if (points === null) return { over: decimal(String(value)), under: one };
    const at = decimal(String(x));
    const all = points.points.map(([size = 0, figure = 0]) => ({ size, figure: decimal(figure) }));
    const next = all.findIndex(({ size }) => at.lte(size));
    const [high, low] = [all[next], all[next - 1]];
    if (high === undefined) throw new RangeError('a line beyond the points of its row');
    if (low === undefined || points.between === 'next' || at.eq(high.size))
      return { over: high.figure, under: one };
    const width = decimal(high.size).minus(low.size);
    const rise = high.figure.minus(low.figure).times(at.minus(low.size));
    return { over: low.figure.times(width).plus(rise), under: width };
  }
}

const cellOf = ({ over, under }: Fraction, decimals: number): Cell =>
  computedOf(quotient(over, under, decimals).toFixed(), decimalsMax);
