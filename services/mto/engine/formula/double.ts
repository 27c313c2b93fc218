import type { Expression } from './parse';

/**
 * The exact value lies within `roundings` * 2^-53 * `magnitude` of `value`: `magnitude` is the same
 * expression with the size of every operand, so that cancellation cannot hide an error. NaN stands for empty,
 * the zeros of a choice are exact, and only a relative value, which has no sum inside, may divide.
 */
export type Double = {
  readonly value: string;
  readonly magnitude: string;
  readonly roundings: number;
  readonly mayBeEmpty: boolean;
  readonly isRelative: boolean;
  readonly isChoice: boolean;
};

export type Declare = (code: string) => string;

type Combine = { readonly value: string; readonly magnitude: string; readonly roundings: number };

function number(text: string): Double {
  const roundings = Number.isSafeInteger(Number(text)) ? 0 : 1;
  return { value: text, magnitude: text, roundings, mayBeEmpty: false, isRelative: true, isChoice: true };
}

function cell(position: number): Double {
  const value = `c${position}`;
  const magnitude = `Math.abs(${value})`;
  return { value, magnitude, roundings: 1, mayBeEmpty: true, isRelative: true, isChoice: true };
}

function filled(double: Double, declare: Declare): Double {
  if (!double.mayBeEmpty) return double;
  const value = declare(`${double.value} === ${double.value} ? ${double.value} : 0`);
  const magnitude = double.isChoice
    ? `Math.abs(${value})`
    : declare(`${double.value} === ${double.value} ? ${double.magnitude} : 0`);
  return { ...double, value, magnitude, mayBeEmpty: false };
}

function combined({ value, magnitude, roundings }: Combine, declare: Declare): Double {
  const names = { value: declare(value), magnitude: declare(magnitude) };
  return { ...names, roundings, mayBeEmpty: false, isRelative: false, isChoice: false };
}

function sum(operands: readonly Double[], signs: readonly string[], declare: Declare): Double {
  const terms = operands.map((operand) => filled(operand, declare));
  const value = terms.map((term, index) => `${signs[index]} ${term.value}`).join(' ');
  const magnitude = terms.map((term) => term.magnitude).join(' + ') || '0';
  const roundings = Math.max(0, ...terms.map((term) => term.roundings)) + terms.length - 1;
  return combined({ value: value || '0', magnitude, roundings }, declare);
}

function product(left: Double, right: Double, declare: Declare): Double {
  const [a, b] = [filled(left, declare), filled(right, declare)];
  const value = `${a.value} * ${b.value}`;
  const magnitude = `${a.magnitude} * ${b.magnitude}`;
  const result = combined({ value, magnitude, roundings: a.roundings + b.roundings + 1 }, declare);
  return { ...result, isRelative: a.isRelative && b.isRelative };
}

function quotient(left: Double, right: Double, declare: Declare): Double | undefined {
  if (!right.isRelative) return undefined;
  const dividend = filled(left, declare);
  const roundings = dividend.roundings + right.roundings + 1;
  const magnitude = `${dividend.magnitude} / Math.abs(${right.value})`;
  const plain = `${dividend.value} / ${right.value}`;
  const isConstant = Number(right.value) > 0;
  const value = isConstant ? plain : `${right.value} === 0 ? NaN : ${plain}`;
  const result = combined({ value, magnitude, roundings }, declare);
  return { ...result, mayBeEmpty: !isConstant, isRelative: dividend.isRelative };
}

function choice(first: Double, second: Double, declare: Declare): Double {
  if (!first.mayBeEmpty) return first;
  const pick = (a: string, b: string): string => declare(`${first.value} === ${first.value} ? ${a} : ${b}`);
  return {
    value: pick(first.value, second.value),
    magnitude: pick(first.magnitude, second.magnitude),
    roundings: Math.max(first.roundings, second.roundings),
    mayBeEmpty: second.mayBeEmpty,
    isRelative: first.isRelative && second.isRelative,
    isChoice: first.isChoice && second.isChoice,
  };
}

function nullIfZero(double: Double, declare: Declare): Double | undefined {
  if (!double.isChoice) return undefined;
  return { ...double, value: declare(`${double.value} === 0 ? NaN : ${double.value}`), mayBeEmpty: true };
}

function extreme(kind: 'max' | 'min', operands: readonly Double[], declare: Declare): Double {
  const terms = operands.map((operand) => filled(operand, declare));
  const value = `Math.${kind}(${terms.map((term) => term.value).join(', ')})`;
  const magnitude = `Math.max(${terms.map((term) => term.magnitude).join(', ')})`;
  return combined({ value, magnitude, roundings: Math.max(...terms.map((term) => term.roundings)) }, declare);
}

function ofList(
  kind: 'coalesce' | 'sum' | 'max' | 'min',
  operands: readonly Double[],
  declare: Declare,
): Double {
  if (kind === 'sum') return sum(operands, Array(operands.length).fill('+'), declare);
  if (kind === 'coalesce') return operands.reduceRight((rest, first) => choice(first, rest, declare));
  return extreme(kind, operands, declare);
}

export function doubleOf(expression: Expression, declare: Declare): Double | undefined {
  switch (expression.kind) {
    case 'number':
      return number(expression.text);
    case 'cell':
      return cell(expression.position);
    case 'ceil':
    case 'round':
      return undefined;
    case 'negate':
    case 'nullIfZero': {
      const operand = doubleOf(expression.operand, declare);
      if (operand === undefined) return undefined;
      return expression.kind === 'negate' ? sum([operand], ['-'], declare) : nullIfZero(operand, declare);
    }
    case 'add':
    case 'subtract':
    case 'multiply':
    case 'divide': {
      const left = doubleOf(expression.left, declare);
      const right = doubleOf(expression.right, declare);
      if (left === undefined || right === undefined) return undefined;
      if (expression.kind === 'multiply') return product(left, right, declare);
      if (expression.kind === 'divide') return quotient(left, right, declare);
      return sum([left, right], ['+', expression.kind === 'add' ? '+' : '-'], declare);
    }
    default: {
      const operands = expression.operands.map((operand) => doubleOf(operand, declare));
      const known = operands.filter((operand) => operand !== undefined);
      return known.length === operands.length ? ofList(expression.kind, known, declare) : undefined;
    }
  }
}
