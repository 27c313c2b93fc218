import { exampleIds } from '@consulting/kernel/fields/example';

export const newEstimation = {
  versionLabel: 'A',
  estimateClass: '3',
  indirectAmount: 150000,
  escalationPercent: 2.5,
  contingencyPercent: 10,
};

export const estimationChanges = { status: 'in-review', reviewedBy: 'David Chen' };

const lines = {
  itemCount: 60,
  totalManHours: 25684.804,
  labourCost: 3851580.15,
  materialCost: 881153.16,
  equipmentCost: 341019.71,
  subcontractCost: 0,
  directCost: 5110852.7,
  indirectCost: 0,
};

export const estimation = {
  id: exampleIds.estimation,
  estimationId: exampleIds.estimation,
  serviceId: exampleIds.service,
  projectId: exampleIds.project,
  versionNumber: 1,
  name: 'Version 1',
  status: 'draft',
  accuracyLowPercent: -20,
  accuracyHighPercent: 30,
  currency: 'CAD',
  exchangeRates: [],
  ownersCostAmount: 0,
  ...newEstimation,
  totals: {
    ...lines,
    lineTotal: 5110852.7,
    indirectAmount: 150000,
    ownersCostAmount: 0,
    subtotal: 5260852.7,
    escalation: 131521.32,
    contingency: 539237.4,
    managementReserve: 0,
    grandTotal: 5931611.42,
  },
  byDiscipline: [{}],
};
