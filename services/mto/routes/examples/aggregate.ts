import { exampleIds } from '@consulting/kernel/schema';

export const aggregateOrder = {
  projectId: exampleIds.project,
  filters: { conditions: [{ field: 'totalCost', operator: 'greaterThan', value: 0 }] },
  groupBy: ['discipline', { wbsLevel: 2 }],
  measures: [
    { field: 'lines', function: 'sum' },
    { field: 'quantity', function: 'sum' },
    { field: 'totalManHours', function: 'sum' },
    { field: 'totalCost', function: 'sum' },
    { field: 'totalCost', function: 'max' },
  ],
  sort: [{ field: 'totalCost', direction: 'desc' }],
  limit: 50,
};
