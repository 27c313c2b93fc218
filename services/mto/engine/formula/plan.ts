import {
  byDiscipline,
  commonFields,
  type Discipline,
  decimalsOf,
  type Field,
  fieldsOf,
} from '@consulting/takeoff-fields';
import { type Expression, operandsOf, parseFormula } from './parse';

export type Calculation = {
  readonly position: number;
  readonly key: string;
  readonly expression: Expression;
  readonly operands: readonly number[];
  readonly decimals: number;
  /** Discipline fields are null when all operands are empty, and common ones are 0. */
  readonly emptyWithoutOperands: boolean;
};

export type Plan = {
  readonly name: string;
  readonly fields: readonly Field[];
  readonly calculations: readonly Calculation[];
};

function groupPositions(fields: readonly Field[], group: string): number[] {
  const positions = fields.map((_, position) => position);
  return positions.filter((at) => fields[at]?.group === group && fields[at]?.computed === undefined);
}

function calculationAt(fields: readonly Field[], position: number, commonCount: number): Calculation[] {
  const field = fields[position];
  if (field?.computed === undefined) return [];
  const expression = parseFormula(field.computed, {
    position(key) {
      const found = fields.findIndex((each) => each.key === key);
      if (found < 0) throw new RangeError(`${field.key} reads the unknown field ${key}`);
      return found;
    },
    group: (name) => groupPositions(fields, name),
  });
  const operands = [...operandsOf(expression)];
  const emptyWithoutOperands = position >= commonCount;
  return [
    { position, key: field.key, expression, operands, decimals: decimalsOf(field), emptyWithoutOperands },
  ];
}

/** @throws SyntaxError on a formula outside the grammar, RangeError on an unknown key or a cycle */
export function buildPlan(name: string, fields: readonly Field[], commonCount: number): Plan {
  const found = fields.flatMap((_, position) => calculationAt(fields, position, commonCount));
  const byPosition = new Map(found.map((calculation) => [calculation.position, calculation]));
  const reads = new Map(found.map(({ position, operands }) => [position, new Set(operands)]));
  const calculations = calculationOrder(reads).flatMap((position) => byPosition.get(position) ?? []);
  return { name, fields, calculations };
}

const plans = byDiscipline((discipline) => buildPlan(discipline, fieldsOf(discipline), commonFields.length));

export function planOf(discipline: Discipline): Plan {
  return plans[discipline];
}

export function calculationOrder(operands: ReadonlyMap<number, ReadonlySet<number>>): number[] {
  const order = new Set<number>();
  const visit = (position: number, path: readonly number[]): void => {
    const reads = operands.get(position);
    if (reads === undefined || order.has(position)) return;
    if (path.includes(position))
      throw new RangeError(`Formulas in a cycle: ${[...path, position].join(' -> ')}`);
    for (const read of reads) visit(read, [...path, position]);
    order.add(position);
  };
  for (const position of operands.keys()) visit(position, []);
  return [...order];
}
