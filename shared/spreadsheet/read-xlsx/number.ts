const POWERS_OF_TEN = [
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
  1e20, 1e21, 1e22,
];
const EXPONENT_EXACT = 22;
const DIGITS_PER_INTEGER = 9;
const DIGITS_EXACT = 15;
const SPLITTER = 2 ** 27 + 1;
const TIE_MARGIN = 1 + 2 ** -30;
const EXPONENT_MAX = 9999;
const numberText = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const PLUS = 0x2b;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const LETTER_E = 0x45;
const LETTER_E_LOWER = 0x65;

export function parseNumber(text: string): number {
  const trimmed = text.trim();
  if (!numberText.test(trimmed)) return Number.NaN;
  const value = Number(trimmed);
  return Number.isFinite(value) ? value : Number.NaN;
}

export class NumberReader {
  end = 0;
  private exponent = 0;

  read(bytes: Buffer, start: number): number {
    const sign = bytes[start];
    const first = sign === MINUS || sign === PLUS ? start + 1 : start;
    let cursor = first;
    let head = 0;
    let tail = 0;
    let digits = 0;
    let pointAt = -1;
    for (; ; cursor++) {
      const digit = (bytes[cursor] as number) - ZERO;
      if (digit >= 0 && digit <= 9) {
        if (digits < DIGITS_PER_INTEGER) head = (head * 10 + digit) | 0;
        else if (digits < 2 * DIGITS_PER_INTEGER) tail = (tail * 10 + digit) | 0;
        digits++;
      } else if (digit + ZERO === POINT && pointAt < 0) pointAt = cursor;
      else break;
    }
    if (digits === 0) return Number.NaN;
    this.end = cursor;
    this.exponent = 0;
    const byte = bytes[cursor];
    if ((byte === LETTER_E || byte === LETTER_E_LOWER) && !this.readExponent(bytes, cursor + 1))
      return Number.NaN;
    const power = this.exponent - (pointAt < 0 ? 0 : cursor - pointAt - 1);
    const value = scaled(head, tail, digits, power);
    if (Number.isNaN(value)) return parseNumber(bytes.toString('latin1', start, this.end));
    return sign === MINUS ? -value : value;
  }

  private readExponent(bytes: Buffer, start: number): boolean {
    const sign = bytes[start];
    const first = sign === MINUS || sign === PLUS ? start + 1 : start;
    let cursor = first;
    let exponent = 0;
    for (; ; cursor++) {
      const digit = (bytes[cursor] as number) - ZERO;
      if (!(digit >= 0 && digit <= 9)) break;
      exponent = Math.min(exponent * 10 + digit, EXPONENT_MAX);
    }
    this.end = cursor;
    this.exponent = sign === MINUS ? -exponent : exponent;
    return cursor > first;
  }
}

function scaled(head: number, tail: number, digits: number, power: number): number {
  if (power < -EXPONENT_EXACT || power > EXPONENT_EXACT || digits > 2 * DIGITS_PER_INTEGER) return Number.NaN;
  const shift = POWERS_OF_TEN[digits > DIGITS_PER_INTEGER ? digits - DIGITS_PER_INTEGER : 0] as number;
  if (digits > DIGITS_EXACT)
    return power > 0 ? Number.NaN : quotient(head, shift, tail, POWERS_OF_TEN[-power] as number);
  const mantissa = head * shift + tail;
  return power < 0
    ? mantissa / (POWERS_OF_TEN[-power] as number)
    : mantissa * (POWERS_OF_TEN[power] as number);
}

/**
 * This computes (head × shift + tail) / divisor in pairs of doubles (Dekker), exact to about 100 bits. It answers NaN
 * when the value lies so near the middle of two doubles that these bits cannot decide the rounding.
 */
function quotient(head: number, shift: number, tail: number, divisor: number): number {
  const product = head * shift;
  const low = productError(head, shift, product) + tail;
  const dividend = product + low;
  const dividendError = low - (dividend - product);
  const estimate = dividend / divisor;
  const back = estimate * divisor;
  const remainder = dividend - back - productError(estimate, divisor, back) + dividendError;
  const correction = remainder / divisor;
  const value = estimate + correction;
  const rest = correction - (value - estimate);
  return value + rest * TIE_MARGIN === value ? value : Number.NaN;
}

function productError(one: number, other: number, product: number): number {
  const oneSplit = SPLITTER * one;
  const oneHigh = oneSplit - (oneSplit - one);
  const oneLow = one - oneHigh;
  const otherSplit = SPLITTER * other;
  const otherHigh = otherSplit - (otherSplit - other);
  const otherLow = other - otherHigh;
  return oneLow * otherLow - (product - oneHigh * otherHigh - oneLow * otherHigh - oneHigh * otherLow);
}
