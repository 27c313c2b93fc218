import { type Decimal, decimal } from '@consulting/kernel/schema';
import {
  commonFields,
  commonPosition,
  type Discipline,
  findField,
  isMoney,
  isPriceTarget,
} from '@consulting/takeoff-fields';
import { type Cell, isSameCell, type Line } from '../fields/line';
import type { StoredPricing } from '../line/line-prices';
import { type Accept, acceptorOf } from '../operations/results';
import { GroupsLeft, TargetCoverage } from './coverage';
import { FieldClasses } from './field-classes';
import { ambiguous, none, PriceTable, unitAt } from './price-table';
import { type PriceBook, type RankedRow, rankedRows } from './ranked-row';
import { type TargetPrice, ValueOfRow } from './row-value';

export const overwrites = ['empty', 'priced', 'all'] as const;

export type Overwrite = (typeof overwrites)[number];

export interface PricingRules {
  books: readonly PriceBook[];
  targets: readonly string[];
  // Of the project.
  currency: string;
  overwrite: Overwrite;
  // By what an amount in the currency of the book is multiplied.
  moneyFactor(book: PriceBook): Decimal;
  // Whether the row changed after it gave the price.
  isStale(priceBook: string, rowCode: string, readAt: number): boolean;
}

const one = decimal(1);
const quantityAt = commonPosition('quantity');

// Prices of the lines of a discipline: of each target the value of the row that is chosen for it.
export class DisciplinePrices {
  readonly coverage: readonly TargetCoverage[];
  readonly positions: readonly number[];
  readonly #classes: readonly FieldClasses[];
  readonly #values: readonly (ValueOfRow | undefined)[][];
  readonly #accepts: readonly Accept[];

  constructor(
    readonly discipline: Discipline,
    private readonly rules: PricingRules,
    left = new GroupsLeft(),
  ) {
    const targets = rules.targets.filter((target) => {
      const field = findField(discipline, target);
      return field !== undefined && isPriceTarget(field);
    });
    const ranked = rankedRows(rules.books, discipline);
    const rowsOf = (target: string) => ranked.get(target) ?? [];
    const classes = classesOf(targets.flatMap(rowsOf));
    this.#classes = [...classes.values()];
    this.coverage = targets.map(
      (target) => new TargetCoverage(new PriceTable(discipline, target, rowsOf(target), classes), left),
    );
    this.#values = targets.map(() => []);
    this.#accepts = this.coverage.map(({ table }) => acceptorOf(table.field, rules));
    const used = this.coverage.flatMap(({ table }) => [table.position, ...table.drivers]);
    const compared = this.#classes.map(({ position }) => position);
    this.positions = [...new Set([...used, ...compared, unitAt, quantityAt])];
  }

  get commonPositions(): number[] {
    return this.positions.filter((position) => position < commonFields.length);
  }

  // What each target becomes that may be overwritten and has a price, unless it has the same already.
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
        const price = this.#price(at, table, chosen, line);
        if (pricing === null || this.#isOther(price, table, line, pricing)) prices.push(price);
      }
    }
    return prices;
  }

  #mayWrite(cell: Cell, isPriced: boolean): boolean {
    const { overwrite } = this.rules;
    return overwrite === 'all' || cell === null || (overwrite === 'priced' && isPriced);
  }

  #price(at: number, table: PriceTable, chosen: number, line: Line): TargetPrice {
    const values = this.#values[at] as (ValueOfRow | undefined)[];
    let ofRow = values[chosen];
    if (ofRow === undefined) {
      const row = table.rows[chosen] as RankedRow;
      const factor = isMoney(table.field) ? this.rules.moneyFactor(row.book) : one;
      ofRow = new ValueOfRow(table, row, factor, this.#accepts[at] as Accept);
      values[chosen] = ofRow;
    }
    return ofRow.of(line);
  }

  // A price is written where the value, its source or what the source says has changed.
  #isOther(
    { target, position, row, given, value }: TargetPrice,
    { field }: PriceTable,
    line: Line,
    pricing: StoredPricing,
  ): boolean {
    const stored = pricing[target];
    if (stored === undefined) return true;
    const [priceBook, rowCode, was, driver, , readAt] = stored;
    const isSame =
      priceBook === row.book.code &&
      rowCode === row.row.rowCode &&
      was === given &&
      driver === row.row.driver &&
      isSameCell(field.type, line[position] ?? null, value);
    return !isSame || this.rules.isStale(priceBook, rowCode, readAt);
  }
}

function classesOf(rows: readonly RankedRow[]): ReadonlyMap<string, FieldClasses> {
  const tests = Map.groupBy(
    rows.flatMap((row) => row.tests),
    ({ field }) => field,
  );
  return new Map(
    [...tests].map(([field, own]) => [field.key, new FieldClasses(field, own[0]?.position ?? 0, own)]),
  );
}
