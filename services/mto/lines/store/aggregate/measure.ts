import type { SearchField } from '@consulting/mto-engine';
import { type SQL, sql } from 'drizzle-orm';
import { comparableValue, searchValue } from '../search/value';

export const aggregateFunctions = ['sum', 'avg', 'min', 'max', 'count', 'countDistinct'] as const;
export type AggregateFunction = (typeof aggregateFunctions)[number];

export interface Measure {
  field: SearchField | null;
  function: AggregateFunction;
  isPerUnit: boolean;
}

export const averagePlaces = 6;

type Merge = 'sum' | 'min' | 'max';

export interface Partial {
  name: SQL;
  value: SQL;
  merge: Merge;
}

export const lineCount: Partial = { name: sql.raw('lines'), value: sql`count(*)`, merge: 'sum' };

export function partialsOf(measure: Measure, at: number): Partial[] {
  if (measure.field === null) return [];
  const value = searchValue(measure.field);
  const of = (name: string, figure: SQL, merge: Merge): Partial => ({
    name: sql.raw(`${name}_${at}`),
    value: figure,
    merge,
  });
  const sum = of('sum', sql`sum(${value})`, 'sum');
  const count = of('count', sql`count(${value})`, 'sum');
  switch (measure.function) {
    case 'sum':
      return [sum];
    case 'avg':
      return [sum, count];
    case 'min':
      return [of('least', sql`min(${comparableValue(measure.field)})`, 'min')];
    case 'max':
      return [of('greatest', sql`max(${comparableValue(measure.field)})`, 'max')];
    case 'count':
      return [count];
    case 'countDistinct':
      return [of('distinct', sql`null::bigint`, 'max')];
  }
}

export const merged = ({ name, merge }: Partial): SQL => sql`${sql.raw(merge)}(${name}) as ${name}`;

const manyDecimals = sql.raw('0.00000000000000000000');

/** Sums and counts of no values are 0, other figures null. */
export function finalValue(measure: Measure, at: number): SQL {
  if (measure.field === null) return sql`coalesce(lines, 0)`;
  const part = (name: string) => sql.raw(`${name}_${at}`);
  switch (measure.function) {
    case 'avg':
      return sql`round((${part('sum')} + ${manyDecimals}) / nullif(${part('count')}, 0), ${sql.raw(String(averagePlaces))})`;
    case 'min':
      return part('least');
    case 'max':
      return part('greatest');
    case 'countDistinct':
      return sql`coalesce(${part('distinct')}, 0)`;
    default:
      return sql`coalesce(${part(measure.function)}, 0)`;
  }
}

export const valueColumn = (at: number): SQL => sql.raw(`value_${at}`);

export const isDistinctCount = (measure: Measure): measure is Measure & { field: SearchField } =>
  measure.function === 'countDistinct' && measure.field !== null;
