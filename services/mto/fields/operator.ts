import type { SearchField } from './search-field';

const comparisons = ['greaterThan', 'greaterThanOrEqual', 'lessThan', 'lessThanOrEqual', 'between'] as const;
const equalities = ['equals', 'notEquals'] as const;
const memberships = ['in', 'notIn'] as const;
const textMatches = ['contains', 'notContains', 'startsWith', 'endsWith'] as const;
const emptiness = ['isEmpty', 'isNotEmpty'] as const;

export const operators = [
  ...equalities,
  ...memberships,
  ...textMatches,
  ...comparisons,
  ...emptiness,
] as const;

export type Operator = (typeof operators)[number];

const ordered = [...equalities, ...memberships, ...comparisons, ...emptiness];

export const operatorsOf: Readonly<Record<SearchField['type'], readonly Operator[]>> = {
  text: [...equalities, ...memberships, ...textMatches, ...emptiness],
  number: ordered,
  integer: ordered,
  date: ordered,
  time: ordered,
  enum: [...equalities, ...memberships, ...emptiness],
  boolean: [...equalities, ...emptiness],
};

export function valuesTaken(operator: Operator): 'none' | 'one' | 'two' | 'list' {
  if (operator === 'isEmpty' || operator === 'isNotEmpty') return 'none';
  if (operator === 'between') return 'two';
  return operator === 'in' || operator === 'notIn' ? 'list' : 'one';
}
