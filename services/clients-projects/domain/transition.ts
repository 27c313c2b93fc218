import { DomainError } from '@consulting/kernel/errors';

export type Transitions = Record<string, readonly string[]>;

/** resources.md 20; a change to the same status is always accepted. */
export const clientTransitions: Transitions = {
  prospect: ['active', 'inactive'],
  active: ['inactive'],
  inactive: ['active'],
};

export const projectTransitions: Transitions = {
  planning: ['active', 'on-hold', 'completed', 'cancelled'],
  active: ['on-hold', 'completed', 'cancelled'],
  'on-hold': ['planning', 'active', 'completed', 'cancelled'],
  completed: ['active'],
  cancelled: ['planning'],
};

/** @throws INVALID_STATUS_TRANSITION with `allowed`; an absent `to` changes nothing. */
export function requireTransition(
  transitions: Transitions,
  from: string,
  to: string | null | undefined,
): void {
  const allowed = transitions[from] ?? [];
  if (to == null || to === from || allowed.includes(to)) return;
  const detail = `The status cannot change from ${from} to ${to}.`;
  throw new DomainError('INVALID_STATUS_TRANSITION', detail, { from, to, allowed });
}
