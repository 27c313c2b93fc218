import {
  isNoteField,
  isPriceField,
  isReviewField,
  type Operator,
  type ReviewCheck,
  type SearchField,
} from '@consulting/mto-engine';
import { type SQL, sql } from 'drizzle-orm';
import { type ReviewScope, reviewHolds } from '../review/found-lines';
import { notesHold } from './note-condition';
import { priceHolds } from './price-condition';
import { textHolds } from './text-condition';
import { comparableValue, type Operand, operandCast, searchValue } from './value';

export interface Condition {
  field: SearchField;
  operator: Operator;
  operands: readonly Operand[];
}

export interface Criteria {
  logicalOperator: 'AND' | 'OR';
  conditions: readonly (Condition | Criteria)[];
}

type Member = Condition | Criteria;

// Only a condition on what the review finds needs the scope of the lines.
export function meets(criteria: Criteria, scope?: ReviewScope): SQL | undefined {
  const whole = flattened(criteria);
  const values = new LineValues(whole, scope);
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
  if (isPriceField(field)) return priceHolds(field, operator, operands);
  if (isNoteField(field)) return notesHold(field, operator, operands);
  if (isReviewField(field)) return reviewHolds(operator, operands as ReviewCheck[], values.scope);
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
  if (symbol === undefined) throw new RangeError(`${operator} does not compare with a single value`);
  return symbol;
}

const textUsesMin = 4;
const attributeUsesMin = 8;

const unpacked = 'unpacked';

class LineValues {
  readonly #texts = new Map<string, { name: SQL; value: SQL }>();
  readonly #areAttributesShared: boolean;

  readonly #scope: ReviewScope | undefined;

  constructor(criteria: Criteria, scope: ReviewScope | undefined) {
    this.#scope = scope;
    const fields = comparedFields(criteria);
    const own = fields.filter(({ isColumn }) => !isColumn);
    this.#areAttributesShared = own.length >= attributeUsesMin;
    const uses = Map.groupBy(
      fields.filter(({ type }) => type === 'text'),
      ({ key }) => key,
    );
    for (const [key, [field, ...others]] of uses)
      if (field && others.length + 1 >= textUsesMin)
        this.#texts.set(key, {
          name: sql.raw(`text_${this.#texts.size}`),
          value: comparableValue(field, this.attributes),
        });
  }

  isShared({ key, isColumn }: SearchField): boolean {
    return this.#texts.has(key) || (!isColumn && this.#areAttributesShared);
  }

  get scope(): ReviewScope {
    if (this.#scope === undefined) throw new RangeError('what the review finds is not asked for here');
    return this.#scope;
  }

  get attributes(): string {
    return this.#areAttributesShared ? unpacked : 'attributes';
  }

  comparable(field: SearchField): SQL {
    return this.#texts.get(field.key)?.name ?? comparableValue(field, this.attributes);
  }

  around(condition: SQL): SQL {
    const texts = [...this.#texts.values()].map(({ name, value }) => sql`${value} as ${name}`);
    if (!this.#areAttributesShared)
      return sql`(select ${condition} from (select ${sql.join(texts, sql`, `)} offset 0) as line_value)`;
    const own = sql.raw(`(select attributes || '{}'::jsonb as ${unpacked} offset 0) as own`);
    const values = sql.join([...texts, sql.raw(unpacked)], sql`, `);
    return sql`(select ${condition} from (select ${values} from ${own} offset 0) as line_value)`;
  }
}

export function* conditionsOf({ conditions }: Criteria): Generator<Condition> {
  for (const one of conditions)
    if (isGroup(one)) yield* conditionsOf(one);
    else yield one;
}

const comparedFields = (criteria: Criteria): SearchField[] =>
  [...conditionsOf(criteria)].flatMap(({ field }) =>
    isPriceField(field) || isReviewField(field) ? [] : field,
  );

const isGroup = (one: Condition | Criteria): one is Criteria => 'conditions' in one;
