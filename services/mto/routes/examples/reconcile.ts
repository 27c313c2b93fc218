import { exampleIds } from '@consulting/kernel/schema';

export const reconcileOrder = {
  projectId: exampleIds.project,
  from: exampleIds.estimation,
  to: 'current',
  groupBy: ['discipline', { wbsLevel: 1 }],
};
