import { record, responseSchema } from '@consulting/kernel/http';
import { exampled, exampleIds, named } from '@consulting/kernel/schema';
import { priceRowInput } from '../../domain/price-book/price-row-fields';
import { statistics } from './price-book';

const { count, id, list } = responseSchema;

export const newPriceRow = {
  rowCode: 'P-0612',
  description: 'Erection of carbon steel pipe, by diameter-inch',
  target: 'hoursPipeErection',
  driver: 'fieldDiaInch',
  conditions: [
    { field: 'materialGroup', equals: 'carbon-steel' },
    { field: 'nominalPipeSize', from: 2, to: 12 },
  ],
  value: 0.55,
};

export const priceRowChanges = { value: 0.58, remarks: 'After the job in Fort Saskatchewan' };

const row = {
  id: exampleIds.priceRow,
  priceRowId: exampleIds.priceRow,
  priceBookId: exampleIds.priceBook,
  discipline: 'piping',
  ...newPriceRow,
  ...priceRowChanges,
};

export const priceRowAnswer = exampled(
  named(
    'PriceRow',
    record({
      priceRowId: id('Same as id.'),
      priceBookId: id('The book of the row.'),
      ...priceRowInput.fields,
      rowCode: priceRowInput.fields.rowCode.required(),
      discipline: priceRowInput.fields.discipline.required(),
      statistics,
    }),
  ),
  row,
);

export const priceRowPatches = { items: [{ priceRowId: exampleIds.priceRow, value: 0.58 }] };

export const priceRowsPatched = exampled(
  named(
    'PriceRowsPatched',
    responseSchema.object({
      updated: count('Rows that changed.'),
      unchanged: count('Rows that had these values already.'),
      ids: list(id(), 'Rows that changed.'),
      items: list(priceRowAnswer, 'All rows of the request as they are now.'),
    }),
  ),
  { updated: 1, unchanged: 0, ids: [exampleIds.priceRow], items: [row] },
);
