import { commonPosition, type Discipline, fieldsOf } from '@consulting/takeoff-fields';
import { type Cell, isSameCell, type Line } from '../fields/line';
import { partialEvaluator } from '../formula/partial';

/** Why a total moved, in the order in which later values are set (estimating.md 17). */
export const causes = [
  'removed',
  'added',
  'remeasured',
  'quantity',
  'hours',
  'labourRate',
  'equipment',
  'material',
  'freightDutyTax',
  'subcontract',
  'percentages',
  'override',
  'other',
] as const;

export type Cause = (typeof causes)[number];

export interface Movement {
  cause: Cause;
  from: Cell;
  to: Cell;
}

interface FieldsOfCause {
  keys: readonly string[];
  group?: string;
}

const fieldsByCause: Partial<Record<Cause, FieldsOfCause>> = {
  quantity: { keys: ['quantity', 'quantityAllowancePercent', 'wasteFactorPercent', 'sparesQuantity'] },
  hours: {
    keys: ['unitManHours', 'fixedManHours', 'productivityFactor', 'difficultyFactor'],
    group: 'Man-Hours by Activity',
  },
  labourRate: { keys: ['labourRate'] },
  equipment: { keys: ['equipmentRate', 'specialEquipmentCost'] },
  material: { keys: ['materialUnitPrice', 'materialDiscountPercent'], group: 'Material Cost Breakdown' },
  freightDutyTax: { keys: ['freightPercent', 'importDutyPercent', 'salesTaxPercent'] },
  subcontract: { keys: ['subcontractUnitPrice', 'subcontractLumpSum'] },
  percentages: { keys: ['indirectPercent', 'escalationPercent', 'contingencyPercent', 'markupPercent'] },
  override: { keys: ['totalCostOverride'] },
};

interface Step {
  cause: Cause;
  positions: readonly number[];
}

function stepsOf(discipline: Discipline): Step[] {
  return causes.flatMap((cause) => {
    const of = fieldsByCause[cause];
    if (of === undefined) return [];
    const positions = fieldsOf(discipline).flatMap(({ key, group, computed }, position) =>
      of.keys.includes(key) || (group === of.group && computed === undefined) ? [position] : [],
    );
    return [{ cause, positions }];
  });
}

const unitAt = commonPosition('unitOfMeasure');
const totalCostAt = commonPosition('totalCost');
const totalOf = (line: Line): Cell => line[totalCostAt] ?? null;

interface Evaluation {
  calculate: (line: Line) => void;
  steps: readonly Step[];
}

const evaluations = new Map<Discipline, Evaluation>();

function evaluationOf(discipline: Discipline): Evaluation {
  const known = evaluations.get(discipline);
  if (known !== undefined) return known;
  const steps = stepsOf(discipline);
  const inputs = new Set(steps.flatMap(({ positions }) => positions));
  const { calculate } = partialEvaluator(discipline, inputs, new Set([totalCostAt]));
  const own = { calculate, steps };
  evaluations.set(discipline, own);
  return own;
}

// A total is calculated from the fields at these positions.
export const inputsOfTotal = (discipline: Discipline): readonly number[] =>
  evaluationOf(discipline).steps.flatMap(({ positions }) => positions);

/**
 * Splits the difference between the totals of a line at two times, so that its parts add up to it exactly.
 * Both totals are those that the evaluator gave, so only what is between the first and the last step is
 * calculated.
 */
export class CausesOfChange {
  readonly #calculate: (line: Line) => void;
  readonly #steps: readonly Step[];

  constructor(discipline: Discipline) {
    const { calculate, steps } = evaluationOf(discipline);
    this.#calculate = calculate;
    this.#steps = steps;
  }

  of(before: Line, after: Line): Movement[] {
    const [from, to] = [totalOf(before), totalOf(after)];
    const isRemeasured = (before[unitAt] ?? null) !== (after[unitAt] ?? null);
    const steps = isRemeasured ? [] : this.#steps.filter((step) => differs(step, before, after));
    const [only, second] = steps;
    if (second === undefined)
      return moved(isRemeasured ? 'remeasured' : (only?.cause ?? 'other'), from, to, isRemeasured);
    const line = [...before];
    let reached = from;
    return steps.flatMap(({ cause, positions }, at) => {
      const start = reached;
      for (const position of positions) line[position] = after[position] ?? null;
      if (at < steps.length - 1) this.#calculate(line);
      reached = at < steps.length - 1 ? totalOf(line) : to;
      return moved(cause, start, reached);
    });
  }
}

const moved = (cause: Cause, from: Cell, to: Cell, isAlways = false): Movement[] =>
  isAlways || !isSameCell('number', from ?? 0, to ?? 0) ? [{ cause, from, to }] : [];

const differs = ({ positions }: Step, before: Line, after: Line): boolean =>
  positions.some((at) => !isSameCell('number', before[at] ?? null, after[at] ?? null));
