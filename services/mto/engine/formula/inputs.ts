import type { Cell, Line } from '../fields/line';
import { exactValue } from './exact';
import { type Expression, operandsOf, partsOf } from './parse';

// Of `coalesce` the operands up to the first that is not empty decide, of a group the cells that are not empty.
export function inputsOf(expression: Expression, line: Line): ReadonlySet<number> {
  if (expression.kind === 'cell') return new Set([expression.position]);
  if (expression.kind === 'sum')
    return new Set([...operandsOf(expression)].filter((position) => cellAt(line, position) !== null));
  const parts = expression.kind === 'coalesce' ? triedOf(expression.operands, line) : partsOf(expression);
  return new Set(parts.flatMap((part) => [...inputsOf(part, line)]));
}

function triedOf(operands: readonly Expression[], line: Line): readonly Expression[] {
  const chosen = operands.findIndex((operand) => exactValue(operand, line) !== null);
  return chosen < 0 ? operands : operands.slice(0, chosen + 1);
}

export function overridingCell(expression: Expression, line: Line): number | null {
  const [first] = expression.kind === 'coalesce' ? expression.operands : [];
  return first?.kind === 'cell' && cellAt(line, first.position) !== null ? first.position : null;
}

export const cellAt = (line: Line, position: number): Cell => line[position] ?? null;
