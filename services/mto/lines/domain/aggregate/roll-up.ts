import type { Database } from '@consulting/kernel/postgres';
import { ExactSum } from '@consulting/mto-engine';
import type { GroupKey } from '../../store/aggregate/group-key';
import { sumGroups } from '../../store/aggregate/sum-groups';
import { totalKeys } from '../../store/rows/figures';
import type { LineFilter } from '../../store/search/line-filter';
import { findTogether, type JsonStatement } from '../../store/tables/json-statement';
import { linesKey, sumOf } from '../measures/measures';

export const figureKeys = [linesKey, ...totalKeys] as const;

const measures = figureKeys.map(sumOf);

export type Figures = readonly string[];

export const noFigures: Figures = figureKeys.map(() => '0');

export class FigureSums {
  readonly #sums = figureKeys.map(() => new ExactSum());

  add(figures: Figures): void {
    for (const [at, sum] of this.#sums.entries()) sum.addCell(figures[at] ?? null);
  }

  get figures(): Figures {
    return this.#sums.map((sum) => sum.text());
  }
}

export function summed(all: Iterable<Figures>): Figures {
  const sums = new FigureSums();
  for (const figures of all) sums.add(figures);
  return sums.figures;
}

export function withFigures<Item extends object>(
  item: Item,
  keys: readonly string[],
  figures: Figures,
): Item & Record<string, number> {
  const displayed: Record<string, number> = {};
  for (const [at, key] of keys.entries()) displayed[key] = Number(figures[at] ?? 0);
  return Object.assign({ ...item }, displayed);
}

const presented = new WeakMap<Figures, Record<string, number>>();

export function serialiseFigures(figures: Figures): Record<string, number> {
  const known = presented.get(figures);
  if (known) return known;
  const displayed = withFigures({}, figureKeys, figures);
  presented.set(figures, displayed);
  return displayed;
}

export interface FiguresOfKey {
  key: string | null;
  figures: Figures;
}

export function figuresBy(filter: LineFilter, key: GroupKey, limit: number): JsonStatement<FiguresOfKey[]> {
  const { statement, read } = sumGroups(filter, [key], measures, limit);
  return {
    statement,
    read: (found) => read(found).map(({ keys: [value = null], sums }) => ({ key: value, figures: sums })),
  };
}

export interface FiguresOfKeys {
  keys: (string | null)[];
  figures: Figures;
}

export async function findFiguresByKeys(
  db: Database,
  filter: LineFilter,
  groupBy: readonly GroupKey[],
  limit: number,
): Promise<FiguresOfKeys[]> {
  const [found] = await findTogether(db, sumGroups(filter, groupBy, measures, limit));
  return found.map(({ keys, sums }) => ({ keys, figures: sums }));
}

/** The empty text can stand for unknown codes because no code is empty. */
export const unknownCode = '';

export const kindOf = (key: string | null): 'none' | 'unknown' | null => {
  if (key === null) return 'none';
  return key === unknownCode ? 'unknown' : null;
};
