import { type Decimal, decimal, round, sum, toNumber } from '@consulting/kernel/schema';

export type Figure = Decimal | null;

export const figure = (value: number | null | undefined): Figure => (value == null ? null : decimal(value));

export const plus = (a: Figure, b: Figure): Figure => a && b && a.plus(b);

export const minus = (a: Figure, b: Figure): Figure => a && b && a.minus(b);

export const times = (a: Figure, b: Figure): Figure => a && b && a.times(b);

export const over = (a: Figure, b: Figure): Figure => (a && b && !b.eq(0) ? a.div(b) : null);

export const rounded = (value: Figure, places: number): Figure => value && round(value, places);

export const displayed = (value: Figure): number | null => value && toNumber(value);

export const total = <T>(entries: readonly T[] | null | undefined, amount: (entry: T) => number | null) =>
  sum((entries ?? []).map((entry) => amount(entry) ?? 0));
