import { decimal, round } from '@consulting/kernel/schema';
import {
  type Cell,
  commonPosition,
  compile,
  type Discipline,
  dimensionOf,
  type Field,
  fieldsOf,
  type Line,
  normaliseUnitOfMeasure,
  planOf,
  type UnitSystem,
  unitOfSystem,
  unitRatio,
} from '@consulting/mto-engine';
import { type FigureConversion, figureConversion, relativeErrorMax } from './figure-conversion';

const quantityAt = commonPosition('quantity');
const unitAt = commonPosition('unitOfMeasure');
const rememberedMax = 2000;

interface Target {
  unit: string;
  conversion: FigureConversion;
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

const emptyLine = (discipline: Discipline): Line => fieldsOf(discipline).map(() => null);

interface Outcomes {
  positions: readonly number[];
  operands: readonly number[];
  calculate: (line: Line) => void;
}

function outcomesOf(discipline: Discipline, figures: readonly Figure[]): Outcomes {
  const plan = planOf(discipline);
  const affected = new Set(figures.map(({ position }) => position));
  const positions: number[] = [];
  for (const { position, operands } of plan.calculations) {
    if (!operands.some((operand) => affected.has(operand))) continue;
    const { unit } = plan.fields[position] as Field;
    if (unit === 'currency' || unit === 'h') positions.push(position);
    else affected.add(position);
  }
  const needed = new Set(positions);
  for (const { position, operands } of plan.calculations.toReversed())
    if (needed.has(position)) for (const operand of operands) needed.add(operand);
  const calculations = plan.calculations.filter(({ position }) => needed.has(position));
  return { positions, operands: [...needed], calculate: compile({ ...plan, calculations }) };
}

const outcomes = new Map<Discipline, Outcomes>();

function knownOutcomes(discipline: Discipline, figures: readonly Figure[]): Outcomes {
  const known = outcomes.get(discipline) ?? outcomesOf(discipline, figures);
  outcomes.set(discipline, known);
  return known;
}

/**
 * Lines are converted in place (extensions.md 2.4). Calculated quantities have 4 decimals and inputs 6: a
 * line whose costs or hours would change by that has figures per unit that multiply to the same, or else stays in its own unit with
 * its figures.
 */
export class UnitNormaliser {
  stored: string | null = null;
  readonly counts = new Map<number, number>();
  readonly #figures: readonly Figure[];
  readonly #outcomes: Outcomes;
  readonly #before: Line;
  readonly #after: Line;
  readonly #targets = new Map<string, Target | null>();

  constructor(
    discipline: Discipline,
    private readonly unitSystem: UnitSystem,
  ) {
    this.#figures = figuresOf(discipline);
    this.#outcomes = knownOutcomes(discipline, this.#figures);
    [this.#before, this.#after] = [emptyLine(discipline), emptyLine(discipline)];
  }

  normalise(line: Line): void {
    this.stored = null;
    const given = line[unitAt] ?? null;
    const target = given === null ? null : this.#targetOf(String(given));
    if (target === null) return;
    const converted = this.#convertedAtSameCosts(line, target.conversion);
    if (converted === null) {
      this.stored = String(given);
      return;
    }
    for (const [position, value] of converted) {
      this.counts.set(position, (this.counts.get(position) ?? 0) + 1);
      line[position] = value;
    }
    line[unitAt] = target.unit;
  }

  #convertedAtSameCosts(line: Line, conversion: FigureConversion): ReadonlyMap<number, Cell> | null {
    const exact = convertedFigures(line, this.#figures, conversion);
    if (exact === null || this.#costsSame(line, exact)) return exact;
    const perUnit = perQuantityOf(line[quantityAt] ?? null, exact.get(quantityAt) ?? null);
    const adapted = perUnit && convertedFigures(line, this.#figures, { ...conversion, perUnit });
    return adapted !== null && this.#costsSame(line, adapted) ? adapted : null;
  }

  carry(line: Line, from: Cell, own: readonly number[]): readonly number[] {
    const [source, unit] = [from, line[unitAt] ?? null].map((one) =>
      normaliseUnitOfMeasure(String(one ?? '')),
    );
    if (source === unit || source === undefined || unit === undefined) return [];
    const ratio = unitRatio(source, unit);
    const absent = this.#figures.filter(({ position }) => !own.includes(position));
    const converted = ratio && convertedFigures(line, absent, figureConversion(ratio));
    for (const [position, value] of converted ?? []) line[position] = value;
    return [...(converted?.keys() ?? [])];
  }

  /** Neither costs nor hours follow from the quantity where no figure is per unit. */
  #costsSame(line: Line, converted: ReadonlyMap<number, Cell>): boolean {
    const isPriced = this.#figures.some(
      ({ position, isPerUnit }) => isPerUnit && (line[position] ?? null) !== null,
    );
    if (!isPriced) return true;
    const { positions, operands, calculate } = this.#outcomes;
    const [before, after] = [this.#before, this.#after];
    for (const position of operands) before[position] = after[position] = line[position] ?? null;
    for (const [position, value] of converted) after[position] = value;
    calculate(before);
    calculate(after);
    return positions.every((position) => before[position] === after[position]);
  }

  #targetOf(given: string): Target | null {
    const known = this.#targets.get(given);
    if (known !== undefined) return known;
    const from = normaliseUnitOfMeasure(given);
    const dimension = dimensionOf(from);
    const unit = dimension === undefined ? from : unitOfSystem(dimension, this.unitSystem);
    const ratio = unit === from ? undefined : unitRatio(from, unit);
    const target = ratio === undefined ? null : { unit, conversion: figureConversion(ratio) };
    if (this.#targets.size < rememberedMax) this.#targets.set(given, target);
    return target;
  }
}

const quantityPlaces = 4;

// Costs multiply a quantity of four decimals, so that the figures per unit become those of this quantity.
function perQuantityOf(before: Cell, after: Cell): FigureConversion['perUnit'] | null {
  const quantity = decimal(String(after ?? 0));
  const multiplied = round(quantity, quantityPlaces);
  const isClose = multiplied.minus(quantity).abs().lte(quantity.times(relativeErrorMax));
  if (!quantity.gt(0) || !isClose) return null;
  return figureConversion({ times: multiplied, by: decimal(String(before)) }).perUnit;
}

function convertedFigures(
  line: Line,
  figures: readonly Figure[],
  conversion: FigureConversion,
): ReadonlyMap<number, Cell> | null {
  const converted = new Map<number, Cell>();
  for (const { position, isPerUnit } of figures) {
    const value = line[position] ?? null;
    if (value === null || Number(value) === 0) continue;
    const stored = isPerUnit ? conversion.perUnit(value) : conversion.quantity(value);
    if (stored === null) return null;
    converted.set(position, stored);
  }
  return converted;
}
