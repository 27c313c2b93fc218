// An exact fraction in lowest terms, whose denominator is positive.
export interface Exact {
  above: bigint;
  below: bigint;
}

function divisorOf(one: bigint, other: bigint): bigint {
  let [a, b] = [one < 0n ? -one : one, other];
  while (b > 0n) [a, b] = [b, a % b];
  return a;
}

function reduced(above: bigint, below: bigint): Exact {
  const divisor = divisorOf(above, below) * (below < 0n ? -1n : 1n);
  return divisor === 1n ? { above, below } : { above: above / divisor, below: below / divisor };
}

export const zero: Exact = { above: 0n, below: 1n };

// Digits with at most one point, as a number of JavaScript is written, too.
export function exactOf(text: string): Exact {
  const [figure = '', exponent = '0'] = text.toLowerCase().split('e');
  const [whole = '', decimals = ''] = figure.split('.');
  const places = decimals.length - Number(exponent);
  const digits = BigInt(whole + decimals);
  return places >= 0 ? reduced(digits, 10n ** BigInt(places)) : reduced(digits * 10n ** BigInt(-places), 1n);
}

export const plus = (one: Exact, other: Exact): Exact =>
  one.below === other.below
    ? reduced(one.above + other.above, one.below)
    : reduced(one.above * other.below + other.above * one.below, one.below * other.below);

export const negated = ({ above, below }: Exact): Exact => ({ above: -above, below });

export const minus = (one: Exact, other: Exact): Exact => plus(one, negated(other));

export const times = (one: Exact, other: Exact): Exact =>
  reduced(one.above * other.above, one.below * other.below);

// The divisor is not zero.
export function over(one: Exact, other: Exact): Exact {
  const sign = other.above < 0n ? -1n : 1n;
  return reduced(one.above * other.below * sign, one.below * other.above * sign);
}

export const isZero = ({ above }: Exact): boolean => above === 0n;

export const isSame = (one: Exact, other: Exact): boolean =>
  one.above === other.above && one.below === other.below;

const placesStored = 6;
const unit = 10n ** BigInt(placesStored);

// Six decimals, as the API stores them, half away from zero.
export function numberOf({ above, below }: Exact): number {
  const size = above < 0n ? -above : above;
  const scaled = (size * unit * 2n + below) / (below * 2n);
  const digits = scaled.toString().padStart(placesStored + 1, '0');
  const text = `${digits.slice(0, -placesStored)}.${digits.slice(-placesStored)}`;
  return Number(above < 0n && scaled > 0n ? `-${text}` : text);
}
