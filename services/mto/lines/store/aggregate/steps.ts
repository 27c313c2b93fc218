import { fixed } from '@consulting/kernel/postgres';
import { and, type SQL, sql } from 'drizzle-orm';
import { isCounted } from '../rows/figures';
import { wholeOf } from '../rows/line-source';
import { type LineFilter, matching, sourceOf } from '../search/line-filter';
import { searchValue } from '../search/value';
import { haveLines, totalsFor } from '../totals/totals';
import { type Column, type GroupKey, isWbsKey, type KeyColumn, keysOf, wbsJoins } from './group-key';
import {
  finalValue,
  isDistinctCount,
  lineCount,
  type Measure,
  merged,
  type Partial,
  partialsOf,
  valueColumn,
} from './measure';

export interface Aggregation {
  groupBy: readonly GroupKey[];
  measures: readonly Measure[];
  includesExcluded: boolean;
}

export const list = (parts: readonly SQL[]): SQL => sql.join([...parts], sql`, `);

const groupedBy = (keys: readonly SQL[]): SQL => (keys.length > 0 ? sql`group by ${list(keys)}` : sql``);

const unit: Column = { name: sql.raw('unit'), value: sql`takeoff_line.unit_of_measure` };

export const hasUnits = (measures: readonly Measure[]): boolean =>
  measures.some(({ isPerUnit }) => isPerUnit);

const columnOf = ({ name, value }: Column): SQL => sql`${value} as ${name}`;
const nameOf = ({ name }: Column): SQL => name;

type Figure = Partial & { at: number; isPerUnit: boolean };

export const figuresOf = (measures: readonly Measure[]): [Figure, ...Figure[]] => [
  { ...lineCount, at: -1, isPerUnit: false },
  ...measures.flatMap((measure, at) =>
    partialsOf(measure, at).map((figure) => ({ ...figure, at, isPerUnit: measure.isPerUnit })),
  ),
];

const stored = new WeakMap<readonly Measure[], SQL[]>();

function figureColumns(measures: readonly Measure[]): SQL[] {
  const [, ...figures] = figuresOf(measures);
  const columns = stored.get(measures) ?? (figures.length > 0 ? [fixed(list(figures.map(columnOf)))] : []);
  stored.set(measures, columns);
  return columns;
}

function totalsOf(filter: LineFilter, { groupBy, measures }: Aggregation): SQL | undefined {
  const sums = measures.flatMap(({ field }) => (field ? [field.key] : []));
  const areSums = measures.every(
    ({ field, function: own }) => field === null || (own === 'sum' && field.isColumn),
  );
  if (!areSums) return undefined;
  const units = hasUnits(measures) ? ['unitOfMeasure'] : [];
  const keys = groupBy.map((key) => (isWbsKey(key) ? 'wbsCode' : key.field.key));
  return totalsFor(filter, [...keys, ...units], [...new Set(sums)]);
}

export class AggregateSteps {
  readonly all: SQL[] = [];
  readonly groups: SQL;
  readonly unitRows: SQL;

  readonly #lines: SQL;
  readonly #areTotals: boolean;
  readonly #keys: readonly KeyColumn[];
  readonly #by: readonly SQL[];

  constructor(
    filter: LineFilter,
    private readonly of: Aggregation,
  ) {
    const { groupBy, measures, includesExcluded } = of;
    const isMet = includesExcluded ? matching(filter) : and(matching(filter), isCounted);
    const totals = totalsOf(filter, of);
    this.#areTotals = totals !== undefined;
    this.#lines = sql`${totals ?? wholeOf(sourceOf(filter))} ${wbsJoins(groupBy)} where ${isMet}`;
    this.#keys = keysOf(groupBy);
    this.#by = this.#keys.flatMap(({ by }) => by);
    this.unitRows = this.#summed();
    const counts = measures.flatMap((measure, at) =>
      isDistinctCount(measure) ? [this.#counted(searchValue(measure.field), at)] : [],
    );
    this.groups = hasUnits(measures) || counts.length > 0 ? this.#grouped(counts) : this.unitRows;
  }

  #step(name: string, statement: SQL): SQL {
    this.all.push(sql`${sql.raw(name)} as materialized (${statement})`);
    return sql.raw(name);
  }

  #summed(): SQL {
    const { measures } = this.of;
    const units = hasUnits(measures) ? [unit] : [];
    const count = { ...lineCount, value: this.#areTotals ? sql`sum(lines)` : lineCount.value };
    const columns = [...[...this.#keys, ...units, count].map(columnOf), ...figureColumns(measures)];
    const by = [...this.#by, ...units.map(nameOf)];
    const having = this.#areTotals && by.length > 0 ? sql`having ${haveLines}` : sql``;
    return this.#step('summed', sql`select ${list(columns)} from ${this.#lines} ${groupedBy(by)} ${having}`);
  }

  #counted(value: SQL, at: number): { at: number; step: SQL } {
    const names = this.#keys.map(nameOf);
    const columns = [...this.#keys.map(columnOf), sql`${value} as counted`];
    const pairs = this.#step(
      `pair_${at}`,
      sql`select ${list(columns)} from ${this.#lines} and ${value} is not null ${groupedBy([...this.#by, sql`counted`])}`,
    );
    const step = this.#step(
      `counted_${at}`,
      sql`select ${list([...names, sql`count(*) as distinct_count`])} from ${pairs} ${groupedBy(names)}`,
    );
    return { at, step };
  }

  #grouped(counts: readonly { at: number; step: SQL }[]): SQL {
    const { measures } = this.of;
    const units = hasUnits(measures) ? [unit.name] : [];
    const figures = figuresOf(measures);
    const names = this.#keys.map(nameOf);
    const columns = [...names, ...units, ...figures.map(nameOf)];
    const parts = counts.map(({ at, step }) => {
      const own = figures.map((figure) => (figure.at === at ? sql`distinct_count` : sql`null`));
      return sql`select ${list([...names, ...units.map(() => sql`null`), ...own])} from ${step}`;
    });
    const all = sql.join([sql`select ${list(columns)} from ${this.unitRows}`, ...parts], sql` union all `);
    const perUnit = measures.flatMap((measure, at) =>
      measure.isPerUnit
        ? [sql`array_agg(${finalValue(measure, at)}) filter (where lines is not null) as ${valueColumn(at)}`]
        : [],
    );
    const unitNames = units.map((name) => sql`array_agg(${name}) filter (where lines is not null) as units`);
    const wholes = figures.filter(({ isPerUnit }) => !isPerUnit).map(merged);
    return this.#step(
      'grouped',
      sql`select ${list([...names, ...wholes, ...perUnit, ...unitNames])} from (${all}) as part ${groupedBy(names)}`,
    );
  }
}
