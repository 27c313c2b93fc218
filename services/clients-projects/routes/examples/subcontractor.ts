import { exampleIds } from '@consulting/kernel/fields/example';

export const newSubcontractor = {
  name: 'Northern Ironworks',
  scopeOfWork: 'Supply and erection of structural steel, unit 200',
  disciplines: ['structural'],
  status: 'bidding',
  bidAmount: 1250000,
};

export const subcontractorChanges = {
  status: 'awarded',
  contractNumber: 'C-2025-017',
  contractAmount: 1230000,
  approvedChanges: 40000,
};

export const subcontractorImport = { items: [newSubcontractor], updateExisting: true };

export const subcontractor = {
  id: exampleIds.subcontractor,
  subcontractorId: exampleIds.subcontractor,
  projectId: exampleIds.project,
  code: 'SUB-1',
  ...newSubcontractor,
  ...subcontractorChanges,
  currency: 'CAD',
  retainagePercent: 10,
  revisedContractAmount: 1270000,
};
