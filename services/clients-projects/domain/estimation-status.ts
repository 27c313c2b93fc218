import type { Transitions } from './transition';

export const estimationStatuses = ['draft', 'in-review', 'approved', 'superseded', 'withdrawn'] as const;

/** Approved versions are superseded by the server (resources.md 20). */
export const estimationTransitions: Transitions = {
  draft: ['in-review', 'approved', 'withdrawn'],
  'in-review': ['draft', 'approved', 'withdrawn'],
  approved: [],
  superseded: [],
  withdrawn: ['draft'],
};

export const keepsLines = (status: string) => status === 'in-review' || status === 'approved';

export const isLive = (status: string) => status === 'draft' || status === 'in-review';
