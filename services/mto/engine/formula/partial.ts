import type { Discipline } from '@consulting/takeoff-fields';
import type { Line } from '../fields/line';
import { compile } from './compile';
import { type Calculation, planOf } from './plan';

export interface PartialEvaluator {
  calculate: (line: Line) => void;
  read: ReadonlySet<number>;
  computed: ReadonlySet<number>;
}

/**
 * Only the fields at `wanted` become what `lineEvaluator` makes of the line; all other computed fields stay
 * as they are stored.
 */
export function partialEvaluator(
  discipline: Discipline,
  changed: ReadonlySet<number>,
  wanted: ReadonlySet<number>,
): PartialEvaluator {
  const plan = planOf(discipline);
  const calculations = leadingTo(wanted, followingFrom(changed, plan.calculations));
  const computed = new Set(calculations.map(({ position }) => position));
  const operands = new Set(calculations.flatMap((one) => one.operands));
  const calculate = calculations.length === 0 ? () => {} : compile({ ...plan, calculations });
  return { calculate, read: operands.difference(computed), computed };
}

function followingFrom(changed: ReadonlySet<number>, calculations: readonly Calculation[]): Calculation[] {
  const others = new Set(changed);
  return calculations.filter(({ position, operands }) => {
    const isOther = operands.some((operand) => others.has(operand));
    if (isOther) others.add(position);
    return isOther;
  });
}

function leadingTo(wanted: ReadonlySet<number>, calculations: readonly Calculation[]): Calculation[] {
  const needed = new Set(wanted);
  return calculations
    .toReversed()
    .filter(({ position, operands }) => {
      if (!needed.has(position)) return false;
      for (const operand of operands) needed.add(operand);
      return true;
    })
    .toReversed();
}
