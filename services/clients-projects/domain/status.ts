import { DomainError } from '@consulting/kernel/schema';

export type Transitions = Record<string, readonly string[]>;

/** The transitions come from resources.md 20; a change to the same status is always accepted. */
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

export const estimationStatuses = ['draft', 'in-review', 'approved', 'superseded', 'withdrawn'] as const;

export const estimationTransitions: Transitions = {
  draft: ['in-review', 'approved', 'withdrawn'],
  'in-review': ['draft', 'approved', 'withdrawn'],
  approved: [],
  superseded: [],
  withdrawn: ['draft'],
};

export const keepsLines = (status: string) => status === 'in-review' || status === 'approved';

/** Only a draft follows the lines, indirect costs and crew rates (extensions.md 8). */
export const isLive = (status: string) => status === 'draft';

export const serviceTransitions: Transitions = {
  draft: ['in-progress', 'completed', 'approved', 'cancelled'],
  'in-progress': ['draft', 'completed', 'approved', 'cancelled'],
  completed: ['in-progress', 'approved', 'cancelled'],
  approved: ['completed'],
  cancelled: ['draft'],
};

interface Stamps {
  completedAt: Date | null;
  approvedAt: Date | null;
  approvedBy: string | null;
}

export const noStamps: Stamps = { completedAt: null, approvedAt: null, approvedBy: null };

/** Approval implies completion; withdrawing it clears the approval alone, while rework and reopening clear both. */
export function stampsOf(
  to: string,
  { completedAt, approvedAt, approvedBy }: Stamps,
  by: string,
  now = new Date(),
): Stamps {
  switch (to) {
    case 'completed':
      return { ...noStamps, completedAt: completedAt ?? now };
    case 'approved':
      return { completedAt: completedAt ?? now, approvedAt: now, approvedBy: by };
    case 'cancelled':
      return { completedAt, approvedAt, approvedBy };
    default:
      return noStamps;
  }
}
