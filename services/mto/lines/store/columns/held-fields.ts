import { commonFields, findSearchField, type SearchField } from '@consulting/mto-engine';
import type { Condition, Criteria } from '../search/matching';
import { createdKey } from './order-columns';

export const heldFields: readonly SearchField[] = commonFields.flatMap(({ key }) =>
  key === 'projectId' ? [] : (findSearchField(key, null) ?? []),
);

const created: SearchField = { key: createdKey, type: 'integer', choices: [], isColumn: false };
const held = new Map([...heldFields, created].map((field) => [field.key, field]));

export const isHeld = ({ key }: SearchField): boolean => held.has(key);

export function heldField(key: string): SearchField {
  const field = held.get(key);
  if (!field) throw new RangeError(`there is no column of ${key}`);
  return field;
}

export const conditionsOf = (criteria: Criteria | null): Condition[] =>
  criteria?.conditions.flatMap((one) => ('conditions' in one ? conditionsOf(one) : [one])) ?? [];
