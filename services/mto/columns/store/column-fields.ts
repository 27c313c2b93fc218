import { commonFields, findSearchField, type SearchField } from '@consulting/mto-engine';
import type { Condition, Criteria } from '@consulting/mto-lines';
import { createdKey } from './order-columns';

export const columnFields: readonly SearchField[] = commonFields.flatMap(({ key }) =>
  key === 'projectId' ? [] : (findSearchField(key, null) ?? []),
);

const created: SearchField = { key: createdKey, type: 'integer', choices: [], isColumn: false };
const locked = new Map([...columnFields, created].map((field) => [field.key, field]));

export const isPending = ({ key }: SearchField): boolean => locked.has(key);

export function columnField(key: string): SearchField {
  const field = locked.get(key);
  if (!field) throw new RangeError(`there is no column of ${key}`);
  return field;
}

export const conditionsOf = (criteria: Criteria | null): Condition[] =>
  criteria?.conditions.flatMap((one) => ('conditions' in one ? conditionsOf(one) : [one])) ?? [];
