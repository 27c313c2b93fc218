import { escapeLike } from '@consulting/shared/store/query';
import { type SQL, sql } from 'drizzle-orm';
import type { Condition, Criteria } from '../../domain/search/criteria';
import type { Operator } from '../../fields/operator';
import type { SearchField } from '../../fields/search-field';
import { sortedText } from '../takeoff-line-indexes';
import { comparableValue, operandCast, searchValue } from './value';

/** The lines that meet the criteria (resources.md 15.4), as a condition on `takeoff_line`; undefined when all do. */
export function meets({ logicalOperator, conditions }: Criteria): SQL | undefined {
  const cheapestFirst = conditions.toSorted((one, other) => costOf(one) - costOf(other));
  const parts = cheapestFirst.flatMap((one) => ('field' in one ? holds(one) : (meets(one) ?? [])));
  if (parts.length === 0) return undefined;
  return sql`(${sql.join(parts, logicalOperator === 'AND' ? sql` and ` : sql` or `)})`;
}

/** About how long a line takes to be judged: what is in `attributes` has to be found there, and text is lower-cased. */
function costOf(one: Condition | Criteria): number {
  if (!('field' in one)) return one.conditions.reduce((sum, inner) => sum + costOf(inner), 0);
  const { isColumn, type } = one.field;
  return (isColumn ? 1 : 3) + (type === 'text' ? 1 : 0);
}

/** One condition in SQL; `notEquals`, `notIn` and `notContains` admit empty values, and nothing else does. */
function holds({ field, operator, operands }: Condition): SQL {
  if (operator === 'isEmpty') return sql`${searchValue(field)} is null`;
  if (operator === 'isNotEmpty') return sql`${searchValue(field)} is not null`;
  const value = comparableValue(field);
  const texts = operands.map(String);
  if (field.type === 'text') return textHolds(operator, value, texts);
  const cast = operandCast(field, operands);
  if (operator === 'in') return sql`${value} = any(${arrayOf(field, texts)}${cast}[])`;
  if (operator === 'notIn') return sql`(${value} = any(${arrayOf(field, texts)}${cast}[])) is not true`;
  const [first, second] = texts;
  if (operator === 'between') return sql`${value} between ${first}${cast} and ${second}${cast}`;
  // The driver would write any text as false.
  const given = field.type === 'boolean' ? sql.raw(first === 'true' ? 'true' : 'false') : first;
  return sql`${value} ${symbolOf(operator)} ${given}${cast}`;
}

/** Numbers and dates travel as the text of an array: the driver hands arrays of them on as they are. */
const arrayOf = ({ type }: SearchField, texts: readonly string[]) =>
  type === 'enum' ? sql.param(texts) : sql.param(`{${texts.join(',')}}`);

const symbols: Partial<Record<Operator, SQL>> = {
  equals: sql`=`,
  notEquals: sql`is distinct from`,
  greaterThan: sql`>`,
  greaterThanOrEqual: sql`>=`,
  lessThan: sql`<`,
  lessThanOrEqual: sql`<=`,
};

function symbolOf(operator: Operator): SQL {
  const symbol = symbols[operator];
  if (symbol === undefined) throw new RangeError(`${operator} compares no single value`);
  return symbol;
}

/** Compares a lower-cased value with texts, which are lower-cased in the same way; `%`, `_` and `\` stand for themselves. */
function textHolds(operator: Operator, value: SQL, texts: readonly string[]): SQL {
  const [first = ''] = texts;
  switch (operator) {
    case 'in':
      return sql`${value} = any(${loweredAll(texts)})`;
    case 'notIn':
      return sql`(${value} = any(${loweredAll(texts)})) is not true`;
    case 'contains':
      return sql`${value} like ${lowered(`%${escapeLike(first)}%`)}`;
    case 'notContains':
      return sql`(${value} like ${lowered(`%${escapeLike(first)}%`)}) is not true`;
    case 'startsWith':
      return sql`${value} like ${lowered(`${escapeLike(first)}%`)}`;
    case 'endsWith':
      return sql`${value} like ${lowered(`%${escapeLike(first)}`)}`;
    default:
      return sql`${value} ${symbolOf(operator)} ${lowered(first)}`;
  }
}

const lowered = (text: string): SQL => sortedText(sql`${text}::text`);

const privateUse = { first: 0xe000, last: 0x10ffff };

/** The texts as an array that the planner knows when it plans: they travel as one, apart by a character that none of them has. */
function loweredAll(texts: readonly string[]): SQL {
  const used = new Set(texts.join(''));
  let code = privateUse.first;
  while (used.has(String.fromCodePoint(code)) && code < privateUse.last) code += 1;
  const separator = String.fromCodePoint(code);
  return sql`string_to_array(${lowered(texts.join(separator))}, ${separator})`;
}
