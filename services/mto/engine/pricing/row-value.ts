import { type Decimal, decimal, quotient } from '@consulting/kernel/schema';
import { type Discipline, type Field, isNumeric, isPerUnit, positionOf } from '@consulting/takeoff-fields';
import { type Cell, computedOf, type Line } from '../fields/line';
import { arithmetic, decimalsMax } from '../operations/arithmetic';
import type { PriceRow } from './condition';
import { ratioOfUnits, unitAt } from './price-table';

const places = 4;
const digitsMax = 15;
const one = decimal(1);
const unitsMax = 100;

interface Fraction {
  over: Decimal;
  under: Decimal;
}

export interface RowValue {
  // What the row gives, before driver and conversions.
  given: Cell;
  value: Cell;
}

// What the row makes of a line that meets its conditions: exact, and rounded once.
export class ValueOfRow {
  readonly #driverAt: number | null;
  readonly #pointsAt: number | null;
  readonly #remembered = new Map<Cell, RowValue>();
  readonly #multiply: ((value: Cell) => Cell) | null;

  constructor(
    discipline: Discipline,
    private readonly target: Field,
    private readonly row: PriceRow,
    private readonly factor: Decimal,
  ) {
    this.#driverAt = row.driver === null ? null : positionOf(discipline, row.driver);
    this.#pointsAt = row.points === null ? null : positionOf(discipline, row.points.field);
    this.#multiply = this.#driverAt === null || row.points !== null ? null : this.#multiplication();
  }

  of(line: Line): RowValue {
    const { value } = this.row;
    if (this.#multiply !== null)
      return { given: value, value: this.#multiply(line[this.#driverAt ?? 0] ?? null) };
    if (!isNumeric(this.target)) return { given: value, value };
    if (this.#driverAt !== null || this.#pointsAt !== null) return this.#make(line);
    const unit = line[unitAt] ?? null;
    const known = this.#remembered.get(unit);
    if (known !== undefined) return known;
    const made = this.#make(line);
    if (this.#remembered.size < unitsMax) this.#remembered.set(unit, made);
    return made;
  }

  #multiplication(): ((value: Cell) => Cell) | null {
    const by = decimal(String(this.row.value)).times(this.factor).toFixed();
    return by.length > digitsMax ? null : arithmetic('multiply', Number(by), places);
  }

  #make(line: Line): RowValue {
    const driver = this.#driverAt === null ? null : (line[this.#driverAt] ?? null);
    const given = this.#given(this.#pointsAt === null ? null : (line[this.#pointsAt] ?? null));
    const unit = isPerUnit(this.target)
      ? (ratioOfUnits(this.row.unitOfMeasure, line[unitAt] ?? null) ?? null)
      : null;
    const over = given.over
      .times(this.factor)
      .times(driver === null ? one : decimal(String(driver)))
      .times(unit?.times ?? one);
    return {
      given: cellOf(given, decimalsMax),
      value: cellOf({ over, under: given.under.times(unit?.by ?? one) }, places),
    };
  }

  #given(x: Cell): Fraction {
    const { points, value } = this.row;
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
