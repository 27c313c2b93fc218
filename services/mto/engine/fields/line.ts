import { decimal } from '@consulting/kernel/schema';
import type { Field } from '@consulting/takeoff-fields';

/**
 * Numbers are exact: a JavaScript number stands for its shortest decimal text, and decimal text stands for
 * itself where a number could not carry every digit.
 */
export type Cell = number | string | boolean | null;

/** The values are in the order of `fieldsOf(discipline)`; a line that ends early is empty after its end. */
export type Line = Cell[];

export interface LineMatches {
  crewRateMatched: boolean;
  wbsMatched: boolean;
}

export type Computed = number | string | null;

const numberScaledMax = 1e15;

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

const isShort = (cell: Cell): boolean => typeof cell !== 'string' || cell.length <= shortMax;

const isSameNumber = (a: Cell, b: Cell): boolean =>
  isShort(a) && isShort(b) ? Number(a) === Number(b) : decimal(String(a)).eq(decimal(String(b)));
