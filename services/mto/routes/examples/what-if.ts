import { exampleIds } from '@consulting/kernel/schema';

export const whatIfOrder = {
  projectId: exampleIds.project,
  serviceId: exampleIds.service,
  changes: [
    {
      filters: { conditions: [{ field: 'materialGroup', operator: 'equals', value: 'stainless-steel' }] },
      updates: { materialUnitPrice: { percent: 5, round: 2 } },
    },
    { updates: { productivityFactor: 1.1 } },
  ],
  crews: { 'PF-01': { labourRate: 150, equipmentRate: 12 } },
};
