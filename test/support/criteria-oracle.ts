import { allKeys, fieldsNamed } from '@consulting/takeoff-fields/registry';

type Json = Record<string, unknown>;
type Condition = { field: string; operator: string; value?: unknown };
export type Criteria = { logicalOperator?: 'AND' | 'OR'; conditions: (Condition | Criteria)[] };
export type SortKey = { field: string; direction?: 'asc' | 'desc' };

/** Simple lower-casing: one code point becomes one. */
const lower = (text: string) => [...text].map((one) => [...one.toLowerCase()][0] ?? '').join('');

const operatorsOfParts = ['contains', 'notContains', 'startsWith', 'endsWith'];

const isText = (field: string) => fieldsNamed(field)[0]?.type === 'text';
const choicesOf = (field: string) => [...new Set(fieldsNamed(field).flatMap((one) => one.enum ?? []))];

/** Whether a line as it is returned meets criteria, by the words of resources.md 15.4. */
export function meets(line: Json, criteria: Criteria | Condition): boolean {
  if ('conditions' in criteria) {
    const { logicalOperator, conditions } = criteria;
    return logicalOperator === 'OR'
      ? conditions.some((one) => meets(line, one))
      : conditions.every((one) => meets(line, one));
  }
  const { field, operator, value: given } = criteria;
  // Text is stored trimmed, and so is what it is compared with; a part of it may begin or end with a blank.
  const whole = (text: string) => (operatorsOfParts.includes(operator) ? text : text.trim());
  const form = (value: unknown) => (isText(field) ? lower(whole(String(value))) : value) as string | number;
  const own = line[field] ?? null;
  if (operator === 'isEmpty') return own === null;
  if (operator === 'isNotEmpty') return own !== null;
  if (own === null) return ['notEquals', 'notIn', 'notContains'].includes(operator);
  const value = form(own);
  const [first = '', second = ''] = (Array.isArray(given) ? given : [given]).map(form);
  const among = (Array.isArray(given) ? given : [given]).map(form);
  const text = String(value);
  const holds: Record<string, () => boolean> = {
    equals: () => value === first,
    notEquals: () => value !== first,
    in: () => among.includes(value),
    notIn: () => !among.includes(value),
    contains: () => text.includes(String(first)),
    notContains: () => !text.includes(String(first)),
    startsWith: () => text.startsWith(String(first)),
    endsWith: () => text.endsWith(String(first)),
    greaterThan: () => value > first,
    greaterThanOrEqual: () => value >= first,
    lessThan: () => value < first,
    lessThanOrEqual: () => value <= first,
    between: () => first <= value && value <= second,
  };
  const check = holds[operator];
  if (!check) throw new Error(`no operator ${operator}`);
  return check();
}

const compareCodePoints = (one: string, other: string) =>
  Buffer.compare(Buffer.from(one), Buffer.from(other));

function compareValues(field: string, one: unknown, other: unknown): number {
  const choices = choicesOf(field);
  if (choices.length > 0) return choices.indexOf(String(one)) - choices.indexOf(String(other));
  if (typeof one === 'string' && typeof other === 'string')
    return isText(field) ? compareCodePoints(lower(one), lower(other)) : compareCodePoints(one, other);
  return Number(one) - Number(other);
}

/** Lines in the order of the keys: empty values last in both directions, ties by identifier. */
export function sorted<T extends Json>(lines: readonly T[], sort: readonly SortKey[]): T[] {
  return lines.toSorted((one, other) => {
    for (const { field, direction } of sort) {
      const [a, b] = [one[field] ?? null, other[field] ?? null];
      if (a === null || b === null) {
        if (a !== b) return a === null ? 1 : -1;
        continue;
      }
      const order = compareValues(field, a, b);
      if (order !== 0) return direction === 'desc' ? -order : order;
    }
    return String(one.id) < String(other.id) ? -1 : 1;
  });
}

export const searchedKeys = [...allKeys, 'createdAt', 'updatedAt'];
