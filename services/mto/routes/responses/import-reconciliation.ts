import { responseSchema } from '@consulting/kernel/http';
import { named } from '@consulting/kernel/schema';
import { type ImportReconciliation, moneyBases, totalRules } from '@consulting/mto-engine';

const { object, list, nullable, count, text, flag, choice, described } = responseSchema;

export const reconciliationExample: ImportReconciliation = {
  money: {
    basis: 'grand-total',
    inFile: '218890.00',
    stored: '35510.00',
    failedRows: '0',
    difference: '183380.00',
    agrees: false,
  },
  columns: [
    {
      sheet: 'boq',
      column: 'Y',
      header: 'AMOUNT',
      field: 'totalCost',
      inFile: '218890.00',
      stored: '35510.00',
      failedRows: '0',
      difference: '183380.00',
      converted: 0,
    },
  ],
  totals: {
    rule: 'calculated',
    differing: 1,
    inFile: '218890.00',
    calculated: '35510.00',
    items: [{ sheet: 'boq', row: 2, inFile: '218890.00', calculated: '35510.00' }],
  },
  totalRows: [{ sheet: 'boq', row: 3, column: 'Y', inFile: '218890.00', summed: '218890.00', agrees: true }],
  conversions: [],
};

const sheet = text('Name of the sheet.');
const column = text('Column letter as Excel shows it.');
const row = count('Row as Excel shows it.');

const reconciledColumn = named(
  'ReconciledColumn',
  object({
    sheet,
    column,
    header: text('Header text, its first 200 characters.'),
    field: nullable(text('Key of the field that the column is read as, or whose calculated value it has.')),
    inFile: text('Sum over the data rows, in the unit and currency of the file; exact decimal.'),
    stored: nullable(
      text(
        'Sum of what the lines have, in the same unit; null without a field, and where it is one of text.',
      ),
    ),
    failedRows: text('Sum over the rows that were not stored.'),
    difference: nullable(text('inFile - stored - failedRows; null where stored is.')),
    converted: count('Values that were brought to the unit of measure of the unit system.'),
  }),
);

const totals = object({
  rule: choice(totalRules, 'Which total counts where the two differ.', 'TotalRule'),
  differing: count('Rows whose total in the file is not the calculated one.'),
  inFile: text('Sum of these totals in the file.'),
  calculated: text('Sum of the calculated totals of the same rows.'),
  items: list(
    object({
      sheet,
      row,
      inFile: text('Total of the row in the file.'),
      calculated: text('Calculated total of its line.'),
    }),
    'The first 100 of these rows.',
  ),
});

const totalRow = object({
  sheet,
  row,
  column,
  inFile: text('What the row of sums says.'),
  summed: text('The sum of the rows above it, or of those since the row of sums before.'),
  agrees: flag('Whether the two are the same, to half a cent.'),
});

const conversion = object({
  sheet,
  column,
  currency: text('Currency of the column, ISO 4217.'),
  rate: text('Units of the currency of the project for one of it.'),
  rows: count('Amounts that were converted.'),
});

const money = object({
  basis: nullable(
    choice(
      moneyBases,
      'What the file says it comes to: its grand total, the sum of the column that is the product of quantity and price, or the sum of the column that is read as the total; null when it says nothing.',
      'MoneyBasis',
    ),
  ),
  inFile: nullable(text('What the file comes to, in its currency.')),
  stored: text('Total cost of the lines, in the same currency.'),
  failedRows: text('Sum of the rows that were not stored.'),
  difference: nullable(text('inFile - stored - failedRows.')),
  agrees: flag(
    'Whether the lines come to what the file comes to, to a cent; false also where failed rows have the rest.',
  ),
});

export const importReconciliation = described(
  nullable(
    named(
      'ImportReconciliation',
      object({
        money: described(money, 'Whether the money of the file is that of the lines.'),
        columns: list(
          reconciledColumn,
          'Every column with a number, read or not, also of sheets that were left out.',
        ),
        totals: described(totals, 'Totals of the file that are not the calculated ones.'),
        totalRows: list(totalRow, 'Rows of sums in the file.'),
        conversions: list(conversion, 'Columns in another currency.'),
      }),
    ),
  ),
  'What became of every figure of the file; null until the import has ended, and when no row was looked at.',
);
