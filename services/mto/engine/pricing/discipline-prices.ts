import { type Decimal, decimal } from '@consulting/kernel/schema';
import {
  commonFields,
  commonPosition,
  type Discipline,
  findField,
  isMoney,
  isPriceTarget,
  positionOf,
} from '@consulting/takeoff-fields';
import { type Cell, isSameCell, type Line } from '../fields/line';
import type { StoredPricing } from '../line/line-prices';
import { GroupsLeft, TargetCoverage } from './coverage';
import { FieldClasses } from './field-classes';
import { ambiguous, none, PriceTable, unitAt } from './price-table';
import { type PriceBook, type RankedRow, rankedRows } from './ranked-row';
import { ValueOfRow } from './row-value';

export const overwrites = ['empty', 'priced', 'all'] as const;

export type Overwrite = (typeof overwrites)[number];

export interface PricingRules {
  books: readonly PriceBook[];
  targets: readonly string[];
  overwrite: Overwrite;
  // By what an amount in the currency of the book is multiplied.
  moneyFactor(book: PriceBook): Decimal;
  // Whether the row changed after it gave the price.
  isStale(priceBook: string, rowCode: string, readAt: number): boolean;
}

export interface TargetPrice {
  target: string;
  position: number;
  row: RankedRow;
  given: Cell;
  value: Cell;
}

const one = decimal(1);
const quantityAt = commonPosition('quantity');

// Prices of the lines of a discipline: of each target the value of the row that is chosen for it.
export class DisciplinePrices {
  readonly coverage: readonly TargetCoverage[];
  readonly positions: readonly number[];
  readonly #classes: readonly FieldClasses[];
  readonly #values: readonly (ValueOfRow | undefined)[][];

  constructor(
    readonly discipline: Discipline,
    private readonly rules: PricingRules,
    left = new GroupsLeft(),
  ) {
    const targets = rules.targets.filter((target) => {
      const field = findField(discipline, target);
      return field !== undefined && isPriceTarget(field);
    });
    const ranked = targets.map((target) => ({ target, rows: rankedRows(rules.books, discipline, target) }));
    const classes = classesOf(
      discipline,
      ranked.flatMap(({ rows }) => rows),
    );
    this.#classes = [...classes.values()];
    this.coverage = ranked.map(
      ({ target, rows }) => new TargetCoverage(new PriceTable(discipline, target, rows, classes), left),
    );
    this.#values = ranked.map(() => []);
    const used = this.coverage.flatMap(({ table }) => [table.position, ...table.drivers]);
    const compared = this.#classes.map(({ position }) => position);
    this.positions = [...new Set([...used, ...compared, unitAt, quantityAt])];
  }

  get commonPositions(): number[] {
    return this.positions.filter((position) => position < commonFields.length);
  }

  // What each target becomes that may be overwritten and has a price.
  of(line: Line, pricing: StoredPricing | null): TargetPrice[] {
    for (const classes of this.#classes) classes.read(line);
    const prices: TargetPrice[] = [];
    for (let at = 0; at < this.coverage.length; at += 1) {
      const coverage = this.coverage[at];
      if (coverage === undefined) continue;
      const { table } = coverage;
      if (!this.#mayWrite(line[table.position] ?? null, pricing?.[table.target] !== undefined)) {
        coverage.kept += 1;
        continue;
      }
      const chosen = table.choose(line);
      if (chosen === none) coverage.addUnpriced(line);
      else if (chosen === ambiguous) coverage.addAmbiguous(table.tied);
      else {
        coverage.addPriced(chosen, line);
        prices.push(this.#price(at, table, chosen, line));
      }
    }
    return prices;
  }

  #mayWrite(cell: Cell, isPriced: boolean): boolean {
    const { overwrite } = this.rules;
    return overwrite === 'all' || cell === null || (overwrite === 'priced' && isPriced);
  }

  #price(at: number, table: PriceTable, chosen: number, line: Line): TargetPrice {
    const row = table.rows[chosen] as RankedRow;
    const values = this.#values[at] as (ValueOfRow | undefined)[];
    let ofRow = values[chosen];
    if (ofRow === undefined) {
      const factor = isMoney(table.field) ? this.rules.moneyFactor(row.book) : one;
      ofRow = new ValueOfRow(this.discipline, table.field, row.row, factor);
      values[chosen] = ofRow;
    }
    const { target, position } = table;
    return { target, position, row, ...ofRow.of(line) };
  }

  // A price is written where the value, its source or what the source says has changed.
  isOther({ target, position, row, given, value }: TargetPrice, line: Line, pricing: StoredPricing | null) {
    const stored = pricing?.[target];
    if (stored === undefined) return true;
    const [priceBook, rowCode, was, driver, , readAt] = stored;
    const isSame =
      priceBook === row.book.code &&
      rowCode === row.row.rowCode &&
      was === given &&
      driver === row.row.driver &&
      isSameCell(findField(this.discipline, target)?.type, line[position] ?? null, value);
    return !isSame || this.rules.isStale(priceBook, rowCode, readAt);
  }
}

function classesOf(discipline: Discipline, rows: readonly RankedRow[]): ReadonlyMap<string, FieldClasses> {
  const conditions = Map.groupBy(
    rows.flatMap((row) => row.conditions),
    ({ field }) => field,
  );
  return new Map(
    [...conditions].flatMap(([key, own]) => {
      const field = findField(discipline, key);
      return field === undefined
        ? []
        : [[key, new FieldClasses(field, positionOf(discipline, key), own)] as const];
    }),
  );
}
