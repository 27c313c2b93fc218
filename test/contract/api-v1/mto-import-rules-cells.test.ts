import { afterAll, describe, expect, test } from 'bun:test';
import { byRow, csvFile } from '../../support/import-file';
import { commonTakeoffImports, counts, places, valuesOf } from '../../support/takeoff-import';

const imports = await commonTakeoffImports();
const { sheet, file } = imports;

afterAll(() => imports.stop());

/** One line per value of the column; wrong cells as their code. */
async function read(column: string, key: string, values: readonly unknown[], parts: object = {}) {
  const rows = values.map((value, at) => [at + 1, 'x', 1, value]);
  const { task, lines } = await sheet([['Item No.', 'Description', 'Quantity', column], ...rows], {
    ...parts,
  });
  const byItem = new Map<unknown, unknown>(lines.map((line) => [line.itemNumber, line[key]]));
  for (const { row, code } of byRow(task.errors)) byItem.set((row ?? 0) - 1, code);
  return values.map((_, at) => byItem.get(at + 1));
}

describe('POST /api/v1/mto/import/async: numbers in text cells', () => {
  const price = (values: readonly unknown[], parts?: object) =>
    read('Unit Price', 'materialUnitPrice', values, parts);

  test('200 reads separators, blanks, signs, currency signs and parentheses', async () => {
    const given = [
      '1,234.50',
      '1.234,50',
      '1 234,5',
      '1\u00a0000',
      '$0.5',
      '5 €',
      'CA$5',
      '(100)',
      '-$5.25',
      '$-5',
      '(1 000.5)',
      '+5',
      '12e3',
      '\u22127',
      '-0',
    ];
    const expected = [1234.5, 1234.5, 1234.5, 1000, 0.5, 5, 5, -100, -5.25, -5, -1000.5, 5, 12000, -7, 0];
    expect(await price(given)).toEqual(expected);
  });

  test('200 refuses what is no number', async () => {
    const given = [
      'NaN',
      'Infinity',
      '1.2.3',
      '1,2,3',
      '12%',
      '1e400',
      '0x10',
      "1'000",
      '٣',
      '5 or 6',
      '(-5)',
      true,
    ];
    expect(await price(given)).toEqual(given.map(() => 'NOT_A_NUMBER'));
    const errors = ['#REF!', '#N/A', '#DIV/0!'];
    expect(await price(errors)).toEqual(errors.map(() => 'ERROR_CELL'));
  });

  test.each([
    [['1,234'], {}, ['AMBIGUOUS_NUMBER']],
    [['1.234', 5.5], {}, ['AMBIGUOUS_NUMBER', 5.5]],
    [['1,234', '0,5'], {}, [1.234, 0.5]],
    [['1,234', '1.5'], {}, [1234, 1.5]],
    [['1,234', '1,234,567'], {}, [1234, 1234567]],
    [['1,234', '1.5', '1,5'], {}, ['AMBIGUOUS_NUMBER', 1.5, 1.5]],
    [['1,234', '1.5', '1,5'], { decimalSeparator: ',' }, [1.234, 1.5, 1.5]],
    [['1,234', '1.234'], { decimalSeparator: ',' }, [1.234, 1234]],
    [['1,234', '1.5'], { decimalSeparator: ',' }, [1234, 1.5]],
    [['$1,234', '(1,234)'], { decimalSeparator: '.' }, [1234, -1234]],
  ])('200 %p with %p is %p', async (values, parts, expected) => {
    expect(await price(values, parts)).toEqual(expected);
  });

  test('200 a number cell is read to 15 digits and rounded to 6 decimals, below 10^12 in size', async () => {
    const given = [66.95999999999998, 0.1 + 0.2, 1e-7, 123456.7891234, 999999999999, 1e12, -1e12];
    expect(await price(given)).toEqual([66.96, 0.3, 0, 123456.789123, 999999999999, 'MAX', 'MAX']);
  });

  test('200 sizes in inches as people write them', async () => {
    const given = ['6"', '3/4"', '1 1/2"', '1-1/2"', '6 in', '1/2', '4"x1/2"x1', '6.5', '1/0"'];
    const expected = [6, 0.75, 1.5, 1.5, 6, 0.5, 'NOT_A_NUMBER', 6.5, 'NOT_A_NUMBER'];
    expect(await read('NPS', 'nominalPipeSize', given)).toEqual(expected);
    expect(await read('OD (in)', 'outsideDiameter', ['4 1/2"', 4.5])).toEqual([114.3, 114.3]);
  });
});

describe('POST /api/v1/mto/import/async: other cells', () => {
  test('200 dates in the forms of people and programs', async () => {
    const given = [
      '2026-03-04',
      '04-Mar-2026',
      '4 March 2026',
      '2026-03-04T10:00:00',
      new Date(Date.UTC(2026, 2, 4)),
      '20260304',
      '04/03/26',
      45000,
    ];
    const day = '2026-03-04';
    expect(await read('Takeoff Date', 'takeoffDate', given)).toEqual([
      day,
      day,
      day,
      day,
      day,
      'FORMAT',
      'FORMAT',
      'FORMAT',
    ]);
  });

  test.each([
    [
      ['03/04/2026', '05/05/2026'],
      ['AMBIGUOUS_DATE', '2026-05-05'],
    ],
    [
      ['03/04/2026', '31/12/2026'],
      ['2026-04-03', '2026-12-31'],
    ],
    [
      ['03/04/2026', '12/31/2026'],
      ['2026-03-04', '2026-12-31'],
    ],
    [
      ['03/04/2026', '12/31/2026', '31/12/2026'],
      ['AMBIGUOUS_DATE', '2026-12-31', '2026-12-31'],
    ],
  ])('200 %p is %p', async (values, expected) => {
    expect(await read('Takeoff Date', 'takeoffDate', values)).toEqual(expected);
  });

  test('200 booleans, choices and units of measure by their usual spellings', async () => {
    const booleans = ['Y', 'no', 'x', '1', 0, true, 'TRUE', 'maybe'];
    expect(await read('PWHT', 'pwhtRequired', booleans)).toEqual([
      true,
      false,
      true,
      true,
      false,
      true,
      true,
      'TYPE',
    ]);
    const groups = ['ss 316-L', 'Carbon Steel', 'CARBON_STEEL', 'CS', 'wood'];
    expect(await read('Material Group', 'materialGroup', groups)).toEqual([
      'stainless-steel',
      'carbon-steel',
      'carbon-steel',
      'carbon-steel',
      'ENUM',
    ]);
    const units = ['Each', 'EA.', 'LIN FT', 'sq.m', 'M²', 'widgets', 'x'.repeat(17)];
    expect(await read('UOM', 'unitOfMeasure', units)).toEqual([
      'EA',
      'EA',
      'ft',
      'm2',
      'm2',
      'widgets',
      'MAX_LENGTH',
    ]);
  });

  test('200 codes keep leading zeros, numbers in text columns are shown as Excel shows them', async () => {
    const given = [
      '007',
      7,
      0.1 + 0.2,
      true,
      ' a  b ',
      new Date(Date.UTC(2026, 2, 4)),
      'a\u0000b',
      'z'.repeat(61),
    ];
    expect(await read('Item Code', 'itemCode', given)).toEqual([
      '007',
      '7',
      '0.3',
      'TRUE',
      'a  b',
      '2026-03-04',
      'INVALID_CHARACTER',
      'MAX_LENGTH',
    ]);
  });

  test('200 the text of an Excel error in a list is an error cell in every column', async () => {
    const { task } = await file(
      csvFile('Item No.,Description,Quantity\n1,#REF!,2\n2,Pipe,#N/A\n3,# of bolts,1\n', 'piping.csv'),
    );
    expect(places(task.errors)).toEqual([
      'piping!B2 description ERROR_CELL',
      'piping!C3 quantity ERROR_CELL',
    ]);
    expect(counts(task)).toEqual([1, 0, 0, 2, 0]);
  });

  test('200 a line with only quantity and total keeps its total, beside an empty override too', async () => {
    const { lines } = await sheet([
      ['Item No.', 'Quantity', 'Unit Price', 'Total', 'Total Cost Override'],
      [1, 10, null, 500, null],
      [2, 10, null, 500, 300],
      [3, 10, 5, 500, null],
      [4, 10, null, 0, null],
    ]);
    expect(valuesOf(lines, 'totalCost', 'totalCostOverride')).toEqual([
      [500, 500],
      [300, 300],
      [50, null],
      [0, null],
    ]);
  });
});
