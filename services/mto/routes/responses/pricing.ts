import { figureChanges } from '@consulting/kernel/contracts/figure-changes';
import { responseSchema } from '@consulting/kernel/http';
import { exampled, named, plainValue, plainValues } from '@consulting/kernel/schema';
import { disciplines } from '@consulting/mto-engine';
import { lineSample } from './bulk';

const { object, list, nullable, count, number, text, id, choice, described } = responseSchema;

const target = text('Key of the field.');
const lines = count('Lines.');
const bookCode = text('Code of the price book.');
const rowCode = text('Code of the row in its book.');

const quantity = list(
  named(
    'QuantityOfLines',
    object({
      unitOfMeasure: nullable(text('Unit of measure of the quantity; null for lines without one.')),
      quantity: number('Sum of the quantities, in the unit of measure.'),
    }),
  ),
  'Quantity of the lines in each unit of measure.',
);

const failing = list(
  named(
    'FailingCondition',
    object({
      field: text('Key of the field that is looked at.'),
      wanted: {
        anyOf: [plainValue, { type: 'object', additionalProperties: true }],
        description:
          'The value of an equals condition, else the condition; of a driver that it is not empty.',
      },
      is: described(plainValue, 'What the line has.'),
      reason: choice(
        ['CONDITION', 'DRIVER', 'UNIT'],
        'What does not fit: a condition, a driver without a value, or a unit of another dimension.',
        'UnpricedReason',
      ),
    }),
  ),
  'What does not fit, of the row that fits best.',
);

const nearest = nullable(named('NearestPriceRow', object({ priceBook: bookCode, rowCode, failing })));

const coverage = list(
  named(
    'PriceCoverage',
    object({
      target,
      priced: count('Lines that a row has a price for.'),
      kept: count('Lines whose value may not be overwritten.'),
      unpriced: count('Lines that no row fits.'),
      ambiguous: count('Lines that several equal rows fit.'),
    }),
  ),
  'What became of each target.',
);

const rows = list(
  named('UsedPriceRow', object({ priceBook: bookCode, rowCode, target, lines, quantity })),
  'The 200 rows with most lines.',
);

const unpriced = list(
  named(
    'UnpricedLines',
    object({
      discipline: choice(disciplines, 'Discipline of the lines.', 'Discipline'),
      target,
      key: described(plainValues, 'What the lines have in the fields that rows of the books distinguish.'),
      lines,
      quantity,
      nearest: described(nearest, 'The row that fits best; null where the books have none for the target.'),
    }),
  ),
  'The first 200 groups of lines without a price, by their number.',
);

const ambiguous = list(
  named(
    'AmbiguousPriceRows',
    object({
      priceBook: nullable(bookCode),
      rows: list(text(), 'Codes of the first 100 of the equal rows.'),
      target,
      lines,
    }),
  ),
  'The 200 groups of equal rows with most lines.',
);

const compared = (before: number, after: number) => ({ before, after, difference: after - before });

export const linesPriced = exampled(
  named(
    'TakeoffLinesPriced',
    object(
      {
        matched: count('Lines that are selected.'),
        updated: count('Lines that have other values or other prices.'),
        unchanged: count('Lines that stay as they are, with their version.'),
        operationId: nullable(id('The operation, which can be undone; null where nothing was written.')),
        coverage,
        rows,
        unpriced,
        ambiguous,
        total: described(figureChanges, 'Figures of all lines of the project, or of its service.'),
      },
      { sample: lineSample },
    ),
  ),
  {
    matched: 60,
    updated: 48,
    unchanged: 12,
    operationId: null,
    coverage: [{ target: 'unitManHours', priced: 48, kept: 0, unpriced: 12, ambiguous: 0 }],
    rows: [
      {
        priceBook: 'NORMS-CS',
        rowCode: 'P-0612',
        target: 'unitManHours',
        lines: 48,
        quantity: [{ unitOfMeasure: 'm', quantity: 1322.5 }],
      },
    ],
    unpriced: [
      {
        discipline: 'piping',
        target: 'unitManHours',
        key: { nominalPipeSize: 30, materialGroup: 'duplex' },
        lines: 12,
        quantity: [{ unitOfMeasure: 'm', quantity: 85 }],
        nearest: {
          priceBook: 'NORMS-CS',
          rowCode: 'P-0630',
          failing: [{ field: 'materialGroup', wanted: 'carbon-steel', is: 'duplex', reason: 'CONDITION' }],
        },
      },
    ],
    ambiguous: [{ priceBook: 'NORMS-CS', rows: ['P-1', 'P-2'], target: 'unitManHours', lines: 27 }],
    total: {
      itemCount: compared(60, 60),
      totalManHours: compared(0, 25684),
      labourCost: compared(0, 3851600),
      materialCost: compared(0, 812000),
      equipmentCost: compared(0, 341000),
      subcontractCost: compared(0, 0),
      totalCost: compared(0, 5004600),
    },
  },
);
