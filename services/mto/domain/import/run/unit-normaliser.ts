import { type Decimal, decimal, round } from '@consulting/kernel/money';
import type { Discipline } from '../../../fields/discipline';
import { type Cell, computedOf, type Line } from '../../../fields/line';
import { normaliseUnitOfMeasure } from '../../../fields/read-value';
import { commonPosition, fieldsOf } from '../../../fields/registry';
import {
  dimensionOf,
  type UnitConversion,
  type UnitSystem,
  unitConversion,
  unitOfSystem,
} from '../../../fields/unit-dimensions';
import { lineEvaluator } from '../../formula/evaluate';

const unitAt = commonPosition('unitOfMeasure');
const placesStored = 6;
const magnitudeMax = 1e12;
/** A converted figure that 6 decimals cannot hold to four digits says something else than the file. */
const relativeErrorMax = 0.0001;
const rememberedMax = 2000;

interface Target {
  unit: string;
  conversion: UnitConversion;
}

interface Figure {
  position: number;
  isPerUnit: boolean;
}

function figuresOf(discipline: Discipline): Figure[] {
  return fieldsOf(discipline).flatMap(({ unit = '', computed }, position) =>
    computed === undefined && /^(?:.*\/)?uom$/.test(unit) ? [{ position, isPerUnit: unit !== 'uom' }] : [],
  );
}

/** Positions of the figures that must stay what they are in any unit: costs and hours. */
function outcomesOf(discipline: Discipline): number[] {
  return fieldsOf(discipline).flatMap(({ unit, computed }, position) =>
    computed !== undefined && (unit === 'currency' || unit === 'h') ? [position] : [],
  );
}

/**
 * Brings lines of one discipline to the units of measure of the project's unit system, in place: the quantity and every
 * figure per unit (extensions.md 2.4). Calculated quantities have 4 decimals and inputs 6: a line whose costs or hours
 * they would change in the new unit keeps its own, and so do its figures.
 */
export class UnitNormaliser {
  /** The unit of measure that the line last given had to keep; null for a line that was converted or had nothing to. */
  kept: string | null = null;
  /** The converted numbers of that line as they were before. */
  readonly before = new Map<number, Cell>();
  /** How many numbers were converted in all, by position. */
  readonly counts = new Map<number, number>();
  readonly #calculate: (line: Line) => void;
  readonly #figures: readonly Figure[];
  readonly #outcomes: readonly number[];
  readonly #targets = new Map<string, Target | null>();

  constructor(
    discipline: Discipline,
    private readonly unitSystem: UnitSystem,
  ) {
    this.#calculate = lineEvaluator(discipline);
    this.#figures = figuresOf(discipline);
    this.#outcomes = outcomesOf(discipline);
  }

  clear(): void {
    this.kept = null;
    this.before.clear();
  }

  normalise(line: Line): void {
    this.clear();
    const given = line[unitAt] ?? null;
    const target = given === null ? null : this.#targetOf(String(given));
    if (target === null) return;
    const converted = convertedFigures(line, this.#figures, target.conversion);
    if (converted === null || !this.#costsSame(line, converted)) {
      this.kept = String(given);
      return;
    }
    for (const [position, value] of converted) {
      this.before.set(position, line[position] ?? null);
      this.counts.set(position, (this.counts.get(position) ?? 0) + 1);
      line[position] = value;
    }
    line[unitAt] = target.unit;
  }

  /**
   * Converts the figures per unit beside those at `own` from a unit of measure to that of the line.
   * @returns the positions whose numbers were converted
   */
  carry(line: Line, from: Cell, own: readonly number[]): readonly number[] {
    const [source, unit] = [from, line[unitAt] ?? null].map((one) =>
      normaliseUnitOfMeasure(String(one ?? '')),
    );
    if (source === unit || source === undefined || unit === undefined) return [];
    const conversion = unitConversion(source, unit);
    const absent = this.#figures.filter(({ position }) => !own.includes(position));
    const converted = conversion && convertedFigures(line, absent, conversion);
    for (const [position, value] of converted ?? []) line[position] = value;
    return [...(converted?.keys() ?? [])];
  }

  /** Without a figure per unit neither costs nor hours follow from the quantity. */
  #costsSame(line: Line, converted: ReadonlyMap<number, Cell>): boolean {
    const isPriced = this.#figures.some(
      ({ position, isPerUnit }) => isPerUnit && (line[position] ?? null) !== null,
    );
    if (!isPriced) return true;
    const before = [...line];
    const after = line.map((value, position) => converted.get(position) ?? value);
    this.#calculate(before);
    this.#calculate(after);
    return this.#outcomes.every((position) => before[position] === after[position]);
  }

  #targetOf(given: string): Target | null {
    const known = this.#targets.get(given);
    if (known !== undefined) return known;
    const from = normaliseUnitOfMeasure(given);
    const dimension = dimensionOf(from);
    const unit = dimension === undefined ? from : unitOfSystem(dimension, this.unitSystem);
    const conversion = unit === from ? undefined : unitConversion(from, unit);
    const target = conversion === undefined ? null : { unit, conversion };
    if (this.#targets.size < rememberedMax) this.#targets.set(given, target);
    return target;
  }
}

/** The figures of the line after a conversion; null when one of them could not be kept. */
function convertedFigures(
  line: Line,
  figures: readonly Figure[],
  conversion: UnitConversion,
): ReadonlyMap<number, Cell> | null {
  const converted = new Map<number, Cell>();
  for (const { position, isPerUnit } of figures) {
    const value = line[position] ?? null;
    if (value === null || Number(value) === 0) continue;
    const given = decimal(String(value));
    const stored = storedFigure(isPerUnit ? conversion.perUnit(given) : conversion.quantity(given));
    if (stored === null) return null;
    converted.set(position, stored);
  }
  return converted;
}

function storedFigure(exact: Decimal): Cell {
  const stored = round(exact, placesStored);
  if (stored.abs().gte(magnitudeMax)) return null;
  if (stored.minus(exact).abs().gt(exact.abs().times(relativeErrorMax))) return null;
  return computedOf(stored.toFixed(), placesStored);
}
