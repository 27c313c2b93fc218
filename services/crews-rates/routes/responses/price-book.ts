import { record, responseSchema } from '@consulting/kernel/http';
import { exampled, exampleIds, named } from '@consulting/kernel/schema';
import { priceBookInput } from '../../domain/price-book/price-book-fields';

export const newPriceBook = {
  code: 'NORMS-CS',
  name: 'Piping norms, carbon steel',
  discipline: 'piping',
  currency: 'CAD',
  country: 'CA',
  year: 2025,
  quarter: 'Q3',
};

export const priceBookChanges = {
  description: 'Field erection and welding, by size',
  priceSource: 'historical',
};

export const priceBookCopy = { code: 'NORMS-CS-2', name: 'Piping norms, second shift' };

export const nextQuarter = {
  code: 'NORMS-CS-2026',
  name: 'Piping norms, carbon steel 2026',
  escalationPercent: { hoursPipeErection: 2.5 },
  to: { year: 2026, quarter: 'Q1' },
};

const { count, described, nullable, number } = responseSchema;

export const priceStatistics = named(
  'PriceStatistics',
  responseSchema.object({
    lines: count('Lines that the figure was made of.'),
    projects: count('Projects that they are of.'),
    min: number('Smallest figure.'),
    p10: number('One line of ten has less.'),
    p50: number('Median.'),
    p90: number('One line of ten has more.'),
    max: number('Largest figure.'),
  }),
);

export const statistics = nullable(
  described(priceStatistics, 'Spread of the figures of own work; null where the figure was entered or read.'),
);

export const priceBookAnswer = exampled(
  named(
    'PriceBook',
    record({
      priceBookId: responseSchema.id('Same as id.'),
      ...priceBookInput.fields,
      rowCount: count('Number of rows.'),
      statistics,
    }),
  ),
  {
    id: exampleIds.priceBook,
    priceBookId: exampleIds.priceBook,
    ...newPriceBook,
    ...priceBookChanges,
    isActive: true,
    rowCount: 412,
  },
);
