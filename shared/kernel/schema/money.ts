import Big from 'big.js';

/** Rounding is half away from zero, and division goes well past 28 significant digits (rates.md 1). */
const Exact = Big();
Exact.DP = 40;
Exact.RM = Exact.roundHalfUp;
Exact.strict = false;

export type Decimal = Big;

export type DecimalInput = number | string;

export function decimal(value: Decimal | number | string): Decimal {
  return new Exact(value);
}

export const zero: Decimal = decimal(0);

export function round(value: Decimal, places: number): Decimal {
  return value.round(places, Big.roundHalfUp);
}

export const isRounded = (value: number, text: string, places: number): boolean =>
  decimal(value).eq(round(decimal(text.replace(/^\+/, '')), places));

const quotientsOf = new Map<number, typeof Exact>();

export function quotient(dividend: Decimal | DecimalInput, divisor: Decimal, places: number): Decimal {
  const Quotient = quotientsOf.get(places) ?? Big();
  Quotient.DP = places;
  Quotient.RM = Exact.roundHalfUp;
  quotientsOf.set(places, Quotient);
  return decimal(new Quotient(dividend).div(divisor));
}

const hundredth = decimal('0.01');

export function percentOf(base: Decimal, percent: Decimal | DecimalInput): Decimal {
  return base.times(percent).times(hundredth);
}

export function sum(values: Iterable<Decimal | number | string>): Decimal {
  let total = zero;
  for (const value of values) total = total.plus(value);
  return total;
}

export function toNumber(value: Decimal | string): number;
export function toNumber(value: Decimal | string | null): number | null;
export function toNumber(value: Decimal | string | null): number | null {
  return value === null ? null : Number(value.toString());
}
