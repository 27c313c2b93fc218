const plainDecimal = /^-?\d{1,300}(?:\.\d+)?$/;
const decimal = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const magnitudeMax = 9.99999999999999e307;

/**
 * The text of a number cell. Decimal text is kept digit for digit, as exact as it came.
 * RangeError for NaN, the infinities, text that is no decimal and magnitudes that Excel cannot hold.
 */
export function numberText(value: string | number): string {
  if (typeof value === 'string') {
    if (plainDecimal.test(value)) return value;
    if (!decimal.test(value)) throw new RangeError(`${JSON.stringify(value)} is no number`);
  }
  if (!(Math.abs(Number(value)) <= magnitudeMax))
    throw new RangeError(`${value} is no number that Excel can hold`);
  return String(value);
}
