import {
  type Cell,
  type ChangedLine,
  commonPosition,
  type Discipline,
  editedPositions,
  LineEditor,
  type LockedLine,
  type PriceRow,
  type StoredPrice,
  type TargetPrice,
  Updates,
} from '@consulting/mto-engine';
import type { Project } from '@consulting/mto-lines';
import type { LinePricing, PricedLine } from './line-pricing';

const placeAt = ['status', 'scopeType'].map(commonPosition);

// Completes and calculates priced lines as a bulk edit does.
export class PriceEditors {
  readonly read: readonly number[];
  readonly written: readonly number[];
  readonly #editors: ReadonlyMap<Discipline, LineEditor>;
  readonly #at: number;

  constructor(project: Project, { rules, disciplines }: LinePricing, at: Date) {
    const all = disciplines.map(({ discipline }) => discipline);
    const positions = editedPositions(all, { keys: [...rules.targets], operations: new Map() });
    const priced = disciplines.flatMap((one) => one.commonPositions);
    this.read = [...new Set([...positions.read, ...priced, ...placeAt])];
    this.written = positions.written;
    const updates = new Updates(new Map(), new Map(), new Set(rules.targets));
    this.#editors = new Map(
      all.map((one) => [one, new LineEditor(one, { project, updates }, positions.written)]),
    );
    this.#at = at.getTime();
  }

  get changedPositions(): ReadonlySet<number> {
    return new Set([...this.#editors.values()].flatMap(({ changedPositions }) => [...changedPositions]));
  }

  change({ of, after, given, prices, known }: PricedLine<LockedLine>): ChangedLine {
    const { id, line, discipline, crewRateMatched, wbsMatched } = of;
    const changed = this.#editors.get(discipline)?.changed(of, after, known, given) ?? {
      ...{ id, own: {}, crewRateMatched, wbsMatched },
      columns: this.written.map((position) => line[position] ?? null),
    };
    return { ...changed, prices: pricesText(prices, this.#at) };
  }
}

const pricesText = (prices: readonly TargetPrice[], at: number): string =>
  JSON.stringify(
    Object.fromEntries(
      prices.map(({ target, row: { book, row }, given }) => {
        const price: StoredPrice = [book.code, row.rowCode, given, row.driver, at, book.readAt];
        return [target, isOutside(row, given) ? [...price, true] : price];
      }),
    ),
  );

// A row of own work may have been changed by hand, rolled forward, or made of a mean that few lines came near.
const isOutside = ({ statistics }: PriceRow, given: Cell): boolean =>
  statistics != null && (Number(given) < statistics.p10 || Number(given) > statistics.p90);
