import { exampleIds } from '@consulting/kernel/schema';

export const pricing = {
  projectId: exampleIds.project,
  serviceId: exampleIds.service,
  books: ['NORMS-CS-2', 'NORMS-CS'],
  targets: ['unitManHours', 'materialUnitPrice'],
  escalationPercent: 3,
  dryRun: true,
};
