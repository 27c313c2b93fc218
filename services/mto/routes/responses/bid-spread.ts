import { pageSchema, responseSchema } from '@consulting/kernel/http';
import { exampled, exampleIds, named } from '@consulting/kernel/schema';

const { choice, id, nullable, number, object } = responseSchema;

const bidLine = named(
  'BidLine',
  object({
    mtoId: id('Takeoff line.'),
    amount: number('Its part of the grand total, in the currency of the version, 2 decimals.'),
    unitPrice: nullable(number('Amount for one unit, 4 decimals; null without a quantity.')),
  }),
);

export const bidSpreadPage = exampled(
  named(
    'BidSpreadPage',
    pageSchema(bidLine, false, {
      method: choice(['proportional', 'weighted'], 'How the bid is spread.', 'BidSpreadMethod'),
      directAmount: number('Total cost of the lines, in the currency of the version, 2 decimals.'),
      grandTotal: number('Grand total of the version; the amounts of all lines add up to it to the cent.'),
    }),
  ),
  {
    data: [{ mtoId: exampleIds.line, amount: 12480.55, unitPrice: 511.498 }],
    total: 1,
    skip: 0,
    limit: 100,
    method: 'proportional',
    directAmount: 10750,
    grandTotal: 12480.55,
  },
);
