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

const { count, described, nullable, number, text } = responseSchema;

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

const ofBook = {
  priceBookId: responseSchema.id('Same as id.'),
  ...priceBookInput.fields,
  rowCount: count('Number of rows.'),
  statistics,
};

const book = {
  id: exampleIds.priceBook,
  priceBookId: exampleIds.priceBook,
  ...newPriceBook,
  ...priceBookChanges,
  isActive: true,
  rowCount: 412,
};

export const priceBookAnswer = exampled(named('PriceBook', record(ofBook)), book);

export const linesOfBook = {
  code: 'OWN-PIPING',
  name: 'Own piping, carbon steel',
  projectIds: [exampleIds.project],
  approvedOnly: false,
  discipline: 'piping',
  groupBy: ['materialGroup'],
  size: { field: 'nominalPipeSize', bands: [2, 6, 12] },
  targets: ['unitManHours'],
  minLines: 1,
  currency: 'CAD',
};

const leftOut = named(
  'GroupsLeftOut',
  responseSchema.object({
    target: text('The target.'),
    groups: count('Groups with fewer than `minLines` lines, or of texts with more than 500 characters.'),
    lines: count('Lines of these groups.'),
  }),
);

export const bookFromLines = exampled(
  named(
    'PriceBookOfLines',
    record({
      ...ofBook,
      lines: count(
        'Lines that were read: those that have one of the targets, and a size where one is asked for.',
      ),
      projects: count('Projects that they are of.'),
      leftOut: responseSchema.list(leftOut, 'What became no row, by target.'),
    }),
  ),
  {
    ...{ ...book, code: linesOfBook.code, name: linesOfBook.name, description: null, isActive: false },
    ...{ priceSource: 'historical', year: null, quarter: null, country: null, rowCount: 1 },
    ...{ lines: 3, projects: 1, leftOut: [{ target: 'unitManHours', groups: 0, lines: 0 }] },
  },
);
