import Big from 'big.js';

/** Decimals of rates.md section 1: half away from zero, division carried well past 28 significant digits. */
const Exact = Big();
Exact.DP = 40;
Exact.RM = Exact.roundHalfUp;
Exact.strict = false;

export type Decimal = Big;

export type DecimalInput = number | string;

/** An exact decimal from a number (its shortest text), numeric text or decimal. @throws on anything else. */
export function decimal(value: Decimal | number | string): Decimal {
  return new Exact(value);
}

export const zero: Decimal = decimal(0);

/** Rounds half away from zero to `places` decimals. */
export function round(value: Decimal, places: number): Decimal {
  return value.round(places, Big.roundHalfUp);
}

/** Whether a number is the decimal text rounded to `places` decimals: a double does not carry every text of more than 15 digits. */
export const isRounded = (value: number, text: string, places: number): boolean =>
  decimal(value).eq(round(decimal(text.replace(/^\+/, '')), places));

const quotientsOf = new Map<number, typeof Exact>();

/** A quotient rounded half away from zero to `places` decimals, for which no more of its digits are worked out. */
export function quotient(dividend: Decimal | DecimalInput, divisor: Decimal, places: number): Decimal {
  const Quotient = quotientsOf.get(places) ?? Big();
  Quotient.DP = places;
  Quotient.RM = Exact.roundHalfUp;
  quotientsOf.set(places, Quotient);
  return decimal(new Quotient(dividend).div(divisor));
}

const hundredth = decimal('0.01');

/** `percent` percent of `base`, 5 being five percent; exact, not rounded. */
export function percentOf(base: Decimal, percent: Decimal | DecimalInput): Decimal {
  return base.times(percent).times(hundredth);
}

export function sum(values: Iterable<Decimal | number | string>): Decimal {
  let total = zero;
  for (const value of values) total = total.plus(value);
  return total;
}

/** The JSON number of a decimal or of numeric text from the database; null stays null. */
export function toNumber(value: Decimal | string): number;
export function toNumber(value: Decimal | string | null): number | null;
export function toNumber(value: Decimal | string | null): number | null {
  return value === null ? null : Number(value.toString());
}
