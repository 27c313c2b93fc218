import { decimal } from '@consulting/kernel/schema/money';
import type { Field } from './field';

/**
 * A value of a line. Numbers are exact: a JavaScript number stands for its shortest decimal text, and decimal text
 * stands for itself where a number could not carry every digit. Empty is null. Dates are text.
 */
export type Cell = number | string | boolean | null;

/** A line as an array indexed by position in `fieldsOf(discipline)`; one that ends early is empty after its end. */
export type Line = Cell[];

export interface LineMatches {
  crewRateMatched: boolean;
  wbsMatched: boolean;
}

/** A computed value: a number while it has at most 15 digits, else exact decimal text; null when empty. */
export type Computed = number | string | null;

const numberScaledMax = 1e15;

/** The number of exact decimal text with `decimals` decimals, or the text itself when it has more than 15 digits. */
export function computedOf(text: string, decimals: number): Computed {
  const number = Number(text);
  if (number === 0) return 0;
  return Math.abs(number) * 10 ** decimals < numberScaledMax ? number : text;
}

export function isSameCell(type: Field['type'] | undefined, a: Cell, b: Cell): boolean {
  if (a === b) return true;
  return a !== null && b !== null && (type === 'number' || type === 'integer') && isSameNumber(a, b);
}

const shortMax = 15;

/** Whether a double carries every digit, so that two of them are the same number when they are the same double. */
const isShort = (cell: Cell): boolean => typeof cell !== 'string' || cell.length <= shortMax;

const isSameNumber = (a: Cell, b: Cell): boolean =>
  isShort(a) && isShort(b) ? Number(a) === Number(b) : decimal(String(a)).eq(decimal(String(b)));
