import { type Decimal, decimal, toNumber, zero } from '@consulting/kernel/money';
import type { Database } from '@consulting/kernel/store/connect';
import { type AggregateGroup, aggregateLines } from '../../store/aggregate/aggregate';
import type { GroupKey } from '../../store/aggregate/group-key';
import { totalKeys } from '../../store/figures';
import type { LineFilter } from '../../store/takeoff-line';
import { linesKey, sumOf } from './measures';

/** Lines, man-hours and cost elements. */
export const figureKeys = [linesKey, ...totalKeys] as const;

const measures = figureKeys.map(sumOf);

/** In the order of `figureKeys`. */
export type Figures = readonly Decimal[];

export const noFigures: Figures = figureKeys.map(() => zero);

export const added = (one: Figures, other: Figures): Figures =>
  one.map((figure, at) => figure.plus(other[at] ?? zero));

const presented = new WeakMap<Figures, Record<string, number>>();

/** The figures by their keys; those of an item without children are its own ones and its rolled up ones at once. */
export function presentFigures(figures: Figures): Record<string, number> {
  const known = presented.get(figures);
  if (known) return known;
  const shown = Object.fromEntries(figureKeys.map((key, at) => [key, toNumber(figures[at] ?? zero)]));
  presented.set(figures, shown);
  return shown;
}

export interface FiguresOfKey {
  /** Null for lines without it. */
  key: string | null;
  figures: Figures;
}

/** The figures of the lines that count, by one key, in the order of its values. */
export async function figuresBy(
  db: Database,
  filter: LineFilter,
  key: GroupKey,
  limit: number,
): Promise<FiguresOfKey[]> {
  const found = await figuresByKeys(db, filter, [key], limit);
  return found.map(({ keys: [value = null], figures }) => ({ key: value, figures }));
}

export interface FiguresOfKeys {
  /** In the order of the keys. */
  keys: (string | null)[];
  figures: Figures;
}

/** As `figuresBy`, by up to three keys. */
export async function figuresByKeys(
  db: Database,
  filter: LineFilter,
  groupBy: readonly GroupKey[],
  limit: number,
): Promise<FiguresOfKeys[]> {
  const query = { groupBy, measures, sort: [], includesExcluded: false, skip: 0, limit };
  const { groups } = await aggregateLines(db, filter, query);
  return groups.map(({ keys, values }) => ({
    keys: keys.map((value) => (value === null ? null : String(value))),
    figures: values.map(figureOf),
  }));
}

const figureOf = (value: AggregateGroup['values'][number]): Decimal =>
  typeof value === 'number' || typeof value === 'string' ? decimal(value) : zero;

/** Stands for every code that the WBS does not have: no code is empty. */
export const unknownCode = '';

export const kindOf = (key: string | null): 'none' | 'unknown' | null => {
  if (key === null) return 'none';
  return key === unknownCode ? 'unknown' : null;
};
