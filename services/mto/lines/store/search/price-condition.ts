import type { Operator, SearchField } from '@consulting/mto-engine';
import { type SQL, sql } from 'drizzle-orm';
import { sortedText } from '../tables/takeoff-line-columns';
import { flagHolds } from './flag-condition';
import { textHolds } from './text-condition';
import type { Operand } from './value';

const negated: Partial<Record<Operator, Operator>> = {
  notEquals: 'equals',
  notIn: 'in',
  notContains: 'contains',
};

const isPriced = sql`takeoff_line.pricing is not null`;

const isStale = sql`${isPriced} and exists (
  select from jsonb_each(takeoff_line.pricing) as price
    join price_row_change as change on change.price_book = ${sortedText(sql`(price.value ->> 0)`)}
      and change.row_code = ${sortedText(sql`(price.value ->> 1)`)}
  where change.changed_at > to_timestamp((price.value ->> 5)::float8 / 1000))`;

// A condition holds when it holds for one of the prices of the line.
export function priceHolds(
  { key, type }: SearchField,
  operator: Operator,
  operands: readonly Operand[],
): SQL {
  if (type === 'boolean') return flagHolds(key === 'isPriced' ? isPriced : isStale, operator, operands);
  if (operator === 'isEmpty') return sql`not (${isPriced})`;
  if (operator === 'isNotEmpty') return isPriced;
  const value = sortedText(key === 'priceBook' ? sql`(price.value ->> 0)` : sql`(price.value ->> 1)`);
  const holds = textHolds(negated[operator] ?? operator, value, operands.map(String));
  const found = sql`exists (select from jsonb_each(takeoff_line.pricing) as price where ${holds})`;
  return operator in negated ? sql`not ${found}` : found;
}
