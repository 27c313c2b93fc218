import { record, responseSchema } from '@consulting/kernel/http';
import { exampled, exampleIds, named } from '@consulting/kernel/schema';
import { subcontractorInput } from '../../domain/subcontractor-fields';

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

const subcontractor = {
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

const { fields } = subcontractorInput;

export const subcontractorAnswer = exampled(
  named(
    'Subcontractor',
    record({
      subcontractorId: responseSchema.id('Same as id.'),
      projectId: responseSchema.id('Project of the subcontractor.'),
      ...fields,
      code: fields.code.required(),
      currency: fields.currency.required(),
      revisedContractAmount: responseSchema.nullable(
        responseSchema.number('Contract amount and approved changes, in the currency of the record.'),
      ),
    }),
  ),
  subcontractor,
);
