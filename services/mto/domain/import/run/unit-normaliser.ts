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

  /** The positions whose numbers were converted. */
  normalise(line: Line): readonly number[] {
    this.kept = null;
    const given = line[unitAt] ?? null;
    const target = given === null ? null : this.#targetOf(String(given));
    if (target === null) return none;
    const converted = this.#convert(line, target);
    if (converted === null || !this.#costsSame(line, converted)) {
      this.kept = String(given);
      return none;
    }
    for (const position of [...converted.positions, unitAt])
      line[position] = converted.line[position] ?? null;
    return converted.positions;
  }

  #convert(line: Line, { unit, conversion }: Target): { line: Line; positions: number[] } | null {
    const converted = [...line];
    const positions: number[] = [];
    for (const { position, isPerUnit } of this.#figures) {
      const value = line[position] ?? null;
      if (value === null || Number(value) === 0) continue;
      const exact = isPerUnit
        ? conversion.perUnit(decimal(String(value)))
        : conversion.quantity(decimal(String(value)));
      const stored = storedFigure(exact);
      if (stored === null) return null;
      converted[position] = stored;
      positions.push(position);
    }
    converted[unitAt] = unit;
    return { line: converted, positions };
  }

  /** Without a figure per unit neither costs nor hours follow from the quantity. */
  #costsSame(line: Line, { line: converted }: { line: Line }): boolean {
    const isPriced = this.#figures.some(
      ({ position, isPerUnit }) => isPerUnit && (line[position] ?? null) !== null,
    );
    if (!isPriced) return true;
    const [before, after] = [[...line], [...converted]];
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

const none: readonly number[] = [];

function storedFigure(exact: Decimal): Cell {
  const stored = round(exact, placesStored);
  if (stored.abs().gte(magnitudeMax)) return null;
  if (stored.minus(exact).abs().gt(exact.abs().times(relativeErrorMax))) return null;
  return computedOf(stored.toFixed(), placesStored);
}
