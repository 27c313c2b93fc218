import { exampleIds } from '@consulting/kernel/fields/example';

export const indirectCostChanges = {
  workWeek: { hoursPerDay: 10, daysPerWeek: 6 },
  labour: { supervision: { percentage: 9 }, safety: { percentage: 3, amount: 1.85 } },
  equipment: { overhead: { percentage: 5 } },
  fuelPrices: { diesel: 1.45 },
  exchangeRates: [{ currency: 'USD', rate: 1.37, date: '2025-07-15' }],
};

export const indirectCosts = {
  projectId: exampleIds.project,
  currency: 'CAD',
  workWeek: { ...indirectCostChanges.workWeek, shift: 'day' },
  labour: {
    supervision: { percentage: 9, amount: null },
    safety: { percentage: 3, amount: 1.85 },
  },
  equipment: { overhead: { percentage: 5, amount: null } },
  fuelPrices: indirectCostChanges.fuelPrices,
  exchangeRates: indirectCostChanges.exchangeRates,
  version: 1,
  createdAt: '2025-07-21T12:00:00.000Z',
  updatedAt: '2025-07-21T12:00:00.000Z',
  createdBy: 'Jane Moreau',
  updatedBy: 'Jane Moreau',
};
