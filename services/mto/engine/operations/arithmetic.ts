import { type Decimal, decimal, percentOf, round } from '@consulting/kernel/schema';
import { type Cell, computedOf } from '../fields/line';

export const decimalsMax = 6;

export type ArithmeticVerb = 'multiply' | 'add' | 'percent';

const calculations: Readonly<Record<ArithmeticVerb, (value: Decimal, by: Decimal) => Decimal>> = {
  multiply: (value, by) => value.times(by),
  add: (value, by) => value.plus(by),
  percent: (value, by) => value.plus(percentOf(value, by)),
};

export function arithmetic(verb: ArithmeticVerb, by: number, places: number): (value: Cell) => Cell {
  const exact = decimal(by);
  const scaled = scaledArithmetic(verb, by, places);
  return (value) =>
    (typeof value === 'number' ? scaled(value) : undefined) ??
    numberCell(calculations[verb](decimal(String(value)), exact), places);
}

export const numberCell = (value: Decimal, places: number): Cell =>
  computedOf(round(value, places).toFixed(), decimalsMax);

interface Scaled {
  digits: number;
  scale: number;
}

const digitsMax = 1e15;
const powersOfTen = Array.from({ length: 17 }, (_, power) => 10 ** power);
const powerOfTen = (power: number): number => powersOfTen[power] ?? Number.POSITIVE_INFINITY;

function scaledOf(value: number): Scaled | undefined {
  for (let scale = 0; scale <= decimalsMax; scale += 1) {
    const digits = Math.round(value * powerOfTen(scale));
    if (Math.abs(digits) >= digitsMax) return undefined;
    if (digits / powerOfTen(scale) === value) return { digits, scale };
  }
  return undefined;
}

/**
 * Whole numbers that doubles carry are calculated some ten times as fast; undefined means that they do not
 * fit.
 */
function scaledArithmetic(verb: ArithmeticVerb, by: number, places: number) {
  const operand = scaledOf(by);
  if (operand === undefined) return () => undefined;
  const calculate =
    verb === 'add' ? adding(operand) : multiplying(verb === 'percent' ? factorOf(operand) : operand);
  return (value: number): number | undefined => {
    const given = scaledOf(value);
    const made = given && calculate(given);
    return made && rounded(made, places);
  };
}

const factorOf = ({ digits, scale }: Scaled): Scaled => ({
  digits: powerOfTen(scale + 2) + digits,
  scale: scale + 2,
});

const multiplying =
  (by: Scaled) =>
  (value: Scaled): Scaled => ({ digits: value.digits * by.digits, scale: value.scale + by.scale });

const adding =
  (by: Scaled) =>
  (value: Scaled): Scaled => {
    const scale = Math.max(value.scale, by.scale);
    const digits = value.digits * powerOfTen(scale - value.scale) + by.digits * powerOfTen(scale - by.scale);
    return { digits, scale };
  };

function rounded({ digits, scale }: Scaled, places: number): number | undefined {
  const size = Math.abs(digits);
  if (size > Number.MAX_SAFE_INTEGER) return undefined;
  const left = Math.max(0, scale - places);
  const unit = powerOfTen(left);
  const rest = size % unit;
  const whole = (size - rest) / unit + (rest * 2 >= unit && rest > 0 ? 1 : 0);
  const result = whole / powerOfTen(scale - left);
  if (result * powerOfTen(decimalsMax) >= digitsMax) return undefined;
  return digits < 0 && result !== 0 ? -result : result;
}
