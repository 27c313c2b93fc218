import { type Discipline, fieldsOf, positionOf } from '@consulting/takeoff-fields';
import { type Cell, isSameCell, type Line } from '../fields/line';

// Book, row, value of the row, driver, when it was priced and when the rows were read, both in milliseconds, and whether the value
// is outside of the statistics of the row.
export type StoredPrice = readonly [string, string, Cell, string | null, number, number, true?];

// By target; a line without prices has null.
export type StoredPricing = Readonly<Record<string, StoredPrice>>;

export interface LinePrice {
  priceBook: string;
  rowCode: string;
  value: Cell;
  driver: string | null;
  at: string;
}

export type Pricing = Readonly<Record<string, LinePrice>>;

export function pricingOf(stored: StoredPricing | null | undefined): Pricing | null {
  if (stored === null || stored === undefined) return null;
  const prices = Object.entries(stored).map(([target, [priceBook, rowCode, value, driver, at]]) => {
    const price: LinePrice = { priceBook, rowCode, value, driver, at: new Date(at).toISOString() };
    return [target, price] as const;
  });
  return Object.fromEntries(prices);
}

// Null where they are the same.
export function pricesChanged(
  before: StoredPricing | null | undefined,
  after: StoredPricing | null | undefined,
) {
  const prices = { before: pricingOf(before), after: pricingOf(after) };
  return Bun.deepEquals(prices.before, prices.after) ? null : prices;
}

interface PricedLine {
  discipline: Discipline;
  values: Line;
  pricing: StoredPricing | null;
}

// A price ends when its target gets another value; a trigger of the table of lines (migration `pricing`) does the same.
export function pricingAfter({ discipline, values, pricing }: PricedLine, after: Line): StoredPricing | null {
  const left = Object.entries(pricing ?? {}).filter(([target]) => {
    const position = positionOf(discipline, target);
    const { type } = fieldsOf(discipline)[position] ?? {};
    return isSameCell(type, values[position] ?? null, after[position] ?? null);
  });
  return left.length === 0 ? null : Object.fromEntries(left);
}
