import { numberLengthMax } from '@consulting/imports/table/table-text';
import { decimal, isRounded, round } from '@consulting/kernel/schema';
import { type Conversion, conversionOf, converted, type Field } from '@consulting/takeoff-fields';
import { currenciesNamed } from '../fields/currencies';
import type { DecimalSeparator } from '../fields/import-parameters';
import { splitQuantity } from './quantity-text';

export type NumberFault = 'NOT_A_NUMBER' | 'AMBIGUOUS_NUMBER' | 'FORMAT';

export interface NumberReading {
  separator: DecimalSeparator | null;
  isInches: boolean;
  isPercent: boolean;
  isMoney?: boolean;
}

const significantDigits = 15;
const places = 6;
const magnitudeMax = 1e12;
const plain = /^-?\d{1,15}$/;
const scientific = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)[eE][+-]?\d{1,3}$/;
const blanks = /[ \u00a0\u2009\u202f]/g;
const groupedByBlanks = /^\d{1,3}(?:[ \u00a0\u2009\u202f]\d{3})+(?:[.,]\d*)?$/;
const digitsAndSeparators = /^[.,]*\d[\d.,]*$/;
const currencySign = /^(?:[A-Z]{1,2})?\p{Sc}|\p{Sc}$/u;
const wordBefore = /^([^\d\s,()+\u2212-]{1,8})\s*(?=[\d(+\u2212-])/;
const wordBehind = /[^\d\s,()%/-]{1,8}$/;
const inchMark = /(?:["\u2033\u201d]|''|in\.?|inch(?:es)?)$/i;
const fraction = /^(?:(\d+)[\s-]+)?(\d+)\/(\d+)$/;

function withoutCurrencyWord(body: string): string {
  const ended = body.endsWith('/-') ? body.slice(0, -2).trimEnd() : body;
  const [before = '', word = ''] = wordBefore.exec(ended) ?? [];
  if (word !== '' && currenciesNamed(word).length > 0) return ended.slice(before.length);
  const [behind = ''] = wordBehind.exec(ended) ?? [];
  if (behind === '' || currenciesNamed(behind).length === 0) return ended;
  return ended.slice(0, -behind.length).trimEnd();
}

function unwrap(text: string, isPercent: boolean, isMoney: boolean): { body: string; isNegative: boolean } {
  let body = text.trim();
  let isNegative = false;
  if (body.startsWith('(') && body.endsWith(')')) {
    isNegative = true;
    body = body.slice(1, -1).trim();
  }
  const takeSign = () => {
    const sign = body[0];
    if (sign !== '-' && sign !== '+' && sign !== '\u2212') return;
    if (isNegative && sign !== '+') body = 'x';
    isNegative ||= sign !== '+';
    body = body.slice(1).trim();
  };
  takeSign();
  if (isPercent && body.endsWith('%')) body = body.slice(0, -1).trim();
  const withoutSign = body.replace(currencySign, '').trim();
  const withoutCurrency = isMoney ? withoutCurrencyWord(withoutSign) : withoutSign;
  if (withoutCurrency.length < body.length) {
    const hadSign = isNegative;
    body = withoutCurrency;
    if (!hadSign) takeSign();
  }
  return { body, isNegative };
}

// Lakhs and crores are grouped by two digits, and the last three.
const groupedByLakhs = /^\d{1,2}(?:,\d{2})+,\d{3}$/;

const isGrouped = (whole: string, separator: string) =>
  whole.split(separator).every((group, at) => (at === 0 ? /^\d{1,3}$/ : /^\d{3}$/).test(group)) ||
  (separator === ',' && groupedByLakhs.test(whole));

function decimalsBehind(body: string): DecimalSeparator | '' | 'ambiguous' | undefined {
  const points = body.split('.').length - 1;
  const commas = body.split(',').length - 1;
  if (points === 0 && commas === 0) return '';
  if (points > 0 && commas > 0) {
    const last = body.lastIndexOf('.') > body.lastIndexOf(',') ? '.' : ',';
    const [whole = '', ...rest] = body.split(last);
    return rest.length === 1 && isGrouped(whole, last === '.' ? ',' : '.') ? last : undefined;
  }
  const separator = points > 0 ? '.' : ',';
  if (points + commas > 1) return isGrouped(body, separator) ? '' : undefined;
  const [before = '', after = ''] = body.split(separator);
  const isUnclear = after.length === 3 && /^[1-9]\d{0,2}$/.test(before);
  return isUnclear ? 'ambiguous' : separator;
}

function valueOf(body: string, separator: DecimalSeparator | ''): number | NumberFault {
  const [whole = '', decimals = ''] = separator === '' ? [body] : body.split(separator);
  return numberOf(`${whole.replace(/[.,]/g, '')}.${decimals}`);
}

function numberOf(text: string): number | NumberFault {
  const value = Number(text);
  if (!Number.isFinite(value)) return 'NOT_A_NUMBER';
  const isUnchanged =
    text.length <= significantDigits ||
    Math.abs(value) >= magnitudeMax ||
    isRounded(storedNumber(value), text, places);
  return isUnchanged ? value : 'FORMAT';
}

export const hasInchMark = (text: string): boolean => inchMark.test(text);

function inches(text: string): number | undefined {
  const [, whole = '0', above, below] = fraction.exec(text) ?? [];
  if (above === undefined || below === undefined || Number(below) === 0) return undefined;
  return Number(whole) + Number(above) / Number(below);
}

/**
 * Nothing is guessed: text that can be read in two ways is decided by `reading.separator` or is
 * AMBIGUOUS_NUMBER. A number that does not fit six decimals with 15 digits is FORMAT (resources.md 15.3).
 */
export function readNumberText(text: string, reading: NumberReading): number | NumberFault {
  if (plain.test(text)) return Number(text);
  const trimmed = text.trim();
  if (trimmed.length > numberLengthMax) return 'NOT_A_NUMBER';
  if (scientific.test(trimmed)) return numberOf(trimmed);
  const { body: unwrapped, isNegative } = unwrap(trimmed, reading.isPercent, reading.isMoney === true);
  const body = reading.isInches ? unwrapped.replace(inchMark, '').trimEnd() : unwrapped;
  const size = (reading.isInches ? inches(body) : undefined) ?? sizeOf(body, reading.separator);
  if (typeof size === 'string') return size;
  return isNegative ? 0 - size : size;
}

function sizeOf(body: string, separator: DecimalSeparator | null): number | NumberFault {
  if (groupedByBlanks.test(body)) {
    const digits = body.replace(blanks, '');
    return valueOf(digits, digits.includes(',') ? ',' : '.');
  }
  if (!digitsAndSeparators.test(body)) return 'NOT_A_NUMBER';
  const found = decimalsBehind(body);
  if (found === undefined) return 'NOT_A_NUMBER';
  if (found !== 'ambiguous') return valueOf(body, found);
  if (separator === null) return 'AMBIGUOUS_NUMBER';
  return valueOf(body, body.includes(separator) ? separator : '');
}

export function separatorProvedBy(text: string): DecimalSeparator | null {
  if (!text.includes('.') && !text.includes(',')) return null;
  const trimmed = text.trim();
  if (trimmed.length > numberLengthMax) return null;
  if (scientific.test(trimmed)) return trimmed.includes('.') ? '.' : null;
  const { body } = unwrap(trimmed, true, true);
  if (groupedByBlanks.test(body)) return body.includes(',') ? ',' : body.includes('.') ? '.' : null;
  if (!digitsAndSeparators.test(body)) {
    const quantity = splitQuantity(trimmed);
    return quantity && separatorProvedBy(quantity.number);
  }
  const found = decimalsBehind(body);
  if (found === '.' || found === ',') return found;
  if (found !== '') return null;
  return body.includes(',') ? '.' : ',';
}

const scale = 1e6;
const scaledExactMax = 1e15;
/** The bound covers the roundings of both operands, of the operation and of the scaling. */
const relativeError = 2 ** -50;

/**
 * The number is read to 15 significant digits and rounded to 6 decimals, half away from zero, so that
 * 66.95999999999998 is 66.96 (resources.md 15.3 rule 4).
 */
export function storedNumber(value: number): number {
  if (Number.isInteger(value)) return value + 0;
  const units = Math.round(value * scale);
  if (units / scale === value && Math.abs(units) < scaledExactMax) return value;
  return Number(round(decimal(value.toPrecision(significantDigits)), places).toFixed()) + 0;
}

export const converterFromUs = (field: Field): ((value: number) => number) =>
  converterBy(conversionOf(field));

/**
 * The figures are those of `converted`, calculated faster; `exact` gives them where the factor of the
 * conversion is itself rounded.
 */
export function converterBy(
  conversion: Conversion,
  decimals = places,
  exact = (value: number) => Number(converted(decimal(value), conversion, decimals).toFixed()) + 0,
): (value: number) => number {
  const before = Number(conversion.preOffset ?? 0);
  const factor = Number(conversion.factor);
  const after = Number(conversion.offset ?? 0);
  const units = 10 ** decimals;
  return (value) => {
    const scaled = Math.abs((value + before) * factor + after) * units;
    const magnitude = ((Math.abs(value) + Math.abs(before)) * factor + Math.abs(after)) * units;
    const whole = Math.floor(scaled);
    const beyondTie = scaled - whole - 0.5;
    if (scaled >= scaledExactMax || Math.abs(beyondTie) <= magnitude * relativeError) return exact(value);
    const size = (beyondTie > 0 ? whole + 1 : whole) / units;
    return (value + before) * factor + after < 0 ? 0 - size : size;
  };
}
