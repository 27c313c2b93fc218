import { recordKeys, responseSchema, unavailable } from '@consulting/kernel/http';
import { exampled, exampleIds, named } from '@consulting/kernel/schema';
import { sheetFields, sheetItemFields } from '../../domain/estimate-sheet-fields';
import { estimationInput } from '../../domain/estimation-fields';

export const sheetChanges = {
  items: [
    {
      code: 'PIPE',
      name: 'Piping',
      kind: 'direct',
      basis: { filters: { conditions: [{ field: 'discipline', operator: 'equals', value: 'piping' }] } },
    },
    { code: 'OFFICE', name: 'Site office', kind: 'quantity', quantity: 14, unit: 'month', unitPrice: 8500 },
    {
      code: 'SMALL',
      name: 'Small tools, 12 % of labour',
      kind: 'percent',
      basis: { items: ['PIPE'], costElements: ['labour'] },
      value: 12,
      costType: 'material',
    },
    { code: 'SUB', name: 'Subtotal', kind: 'subtotal' },
  ],
  bidSpread: { method: 'weighted', weights: { piping: 1.5 } },
};

const { count, described, id, list, nullable, number, object, text } = responseSchema;

const money = (what: string) => nullable(number(`${what}, in the currency of the version, 2 decimals.`));

export const sheetItem = named(
  'SheetItem',
  object({ ...sheetItemFields, itemId: id('Identifier of the item.') }),
);

const item = named(
  'EstimateSheetItem',
  object({
    ...sheetItemFields,
    itemId: id('Identifier of the item.'),
    amount: money('Amount of the item, made by the server'),
    lines: nullable(count('Lines that a direct item takes; null for other kinds.')),
  }),
);

const otherDirect = named(
  'OtherDirectCost',
  object({
    lines: count('Lines that no direct item takes.'),
    amount: number('Their cost, in the currency of the version, 2 decimals.'),
  }),
);

export const estimateSheetAnswer = exampled(
  named(
    'EstimateSheet',
    object(
      {
        estimationId: id('Version of the estimate.'),
        projectId: id('Project of the version.'),
        status: estimationInput.fields.status,
        currency: text('Currency of all amounts, that of the version, ISO 4217.'),
        items: described(list(item), 'Items in their order, with their amounts.'),
        bidSpread: sheetFields.bidSpread,
        templateId: nullable(id('Template that the sheet was copied from.')),
        otherDirect: described(nullable(otherDirect), 'Other direct cost: what no direct item takes.'),
        directAmount: money('Total cost of the lines'),
        sheetAmount: money('Sum of the items that are neither direct nor subtotals'),
        version: recordKeys.version,
        updatedAt: recordKeys.updatedAt,
        updatedBy: recordKeys.updatedBy,
      },
      unavailable,
    ),
  ),
  {
    estimationId: exampleIds.estimation,
    projectId: exampleIds.project,
    status: 'draft',
    currency: 'CAD',
    items: [],
    bidSpread: sheetChanges.bidSpread,
    templateId: null,
    otherDirect: { lines: 4, amount: 110852.7 },
    directAmount: 5110852.7,
    sheetAmount: 581189.62,
  },
);
