import { type Discipline, positionOf } from '@consulting/takeoff-fields';
import type { Line } from '../fields/line';
import { compile } from './compile';
import { planOf } from './plan';

const evaluators = new Map<Discipline, (line: Line) => void>();

/**
 * Numeric inputs are numbers, exact decimal text or null; the values that computed cells had before do not
 * matter (resources.md 15.2).
 */
export function lineEvaluator(discipline: Discipline): (line: Line) => void {
  const known = evaluators.get(discipline);
  if (known !== undefined) return known;
  const compiled = compile(planOf(discipline));
  evaluators.set(discipline, compiled);
  return compiled;
}

export function isOperand(discipline: Discipline, key: string): boolean {
  const position = positionOf(discipline, key);
  return planOf(discipline).calculations.some(({ operands }) => operands.includes(position));
}

export function calculatedPositions(discipline: Discipline): { read: Set<number>; computed: Set<number> } {
  const { calculations } = planOf(discipline);
  return {
    read: new Set(calculations.flatMap(({ operands }) => operands)),
    computed: new Set(calculations.map(({ position }) => position)),
  };
}
