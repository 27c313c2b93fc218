import type { PriceRow as PriceRowFacts } from '@consulting/kernel/contracts/price-row';
import { decimal, loweredText, type Static } from '@consulting/kernel/schema';
import { type Field, readBoolean, readEnum } from '@consulting/takeoff-fields';
import type { Cell } from '../fields/line';

export type PriceRow = Static<typeof PriceRowFacts>;
export type PriceCondition = PriceRow['conditions'][number];

// Two values of a field that no condition could tell apart are equal.
export type Comparable = string | number | boolean | null;

export const isOrdered = ({ type }: Field): boolean =>
  type === 'number' || type === 'integer' || type === 'date';

const plainText = (value: unknown): string => loweredText(String(value).trim());

// A number of more digits than a double carries stays text, so that no comparison rounds it.
const numberOf = (cell: Cell): number | string => {
  const number = Number(cell);
  return typeof cell !== 'string' || decimal(number).eq(decimal(cell)) ? number : cell;
};

const dayOf = (date: unknown): number => Number(String(date).replaceAll('-', ''));

export function comparableOf(field: Field, cell: Cell): Comparable {
  if (cell === null || cell === '') return null;
  if (field.type === 'text') return plainText(cell) || null;
  if (field.type === 'date') return dayOf(cell);
  return isOrdered(field) ? numberOf(cell) : cell;
}

export function operandOf(field: Field, operand: string | number | boolean): Comparable {
  if (field.type === 'date') return dayOf(operand);
  if (field.type === 'boolean') return readBoolean(String(operand)) ?? null;
  if (field.type === 'enum') return readEnum(field, String(operand)) ?? plainText(operand);
  return isOrdered(field) ? Number(operand) : plainText(operand);
}

function compare(one: Comparable, other: Comparable): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return decimal(String(one)).cmp(decimal(String(other)));
}

function isWithin(field: Field, { from, to }: PriceCondition, value: Comparable): boolean {
  if ((from === undefined && to === undefined) || !isOrdered(field)) return false;
  const isAbove = from === undefined || compare(value, operandOf(field, from)) >= 0;
  return isAbove && (to === undefined || compare(value, operandOf(field, to)) <= 0);
}

export function holds(field: Field, condition: PriceCondition, value: Comparable): boolean {
  const exact = exactOf(field, condition);
  if (exact !== null) return exact.includes(value);
  if (value === null) return false;
  if (condition.startsWith !== undefined) return String(value).startsWith(plainText(condition.startsWith));
  if (condition.contains !== undefined) return String(value).includes(plainText(condition.contains));
  return isWithin(field, condition, value);
}

// The only values that meet the condition; null where it names no single values.
export function exactOf(field: Field, condition: PriceCondition): readonly Comparable[] | null {
  if (condition.isEmpty !== undefined) return [null];
  if (condition.equals !== undefined) return [operandOf(field, condition.equals)];
  return condition.in === undefined ? null : condition.in.map((one) => operandOf(field, one));
}

export const boundsOf = (field: Field, { from, to }: PriceCondition): Comparable[] =>
  [from, to].flatMap((bound) => (bound === undefined ? [] : [operandOf(field, bound)]));

export const patternsOf = ({ startsWith, contains }: PriceCondition) => ({
  starts: startsWith === undefined ? [] : [plainText(startsWith)],
  parts: contains === undefined ? [] : [plainText(contains)],
});

export const isExact = ({ equals, in: among, isEmpty }: PriceCondition): boolean =>
  equals !== undefined || among !== undefined || isEmpty !== undefined;
