import { decimal, isDate, isRounded, round, significantDigitsMax } from '@consulting/kernel/schema';

const decimalsMax = 6;
const magnitudeMax = 1e12;
const exactUnitsMax = 1e15;

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const booleans: Record<string, boolean> = {
  y: true,
  yes: true,
  true: true,
  '1': true,
  x: true,
  n: false,
  no: false,
  false: false,
  '0': false,
  '-': false,
};

export const numberLengthMax = 64;

export const booleanOfText = (text: string): boolean | undefined => {
  const key = text.trim().toLowerCase();
  return Object.hasOwn(booleans, key) ? booleans[key] : undefined;
};

export const decimalSeparators = ['.', ','] as const;
export type DecimalSeparator = (typeof decimalSeparators)[number];

/**
 * `separator` decides numbers that can be read in two ways; where it is absent, `1.234` has a decimal point
 * and `1,234` is `ambiguous`. The answer is undefined for no number, and `long` for more digits than are
 * stored.
 */
export function numberOfText(
  text: string,
  separator: DecimalSeparator | null = null,
): number | 'ambiguous' | 'long' | undefined {
  if (separator !== ',' && plainNumber.test(text)) return stored(text);
  const trimmed = text.trim();
  if (trimmed.length > numberLengthMax) return undefined;
  const isNegative = /^\(.*\)$/.test(trimmed);
  const bare = withoutSigns(isNegative ? trimmed.slice(1, -1) : trimmed);
  const plain = separator !== null && twoWays.test(bare) ? decided(bare, separator) : withDecimalPoint(bare);
  if (plain === undefined || plain === 'ambiguous') return plain;
  const value = stored(plain);
  return isNegative && value !== 'long' ? -value : value;
}

function stored(text: string): number | 'long' {
  const value = Number(text);
  const isUnchanged =
    text.length <= significantDigitsMax ||
    !(Math.abs(value) < magnitudeMax) ||
    isRounded(storedNumber(value), text, decimalsMax);
  return isUnchanged ? value : 'long';
}

/** Numbers have 15 significant digits and 6 decimals (resources.md 15.3 point 4). */
export function storedNumber(value: number): number {
  const units = Math.round(value * 10 ** decimalsMax);
  // Nearly all have at most 6 decimals already, and exact rounding takes a hundred times longer.
  if (Math.abs(units) < exactUnitsMax && units / 10 ** decimalsMax === value) return value;
  return Number(round(decimal(value.toPrecision(significantDigitsMax)), decimalsMax).toString());
}

export function separatorProvedBy(text: string): DecimalSeparator | null {
  if (text.length > numberLengthMax || !/[.,]/.test(text)) return null;
  if (plainNumber.test(text)) return twoWays.test(text) ? null : '.';
  const trimmed = text.trim();
  const bare = withoutSigns(trimmed.replace(/^\((.*)\)$/, '$1'));
  if (twoWays.test(bare) || typeof numberOfText(trimmed) !== 'number') return null;
  const last = Math.max(bare.lastIndexOf('.'), bare.lastIndexOf(','));
  if (last < 0) return null;
  const mark = bare[last] === '.' ? '.' : ',';
  const isRepeated = bare.indexOf(mark) < last;
  return isRepeated ? other(mark) : mark;
}

const plainNumber = /^-?\d{1,15}(?:\.\d{1,15})?$/;

const twoWays = /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/;

const other = (separator: DecimalSeparator): DecimalSeparator => (separator === '.' ? ',' : '.');

const decided = (text: string, separator: DecimalSeparator) =>
  text.replace(other(separator), '').replace(separator, '.');

const withoutSigns = (text: string) =>
  withoutCurrencyBehind(text.replace(/^([+-]?)\s*[$€£¥]\s*/, '$1')).replace(
    /(\d)[\s'’](?=\d{3}(?:\D|$))/g,
    '$1',
  );

const withoutCurrencyBehind = (text: string): string =>
  /[$€£¥]$/.test(text) ? text.slice(0, -1).trimEnd() : text;

function withDecimalPoint(text: string): string | undefined {
  if (/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/.test(text)) return text;
  if (/^[+-]?[1-9]\d{0,2},\d{3}$/.test(text)) return 'ambiguous';
  if (/^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text) && !/^[+-]?0/.test(text))
    return text.replaceAll(',', '');
  if (/^[+-]?\d{1,3}(?:\.\d{3})+(?:,\d+)?$/.test(text)) return text.replaceAll('.', '').replace(',', '.');
  return /^[+-]?\d+,\d+$/.test(text) ? text.replace(',', '.') : undefined;
}

/**
 * The day is written YYYY-MM-DD, 3-Mar-2025, 03.03.2025, 25/03/2025 or 03/25/2025. A date with slashes that
 * can be read both ways is `ambiguous`; undefined means no date.
 */
export function dateOfText(text: string): string | 'ambiguous' | undefined {
  const trimmed = text.trim();
  const iso = /^(\d{4}-\d{2}-\d{2})(?:[T ]\d{2}:\d{2}.*)?$/.exec(trimmed);
  if (iso?.[1]) return isDate(iso[1]) ? iso[1] : undefined;
  const named = /^(\d{1,2})[-\s/]([a-z]{3})[a-z]*[-\s/](\d{4})$/i.exec(trimmed);
  if (named) return day(named[3], months.indexOf((named[2] ?? '').toLowerCase()) + 1, named[1]);
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(trimmed);
  if (dotted) return day(dotted[3], dotted[2], dotted[1]);
  const slashed = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(trimmed);
  if (!slashed) return undefined;
  const dayFirst = day(slashed[3], slashed[2], slashed[1]);
  const monthFirst = day(slashed[3], slashed[1], slashed[2]);
  if (dayFirst && monthFirst && dayFirst !== monthFirst) return 'ambiguous';
  return dayFirst ?? monthFirst;
}

type Part = string | number | undefined;

function day(year: Part, month: Part, dayOfMonth: Part): string | undefined {
  const two = (part: Part) => String(part).padStart(2, '0');
  const date = `${year}-${two(month)}-${two(dayOfMonth)}`;
  return isDate(date) ? date : undefined;
}
