import { and, type SQL, sql } from 'drizzle-orm';
import { wholeOf } from '../line-source';
import { searchValue } from '../search/value';
import { isCounted } from '../summary';
import { type LineFilter, matching, sourceOf } from '../takeoff-line';
import { type Column, type GroupKey, heldKeys, isWbsKey, keyColumn, mappedKeys, wbsJoins } from './group-key';
import {
  finalValue,
  isDistinctCount,
  lineCount,
  type Measure,
  merged,
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

/** What the values of all measures are made of. */
export const figuresOf = (measures: readonly Measure[]) => [
  { ...lineCount, at: -1, isPerUnit: false },
  ...measures.flatMap((measure, at) =>
    partialsOf(measure, at).map((figure) => ({ ...figure, at, isPerUnit: measure.isPerUnit })),
  ),
];

/** The named steps of a statement, each from those before it. */
export class AggregateSteps {
  readonly all: SQL[] = [];
  /** The step whose rows are the groups. */
  readonly groups: SQL;
  /** The step whose rows are the groups, apart by unit of measure. */
  readonly unitRows: SQL;

  readonly #lines: SQL;
  readonly #keys: readonly SQL[];
  readonly #joins: SQL;

  constructor(
    filter: LineFilter,
    private readonly of: Aggregation,
  ) {
    const { groupBy, measures, includesExcluded } = of;
    const isMet = includesExcluded ? matching(filter) : and(matching(filter), isCounted);
    this.#lines = sql`${wholeOf(sourceOf(filter))} where ${isMet}`;
    this.#keys = groupBy.map((_, at) => keyColumn(at));
    this.#joins = sql.join(wbsJoins(groupBy), sql` `);
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

  /** Sums by what lines hold, which several workers do; then, of fewer rows, by what their codes lead to in the WBS. */
  #summed(): SQL {
    const { groupBy, measures } = this.of;
    const units = hasUnits(measures) ? [unit] : [];
    const held = [...heldKeys(groupBy), ...units];
    const figures = figuresOf(measures).map(columnOf);
    const rows = this.#step(
      'held',
      sql`select ${list([...held.map(columnOf), ...figures])} from ${this.#lines} ${groupedBy(held.map(nameOf))}`,
    );
    if (!groupBy.some(isWbsKey)) return rows;
    const unitNames = units.map(nameOf);
    const columns = [...mappedKeys(groupBy), ...unitNames, ...figuresOf(measures).map(merged)];
    return this.#step(
      'summed',
      sql`select ${list(columns)} from held ${this.#joins} ${groupedBy([...this.#keys, ...unitNames])}`,
    );
  }

  /** Reads the lines once more, for the values that each group has. */
  #counted(value: SQL, at: number): { at: number; step: SQL } {
    const held = heldKeys(this.of.groupBy);
    const columns = [...held.map(columnOf), sql`${value} as counted`];
    const pairs = this.#step(
      `pair_${at}`,
      sql`select ${list(columns)} from ${this.#lines} and ${value} is not null ${groupedBy([...held.map(nameOf), sql`counted`])}`,
    );
    const mapped = [...mappedKeys(this.of.groupBy), sql`counted`];
    const distinct = sql`select ${list(mapped)} from ${pairs} as held ${this.#joins} ${groupedBy([...this.#keys, sql`counted`])}`;
    const step = this.#step(
      `counted_${at}`,
      sql`select ${list([...this.#keys, sql`count(*) as distinct_count`])} from (${distinct}) as value ${groupedBy(this.#keys)}`,
    );
    return { at, step };
  }

  /** One row for each group: figures of its units side by side, and its counts of distinct values. */
  #grouped(counts: readonly { at: number; step: SQL }[]): SQL {
    const { measures } = this.of;
    const units = hasUnits(measures) ? [unit.name] : [];
    const figures = figuresOf(measures);
    const columns = [...this.#keys, ...units, ...figures.map(nameOf)];
    const parts = counts.map(({ at, step }) => {
      const own = figures.map((figure) => (figure.at === at ? sql`distinct_count` : sql`null`));
      return sql`select ${list([...this.#keys, ...units.map(() => sql`null`), ...own])} from ${step}`;
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
      sql`select ${list([...this.#keys, ...wholes, ...perUnit, ...unitNames])} from (${all}) as part ${groupedBy(this.#keys)}`,
    );
  }
}
