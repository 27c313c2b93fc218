import { commonFields } from '../../fields/registry';
import { findSearchField, type SearchField } from '../../fields/search-field';
import type { Condition, Criteria } from '../search/matching';
import type { SortKey } from '../search/order';

/** The fields that columns are kept of: what lines of every discipline have. */
export const heldFields: readonly SearchField[] = commonFields.flatMap(({ key }) =>
  key === 'projectId' ? [] : (findSearchField(key, null) ?? []),
);

const heldKeys: ReadonlySet<string> = new Set(heldFields.map(({ key }) => key));

export const isHeld = ({ key }: SearchField): boolean => heldKeys.has(key);

/** The fields that lines are selected and sorted by. */
export const usedFields = (criteria: Criteria | null, sort: readonly SortKey[]): SearchField[] => [
  ...(criteria ? criteria.conditions.flatMap(fieldsOfMember) : []),
  ...sort.map(({ field }) => field),
];

const fieldsOfMember = (one: Condition | Criteria): SearchField[] =>
  'conditions' in one ? one.conditions.flatMap(fieldsOfMember) : [one.field];
