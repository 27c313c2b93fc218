import { commonPosition, type Discipline, fieldsOf } from '@consulting/takeoff-fields';
import { type Cell, isSameCell, type Line } from '../fields/line';
import { lineEvaluator } from '../formula/evaluate';

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

/** Splits the difference between the totals of a line at two times, so that its parts add up to it exactly. */
export class CausesOfChange {
  readonly #calculate: (line: Line) => void;
  readonly #steps: readonly Step[];

  constructor(private readonly discipline: Discipline) {
    this.#calculate = lineEvaluator(discipline);
    this.#steps = stepsOf(discipline);
  }

  of(before: Line, after: Line): Movement[] {
    if ((before[unitAt] ?? null) !== (after[unitAt] ?? null))
      return [{ cause: 'remeasured', from: totalOf(before), to: totalOf(after) }];
    const line = [...before];
    const movements: Movement[] = [];
    const move = (cause: Cause, from: Cell, to: Cell) => {
      if (!isSameCell('number', from ?? 0, to ?? 0)) movements.push({ cause, from, to });
    };
    const steps = this.#steps.filter((step) => this.#differs(step, before, after));
    if (steps.length > 0) {
      this.#calculate(line);
      move('other', totalOf(before), totalOf(line));
    }
    for (const { cause, positions } of steps) {
      const from = totalOf(line);
      for (const position of positions) line[position] = after[position] ?? null;
      this.#calculate(line);
      move(cause, from, totalOf(line));
    }
    move('other', totalOf(line), totalOf(after));
    return movements;
  }

  #differs({ positions }: Step, before: Line, after: Line): boolean {
    const fields = fieldsOf(this.discipline);
    return positions.some(
      (position) => !isSameCell(fields[position]?.type, before[position] ?? null, after[position] ?? null),
    );
  }
}
