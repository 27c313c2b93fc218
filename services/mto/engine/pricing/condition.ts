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

type Holds = (value: Comparable) => boolean;

function rangeOf(field: Field, { from, to }: PriceCondition): Holds {
  if ((from === undefined && to === undefined) || !isOrdered(field)) return () => false;
  const [low, high] = [from, to].map((bound) => (bound === undefined ? null : operandOf(field, bound)));
  return (value) =>
    value !== null &&
    (low == null || compare(value, low) >= 0) &&
    (high == null || compare(value, high) <= 0);
}

export interface ConditionTest {
  condition: PriceCondition;
  field: Field;
  position: number;
  // The only values that meet the condition; null where it names no single values.
  exact: readonly Comparable[] | null;
  holds: Holds;
}

export function conditionTest(field: Field, position: number, condition: PriceCondition): ConditionTest {
  const exact = exactOf(field, condition);
  return { condition, field, position, exact, holds: holdsOf(field, condition, exact) };
}

function holdsOf(field: Field, condition: PriceCondition, exact: ConditionTest['exact']): Holds {
  if (exact !== null) return (value) => exact.includes(value);
  const { starts, parts } = patternsOf(condition);
  const [start, part] = [starts[0], parts[0]];
  if (start !== undefined) return (value) => value !== null && String(value).startsWith(start);
  if (part !== undefined) return (value) => value !== null && String(value).includes(part);
  return rangeOf(field, condition);
}

function exactOf(field: Field, condition: PriceCondition): readonly Comparable[] | null {
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
