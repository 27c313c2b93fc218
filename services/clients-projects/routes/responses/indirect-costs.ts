import { recordKeys, responseSchema } from '@consulting/kernel/http';
import { exampled, exampleIds, named } from '@consulting/kernel/schema';
import { indirectCostsInput } from '../../domain/indirect-costs-fields';

export const indirectCostChanges = {
  workWeek: { hoursPerDay: 10, daysPerWeek: 6 },
  labour: { supervision: { percentage: 9 }, safety: { percentage: 3, amount: 1.85 } },
  equipment: { overhead: { percentage: 5 } },
  fuelPrices: { diesel: 1.45 },
  exchangeRates: [{ currency: 'USD', rate: 1.37, date: '2025-07-15' }],
};

const indirectCosts = {
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

export const indirectCostsAnswer = exampled(
  named(
    'IndirectCosts',
    responseSchema.object({
      projectId: responseSchema.id('Project of the configuration.'),
      currency: responseSchema.text('Currency of all amounts, that of the project, ISO 4217.'),
      ...indirectCostsInput.fields,
      version: responseSchema.count('0 before the first change; the ETag of the record.'),
      createdAt: responseSchema.nullable(recordKeys.createdAt),
      updatedAt: responseSchema.nullable(recordKeys.updatedAt),
      createdBy: responseSchema.nullable(recordKeys.createdBy),
      updatedBy: responseSchema.nullable(recordKeys.updatedBy),
    }),
  ),
  indirectCosts,
);
