import {
  type Discipline,
  type FieldType,
  fieldsNamed,
  findField,
  isColumn,
} from '@consulting/takeoff-fields';

export interface SearchField {
  readonly key: string;
  readonly type: FieldType | 'time' | 'identifier';
  readonly choices: readonly string[];
  readonly isColumn: boolean;
}

const serverFields: ReadonlyMap<string, SearchField> = new Map(
  (
    [
      ['createdAt', 'time'],
      ['updatedAt', 'time'],
      ['id', 'identifier'],
      ['importTaskId', 'identifier'],
    ] as const
  ).map(([key, type]) => [key, { key, type, choices: [], isColumn: true }]),
);

export function findSearchField(key: string, discipline: Discipline | null): SearchField | undefined {
  const own = discipline === null ? fieldsNamed(key) : [findField(discipline, key) ?? []].flat();
  const [first] = own;
  if (first === undefined) return serverFields.get(key);
  const choices = [...new Set(own.flatMap((field) => field.enum ?? []))];
  return { key, type: first.type, choices, isColumn: isColumn(first) };
}

// Conditions alone know these: a line has as many books and rows as it has prices.
const priceFields: ReadonlyMap<string, SearchField> = new Map(
  (
    [
      ['priceBook', 'text'],
      ['priceRow', 'text'],
      ['isPriced', 'boolean'],
      ['isPriceStale', 'boolean'],
    ] as const
  ).map(([key, type]) => [key, { key, type, choices: [], isColumn: true }]),
);

const noteFields: ReadonlyMap<string, SearchField> = new Map(
  ['hasNotes', 'hasOpenNotes'].map((key) => [key, { key, type: 'boolean', choices: [], isColumn: true }]),
);

export const isNoteField = ({ key }: Pick<SearchField, 'key'>): boolean => noteFields.has(key);

export const isPriceField = ({ key }: Pick<SearchField, 'key'>): boolean => priceFields.has(key);

// What the review (estimating.md 20) finds in a line and no other condition says.
export const reviewChecks = [
  'UNKNOWN_WBS',
  'UNKNOWN_CREW',
  'DUPLICATE_LINES',
  'UNIT_UNUSUAL',
  'OUTLIER_HOURS',
  'OUTLIER_PRICE',
  'OUTSIDE_HISTORY',
] as const;

export type ReviewCheck = (typeof reviewChecks)[number];

const reviewField: SearchField = {
  key: 'reviewCheck',
  type: 'enum',
  choices: reviewChecks,
  isColumn: true,
};

export const isReviewField = ({ key }: Pick<SearchField, 'key'>): boolean => key === reviewField.key;

export const findConditionField = (key: string, discipline: Discipline | null): SearchField | undefined =>
  findSearchField(key, discipline) ??
  priceFields.get(key) ??
  noteFields.get(key) ??
  (key === reviewField.key ? reviewField : undefined);

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
  identifier: [...equalities, ...memberships, ...emptiness],
  boolean: [...equalities, ...emptiness],
};

export function valuesTaken(operator: Operator): 'none' | 'one' | 'two' | 'list' {
  if (operator === 'isEmpty' || operator === 'isNotEmpty') return 'none';
  if (operator === 'between') return 'two';
  return operator === 'in' || operator === 'notIn' ? 'list' : 'one';
}

export const typeNames: Readonly<Record<SearchField['type'], string>> = {
  text: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  date: 'a date',
  enum: 'a choice from a list',
  time: 'a time',
  identifier: 'an identifier',
};
