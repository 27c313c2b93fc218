import {
  type Condition,
  type Criteria,
  conditionOf,
  type FilterValue,
  isGroup,
  type LogicalOperator,
  levelsMax,
  type Operator,
  valuesOf,
  valuesTaken,
} from './criteria';

export interface DraftCondition {
  kind: 'condition';
  id: string;
  field: string | null;
  operator: Operator | null;
  values: readonly (FilterValue | undefined)[];
}

export interface DraftGroup {
  kind: 'group';
  id: string;
  logicalOperator: LogicalOperator;
  members: readonly DraftMember[];
}

export type DraftMember = DraftCondition | DraftGroup;

let made = 0;
const nextId = (): string => {
  made += 1;
  return `member-${made}`;
};

export const emptyCondition = (): DraftCondition => ({
  kind: 'condition',
  id: nextId(),
  field: null,
  operator: null,
  values: [],
});

export const groupOf = (logicalOperator: LogicalOperator, members: readonly DraftMember[]): DraftGroup => ({
  kind: 'group',
  id: nextId(),
  logicalOperator,
  members,
});

export function draftOf(criteria: Criteria | null): DraftGroup {
  if (criteria === null) return groupOf('AND', [emptyCondition()]);
  const members = criteria.conditions.map((member) =>
    isGroup(member) ? draftOf(member) : draftConditionOf(member),
  );
  return groupOf(criteria.logicalOperator ?? 'AND', members);
}

const draftConditionOf = (condition: Condition): DraftCondition => ({
  ...emptyCondition(),
  field: condition.field,
  operator: condition.operator,
  values: valuesOf(condition),
});

export function lackOf({ field, operator, values }: DraftCondition): 'field' | 'operator' | 'value' | null {
  if (field === null) return 'field';
  if (operator === null) return 'operator';
  const taken = valuesTaken(operator);
  if (taken === 'none') return null;
  const given = values.filter((value) => value !== undefined && value !== '');
  return given.length < (taken === 'two' ? 2 : 1) ? 'value' : null;
}

export const conditionsIn = (member: DraftMember): readonly DraftCondition[] =>
  member.kind === 'condition' ? [member] : member.members.flatMap(conditionsIn);

export function criteriaOf(group: DraftGroup): Criteria | null {
  const conditions = conditionsIn(group);
  if (conditions.length === 0 || conditions.some((condition) => lackOf(condition) !== null)) return null;
  return wholeGroup(group);
}

const wholeGroup = ({ logicalOperator, members }: DraftGroup): Criteria => ({
  logicalOperator,
  conditions: members.map((member) =>
    member.kind === 'group' ? wholeGroup(member) : wholeCondition(member),
  ),
});

function wholeCondition({ field, operator, values }: DraftCondition): Condition {
  const given = values.filter((value) => value !== undefined);
  return conditionOf(field ?? '', operator ?? 'equals', given);
}

type Change<T> = (member: T) => T | null;

export function withMember(group: DraftGroup, id: string, change: Change<DraftMember>): DraftGroup {
  const members = group.members.flatMap((member): readonly DraftMember[] => {
    if (member.id === id) return [change(member)].filter((next) => next !== null);
    if (member.kind === 'condition') return [member];
    const inside = withMember(member, id, change);
    return inside.members.length === 0 ? [] : [inside];
  });
  return { ...group, members };
}

export function withGroup(
  root: DraftGroup,
  id: string,
  change: (group: DraftGroup) => DraftGroup,
): DraftGroup {
  if (root.id === id) return change(root);
  return withMember(root, id, (member) => (member.kind === 'group' ? change(member) : member));
}

export const dissolved = (group: DraftGroup, id: string): DraftGroup => ({
  ...group,
  members: group.members.flatMap((member): readonly DraftMember[] => {
    if (member.kind === 'condition') return [member];
    return member.id === id ? member.members : [dissolved(member, id)];
  }),
});

export const levelsOf = (member: DraftMember): number =>
  member.kind === 'condition' ? 0 : 1 + Math.max(0, ...member.members.map(levelsOf));

export const canWrap = (member: DraftMember, level: number): boolean =>
  level + 1 + levelsOf(member) <= levelsMax;
