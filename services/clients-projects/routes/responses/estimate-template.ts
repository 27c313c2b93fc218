import { record, responseSchema } from '@consulting/kernel/http';
import { exampled, exampleIds, named } from '@consulting/kernel/schema';
import { templateInput } from '../../domain/estimate-template';
import { sheetChanges, sheetItem } from './estimate-sheet';

export const newTemplate = {
  clientId: exampleIds.client,
  name: 'Fixed price, onshore',
  ...sheetChanges,
};

export const templateChanges = { description: 'For lump-sum bids.' };

const { clientId, name, description, bidSpread } = templateInput.fields;

const keys = {
  templateId: responseSchema.id('Same as id.'),
  clientId,
  name,
  description,
  itemCount: responseSchema.count('Items of the template.'),
};

const template = {
  id: exampleIds.estimateTemplate,
  templateId: exampleIds.estimateTemplate,
  clientId: exampleIds.client,
  name: newTemplate.name,
  description: null,
  itemCount: 4,
};

export const templateListed = exampled(named('EstimateTemplate', record(keys)), template);

export const templateAnswer = exampled(
  named(
    'EstimateTemplateDetailed',
    record({ ...keys, items: responseSchema.list(sheetItem, 'Items in their order.'), bidSpread }),
  ),
  { ...template, items: [], bidSpread: null },
);
