import type { Transitions } from './transition';

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

/** Approval implies completion; withdrawing it clears the approval alone; rework and reopening clear both. */
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
