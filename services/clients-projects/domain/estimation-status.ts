import type { Transitions } from './transition';

export const estimationStatuses = ['draft', 'in-review', 'approved', 'superseded', 'withdrawn'] as const;

/** Status changes that a caller may ask for; approved versions are superseded by the server (resources.md 20). */
export const estimationTransitions: Transitions = {
  draft: ['in-review', 'approved', 'withdrawn'],
  'in-review': ['draft', 'approved', 'withdrawn'],
  approved: [],
  superseded: [],
  withdrawn: ['draft'],
};

/** Whether a version that moves to the status keeps a copy of its lines, to be compared with others. */
export const keepsLines = (status: string) => status === 'in-review' || status === 'approved';

/** Whether the totals of a version follow the takeoff lines; in any other status they are kept as they were. */
export const isLive = (status: string) => status === 'draft' || status === 'in-review';
