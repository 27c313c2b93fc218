import type { Transitions } from './transition';

/** Status changes of a project service (resources.md 20). */
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

/**
 * When a service was completed and approved, and by whom, after it has moved to `to`. An approved service counts as
 * completed; withdrawing the approval clears it and keeps the completion; rework and reopening clear both.
 */
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
