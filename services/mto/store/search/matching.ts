import { type SQL, sql } from 'drizzle-orm';
import type { Operator } from '../../fields/operator';
import type { SearchField } from '../../fields/search-field';
import type { Condition, Criteria } from './criteria';
import { isGroup, LineValues } from './line-values';
import { textHolds } from './text-condition';
import { operandCast, searchValue } from './value';

type Member = Condition | Criteria;

export function meets(criteria: Criteria): SQL | undefined {
  const whole = flattened(criteria);
  const values = new LineValues(whole);
  const { logicalOperator, conditions } = whole;
  const isShared = (one: Member): boolean =>
    isGroup(one) ? one.conditions.some(isShared) : values.isShared(one.field);
  const parts = conditions.filter((one) => !isShared(one));
  const alone = groupHolds({ logicalOperator, conditions: parts }, values);
  const sharing = groupHolds({ logicalOperator, conditions: conditions.filter(isShared) }, values);
  return joined(logicalOperator, [alone ?? [], sharing ? values.around(sharing) : []].flat());
}

function flattened({ logicalOperator, conditions }: Criteria): Criteria {
  const members = conditions.flatMap((one): readonly Member[] => {
    if (!isGroup(one)) return [one];
    const inner = flattened(one);
    if (inner.conditions.length === 0) return [];
    return inner.logicalOperator === logicalOperator ? inner.conditions : [inner];
  });
  return { logicalOperator, conditions: members };
}

function joined(logicalOperator: Criteria['logicalOperator'], parts: SQL[]): SQL | undefined {
  if (parts.length <= 1) return parts[0];
  return sql`(${sql.join(parts, logicalOperator === 'AND' ? sql` and ` : sql` or `)})`;
}

function groupHolds({ logicalOperator, conditions }: Criteria, values: LineValues): SQL | undefined {
  const cheapestFirst = merged(logicalOperator, conditions).toSorted(
    (one, other) => costOf(one) - costOf(other),
  );
  const parts = cheapestFirst.flatMap((one) =>
    isGroup(one) ? (groupHolds(one, values) ?? []) : holds(one, values),
  );
  return joined(logicalOperator, parts);
}

function merged(logicalOperator: Criteria['logicalOperator'], members: readonly Member[]): Member[] {
  const operator: Operator = logicalOperator === 'AND' ? 'notContains' : 'contains';
  const together = new Map<string, Condition>();
  const others: Member[] = [];
  for (const one of members) {
    if (isGroup(one) || one.operator !== operator) others.push(one);
    else {
      const operands = [...(together.get(one.field.key)?.operands ?? []), ...one.operands];
      together.set(one.field.key, { ...one, operands });
    }
  }
  return [...others, ...together.values()];
}

function costOf(one: Member): number {
  if (isGroup(one)) return one.conditions.reduce((sum, inner) => sum + costOf(inner), 0);
  const { isColumn, type } = one.field;
  return (isColumn ? 1 : 3) + (type === 'text' ? 1 : 0);
}

function holds({ field, operator, operands }: Condition, values: LineValues): SQL {
  if (operator === 'isEmpty') return sql`${searchValue(field, values.attributes)} is null`;
  if (operator === 'isNotEmpty') return sql`${searchValue(field, values.attributes)} is not null`;
  const value = values.comparable(field);
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
