import { exampleIds } from '@consulting/kernel/schema';

export const pricing = {
  projectId: exampleIds.project,
  serviceId: exampleIds.service,
  books: ['PROJECT-2026', 'NORMS-CS'],
  targets: ['unitManHours', 'materialUnitPrice'],
  escalationPercent: 3,
  dryRun: true,
};
