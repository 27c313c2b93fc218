import type { components } from '@consulting/client/api';
import type { Condition, Filters } from '../view/takeoff-view';

type Schemas = components['schemas'];

export type Criteria = Filters;
export type { Condition };
export type Operator = Schemas['Operator'];
export type LogicalOperator = Schemas['LogicalOperator'];
export type FilterValue = Schemas['DistinctValue'];
type Member = Condition | Criteria;

export const levelsMax = 3;
export const conditionsMax = 50;

export const isGroup = (member: Member): member is Criteria => 'conditions' in member;

const takingNone: readonly Operator[] = ['isEmpty', 'isNotEmpty'];
const takingList: readonly Operator[] = ['in', 'notIn'];

export function valuesTaken(operator: Operator): 'none' | 'one' | 'two' | 'list' {
  if (takingNone.includes(operator)) return 'none';
  if (operator === 'between') return 'two';
  return takingList.includes(operator) ? 'list' : 'one';
}

const isFilterValue = (value: unknown): value is FilterValue =>
  ['string', 'number', 'boolean'].includes(typeof value);

export const valuesOf = ({ value }: Condition): FilterValue[] => [value].flat().filter(isFilterValue);

export function narrowedTo(filters: Criteria | null, condition: Condition): Criteria {
  if (filters === null || filters.conditions.length === 0) return { conditions: [condition] };
  if (filters.logicalOperator === 'OR') return narrowed(filters, condition);
  return { ...filters, conditions: [...filters.conditions, condition] };
}

/** The condition goes into each alternative, since a group around them would be one more level than the API may take. */
function narrowed(filters: Criteria, condition: Condition): Criteria {
  const conditions = filters.conditions.flatMap((member): Member[] => {
    if (!isGroup(member)) return [{ conditions: [member, condition] }];
    if (member.logicalOperator === 'OR') return narrowed(member, condition).conditions;
    return [{ ...member, conditions: [...member.conditions, condition] }];
  });
  return { logicalOperator: 'OR', conditions };
}

const levelsOf = ({ conditions }: Criteria): number =>
  1 + Math.max(0, ...conditions.map((one) => (isGroup(one) ? levelsOf(one) : 0)));

export const canBeCombined = (filters: Criteria): boolean =>
  filters.logicalOperator !== 'OR' || levelsOf(filters) < levelsMax;

// Null where a group around the filters would be one more level than the API takes.
export function combined(filters: Criteria, member: Member): Criteria | null {
  if (!canBeCombined(filters)) return null;
  const others = filters.logicalOperator === 'OR' ? [filters] : filters.conditions;
  return { logicalOperator: 'AND', conditions: [...others, member] };
}

const isOfValue = (member: Member, field: string): boolean =>
  !isGroup(member) && member.field === field && ['equals', 'isEmpty'].includes(member.operator);

export function onlyThisValue(
  filters: Criteria | null,
  field: string,
  value: FilterValue | null | undefined,
): Criteria {
  const others =
    filters && filters.logicalOperator !== 'OR'
      ? { ...filters, conditions: filters.conditions.filter((member) => !isOfValue(member, field)) }
      : filters;
  const isEmpty = value === null || value === undefined || value === '';
  return narrowedTo(others, isEmpty ? { field, operator: 'isEmpty' } : { field, operator: 'equals', value });
}

export function conditionOf(field: string, operator: Operator, values: readonly FilterValue[]): Condition {
  const taken = valuesTaken(operator);
  if (taken === 'none') return { field, operator };
  return { field, operator, value: taken === 'one' ? values[0] : values };
}
