import { type Decimal, decimal, round, zero } from '@consulting/kernel/schema';
import { type Computed, computedOf, type Line } from '../fields/line';
import type { Expression } from './parse';
import type { Calculation, Plan } from './plan';

type Operation = (line: Line) => Decimal | null;

function cellOperation(position: number): Operation {
  return (line) => {
    const cell = line[position];
    if (cell === null || cell === undefined) return null;
    if (typeof cell === 'boolean') throw new TypeError(`Not a number at position ${position}`);
    return decimal(cell);
  };
}

function ceil(value: Decimal): Decimal {
  const rounded = round(value, 0);
  return rounded.lt(value) ? rounded.plus(1) : rounded;
}

function divide(dividend: Decimal, divisor: Decimal | null): Decimal | null {
  return divisor === null || divisor.eq(0) ? null : dividend.div(divisor);
}

function binaryOperation(expression: Extract<Expression, { left: Expression }>): Operation {
  const left = operationOf(expression.left);
  const right = operationOf(expression.right);
  switch (expression.kind) {
    case 'add':
      return (line) => (left(line) ?? zero).plus(right(line) ?? zero);
    case 'subtract':
      return (line) => (left(line) ?? zero).minus(right(line) ?? zero);
    case 'multiply':
      return (line) => (left(line) ?? zero).times(right(line) ?? zero);
    case 'divide':
      return (line) => divide(left(line) ?? zero, right(line));
  }
}

function firstOf(operations: readonly Operation[]): Operation {
  return (line) => {
    for (const operation of operations) {
      const value = operation(line);
      if (value !== null) return value;
    }
    return null;
  };
}

function listOperation(expression: Extract<Expression, { operands: readonly Expression[] }>): Operation {
  const operations = expression.operands.map(operationOf);
  const values = (line: Line): Decimal[] => operations.map((operation) => operation(line) ?? zero);
  switch (expression.kind) {
    case 'coalesce':
      return firstOf(operations);
    case 'sum':
      return (line) => values(line).reduce((total, value) => total.plus(value), zero);
    case 'max':
      return (line) => values(line).reduce((most, value) => (value.gt(most) ? value : most));
    case 'min':
      return (line) => values(line).reduce((least, value) => (value.lt(least) ? value : least));
  }
}

function singleOperation(expression: Extract<Expression, { operand: Expression }>): Operation {
  const operand = operationOf(expression.operand);
  const onValue =
    (change: (value: Decimal) => Decimal | null): Operation =>
    (line) => {
      const value = operand(line);
      return value === null ? null : change(value);
    };
  switch (expression.kind) {
    case 'negate':
      return (line) => zero.minus(operand(line) ?? zero);
    case 'nullIfZero':
      return onValue((value) => (value.eq(0) ? null : value));
    case 'ceil':
      return onValue(ceil);
    case 'round':
      return onValue((value) => round(value, expression.places));
  }
}

function operationOf(expression: Expression): Operation {
  if (expression.kind === 'number') {
    const value = decimal(expression.text);
    return () => value;
  }
  if (expression.kind === 'cell') return cellOperation(expression.position);
  if ('left' in expression) return binaryOperation(expression);
  return 'operands' in expression ? listOperation(expression) : singleOperation(expression);
}

export const exactValue = (expression: Expression, line: Line): Decimal | null =>
  operationOf(expression)(line);

/**
 * The operands must be calculated already (resources.md 15.2, rules 1 to 3). The function throws on a cell
 * that is no number.
 */
export function exactCalculation(calculation: Calculation): (line: Line) => Computed {
  const operation = operationOf(calculation.expression);
  const { operands, decimals, emptyWithoutOperands } = calculation;
  return (line) => {
    if (emptyWithoutOperands && operands.every((position) => (line[position] ?? null) === null)) return null;
    const value = operation(line);
    return value === null ? null : computedOf(round(value, decimals).toFixed(decimals), decimals);
  };
}

export function exactEvaluator(plan: Plan): (line: Line) => void {
  const steps = plan.calculations.map((each) => ({ at: each.position, calculate: exactCalculation(each) }));
  return (line) => {
    for (const { at, calculate } of steps) line[at] = calculate(line);
  };
}
