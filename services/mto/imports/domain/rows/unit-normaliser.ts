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
import { type FigureConversion, figureConversion } from './figure-conversion';

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
  /** What they are calculated of. */
  operands: readonly number[];
  calculate: (line: Line) => void;
}

/**
 * The costs and hours that are calculated of the figures, and the function that calculates no more than them: what follows
 * from costs and hours stays where they stay.
 */
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
 * Brings lines of one discipline to the units of measure of the project's unit system, in place: the quantity and every
 * figure per unit (extensions.md 2.4). Calculated quantities have 4 decimals and inputs 6: a line whose costs or hours
 * they would change in the new unit keeps its own, and so do its figures.
 */
export class UnitNormaliser {
  /** The unit of measure that the line last given had to keep; null for a line that was converted or had nothing to. */
  kept: string | null = null;
  /** How many numbers were converted in all, by position. */
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
    this.kept = null;
    const given = line[unitAt] ?? null;
    const target = given === null ? null : this.#targetOf(String(given));
    if (target === null) return;
    const converted = convertedFigures(line, this.#figures, target.conversion);
    if (converted === null || !this.#costsSame(line, converted)) {
      this.kept = String(given);
      return;
    }
    for (const [position, value] of converted) {
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
    const ratio = unitRatio(source, unit);
    const absent = this.#figures.filter(({ position }) => !own.includes(position));
    const converted = ratio && convertedFigures(line, absent, figureConversion(ratio));
    for (const [position, value] of converted ?? []) line[position] = value;
    return [...(converted?.keys() ?? [])];
  }

  /** Without a figure per unit neither costs nor hours follow from the quantity. */
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

/** The figures of the line after a conversion; null when one of them could not be kept. */
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
