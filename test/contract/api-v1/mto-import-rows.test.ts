import { afterAll, describe, expect, test } from 'bun:test';
import { csvFile, workbookFile } from '../../support/import-file';
import { commonTakeoffImports, counts, places, valuesOf } from '../../support/takeoff-import';

const imports = await commonTakeoffImports();
const { sheet, file } = imports;

afterAll(() => imports.stop());

const header = ['Item No.', 'Description', 'Qty', 'UOM', 'Amount'];
const money = (lines: readonly Record<string, unknown>[]) =>
  lines.reduce((sum, { totalCost }) => sum + Number(totalCost), 0);
const entries = (task: Record<string, unknown>) =>
  (task.reconciliation as { columns: Record<string, unknown>[] }).columns.map((one) => [
    ...[one.sheet, one.column, one.field, one.inFile, one.stored, one.difference],
  ]);

describe('POST /api/v1/mto/import/async: total rows', () => {
  test.each([
    ['of the smallest bill, with a zero copied down', [[null, null, 0, null, 30.5]]],
    ['with zeros copied down in all other columns', [[0, null, 0, null, 30.5]]],
    ['with a dash for zero', [[null, null, ' - ', null, 30.5]]],
    ['that begin with the word', [[null, 'TOTAL OF SECTION A', null, null, 30.5]]],
    ['behind a code', [['A', 'Sub-total, earthwork', 0, null, 30.5]]],
    [
      'that are carried on',
      [
        [null, 'Carried to summary', null, null, 30.5],
        [null, 'Brought forward', null, null, 30.5],
      ],
    ],
    [
      'in French',
      [
        [null, 'Sous-total HT', null, null, 30.5],
        [null, 'MONTANT TOTAL HT', null, null, 30.5],
      ],
    ],
    [
      'in German',
      [
        [null, 'Summe Titel 01', null, null, 30.5],
        [null, 'Übertrag', null, null, 30.5],
      ],
    ],
    ['in Spanish', [[null, 'Total capítulo 1', null, null, 30.5]]],
    [
      'in Thai and Arabic',
      [
        [null, 'รวมเงิน', null, null, 30.5],
        [null, 'المجموع', null, null, 30.5],
      ],
    ],
  ])('200 %s are left out', async (_, totals) => {
    const { task, lines } = await sheet([header, [1, 'a', 2, 'm', 10], [2, 'b', 3, 'm', 20.5], ...totals]);
    expect(counts(task)).toEqual([2, 0, 0, 0, 0]);
    expect(money(lines)).toBe(30.5);
    const { totalRows } = task.reconciliation as { totalRows: object[] };
    expect(totalRows).toMatchObject(totals.map(() => ({ column: 'E', inFile: '30.50', agrees: true })));
  });

  test('200 sums of sections, of single rows and of sums are left out on every level', async () => {
    const { task, lines } = await sheet([
      header,
      ['A', 'EARTHWORK'],
      [1, 'a', 2, 'm', 10],
      [2, 'b', 3, 'm', 20.5],
      [null, null, 0, null, 30.5],
      ['B', 'CONCRETE'],
      [3, 'c', 1, 'm3', 100],
      [null, null, 0, null, 100],
      [null, null, 0, null, 130.5],
      ['C', 'STEEL'],
      [4, 'd', 1, 't', 7],
      [5, 'e', 1, 't', 8],
      [null, null, null, null, 15],
      [null, null, null, null, 145.5],
    ]);
    expect(counts(task)).toEqual([5, 0, 0, 0, 0]);
    expect(money(lines)).toBe(145.5);
    const { totalRows } = task.reconciliation as { totalRows: { row: number; agrees: boolean }[] };
    expect(totalRows.map(({ row, agrees }) => [row, agrees])).toEqual([
      [5, true],
      [8, true],
      [9, true],
      [13, true],
      [14, true],
    ]);
  });

  test('200 a line is no total although its figure is a sum or its text begins like one', async () => {
    const { task, lines } = await sheet([
      header,
      [1, 'a', 2, 'm', 10],
      [2, 'b', 3, 'm', 20],
      [3, 'c', 1, 'm', 30],
      [null, 'Valves of the line above', 1, null, 60],
      [4, 'Total station hire', 1, 'EA', 500],
      [5, 'Total power supply', 1, null, 7],
      [null, null, 5, 'm', 67],
    ]);
    expect(counts(task)).toEqual([7, 0, 0, 0, 0]);
    expect(lines).toHaveLength(7);
  });
});

describe('POST /api/v1/mto/import/async: cells under no header', () => {
  const notes = [
    header,
    [1, 'a', 2, 'm', 10, null, 'measured on site'],
    [2, 'b', 3, 'm', 20, 4.25],
    [null, null, null, null, null, null, 'see drawing 7'],
    [3, 'c', 3, 'm', 20, 1.5],
  ];

  test('200 fail no row of a workbook: one warning for each column, and an entry for its numbers', async () => {
    const { task, lines } = await sheet(notes);
    expect(counts(task)).toEqual([3, 0, 0, 0, 0]);
    expect(lines).toHaveLength(3);
    const headerless = task.warnings.filter(({ code }) => code === 'HEADERLESS_COLUMN');
    expect(places(headerless)).toEqual(['Piping!F HEADERLESS_COLUMN', 'Piping!G HEADERLESS_COLUMN']);
    expect(entries(task)).toContainEqual(['Piping', 'F', null, '5.75', null, null]);
    expect(places(task.warnings)).toContain('Piping!4 ROW_LEFT_OUT');
  });

  test('200 are read when a mapping names the column', async () => {
    const { task, lines } = await sheet(notes, {
      mapping: { '[F]': 'unitManHours', 'Piping![G]': 'remarks' },
    });
    expect(counts(task)).toEqual([3, 0, 0, 0, 0]);
    expect(places(task.warnings)).toContain('Piping!4 ROW_LEFT_OUT');
    expect(valuesOf(lines, 'unitManHours', 'remarks')).toEqual([
      [null, 'measured on site'],
      [4.25, null],
      [1.5, null],
    ]);
    expect(entries(task)).toContainEqual(['Piping', 'F', 'unitManHours', '5.75', '5.75', '0']);
  });

  test('200 come back behind the table in the workbook of failed rows, RAGGED_ROW in delimited text alone', async () => {
    const { task } = await sheet([header, [1, 'a', 'x', 'm', 10, null, 'note'], [2, 'b', 3, 'm', 20]]);
    expect(places(task.errors)).toEqual(['Piping!C2 quantity NOT_A_NUMBER']);
    const csv = await file(csvFile('Item No.,Description,Qty\n1,Pipe,5,extra\n2,Pipe,5\n', 'piping.csv'), {
      discipline: 'piping',
    });
    expect(csv.task.errors.map(({ code }) => code)).toEqual(['RAGGED_ROW']);
  });
});

describe('POST /api/v1/mto/import/async: every column with a number is reconciled', () => {
  test('200 read as text, under no header, and of sheets that were left out', async () => {
    const { task } = await file(
      workbookFile({
        Piping: [
          ['Item No.', 'Description', 'Qty', 'Tag', null],
          [1, 'a', 2, 7, 0.5],
          [2, 'b', 3, 'T-8', null],
        ],
        Notes: [
          ['Name of the subject', 'Figure', 'Other'],
          ['Depth', 1.1, 'x'],
          ['Width', 2.2, 'y'],
        ],
        Unasked: [header, [1, 'a', 2, 'm', 10.1], [2, 'b', 3, 'm', 10.2]],
      }),
      { sheet: ['Piping', 'Notes'] },
    );
    expect(entries(task)).toEqual([
      ['Piping', 'A', 'itemNumber', '3', '3', '0'],
      ['Piping', 'C', 'quantity', '5', '5', '0'],
      ['Piping', 'D', 'tag', '7', null, null],
      ['Piping', 'E', null, '0.5', null, null],
      ['Notes', 'B', null, '3.3', null, null],
      ['Unasked', 'A', null, '3', null, null],
      ['Unasked', 'C', null, '5', null, null],
      ['Unasked', 'E', null, '20.3', null, null],
    ]);
  });
});

describe('POST /api/v1/mto/import/async: numbered headings', () => {
  test.each([1, 1.1, 'A', 'IV.', '01.02', '2.3.1'])('200 %p and a text head a section', async (code) => {
    const { task, lines } = await sheet([header, [code, 'EARTHWORK', null, null, 0], [7, 'a', 2, 'm', 10]], {
      headings: 'area',
    });
    expect(counts(task)).toEqual([1, 0, 0, 0, 0]);
    expect(lines).toMatchObject([{ area: `${code} EARTHWORK` }]);
  });

  test('200 a row with a unit, a quantity or an amount heads none', async () => {
    const { task } = await sheet([
      header,
      [1, 'a', null, 'm', null],
      [2, 'b', null, null, 5],
      [3, 'c', 0, null, null],
      [4, 'd', 2, 'm', 10],
    ]);
    expect(task.warnings.filter(({ code }) => code === 'ROW_LEFT_OUT')).toEqual([]);
    expect(counts(task)).toEqual([2, 0, 0, 2, 0]);
  });
});

describe('POST /api/v1/mto/import/async: headerRow', () => {
  const bare = [
    ['Pipe 6 in', 12.5, 'm', 100],
    ['Elbow 6 in', 4, 'EA', 20.5],
    ['Flange 6 in', 2, 'EA', 30],
  ];
  const letters = { '[A]': 'description', '[B]': 'quantity', '[C]': 'unitOfMeasure', '[D]': 'totalCost' };

  test('200 a file without headers that letters map loses nothing', async () => {
    const { task, lines } = await sheet(bare, { mapping: letters });
    expect(counts(task)).toEqual([3, 0, 0, 0, 0]);
    expect(lines).toMatchObject([{ description: 'Pipe 6 in' }, { quantity: 4 }, { totalCost: 30 }]);
    expect(places(task.warnings)).toEqual(['Piping! NO_HEADER']);
    expect(entries(task)).toContainEqual(['Piping', 'D', 'totalCost', '150.50', '150.50', '0']);
  });

  test('200 names the row for one sheet, 0 none, for every other sheet as well', async () => {
    const above = [['Description', 'Qty', 'UOM', 'Amount'], ['Offer', 'Quantity', 'Unit', 'Total'], ...bare];
    const { task, lines } = await file(workbookFile({ Piping: above, Steel: bare }), {
      headerRow: ['Piping!2', '0'],
      mapping: { 'Steel![A]': 'description', 'Steel![B]': 'quantity', offer: 'description' },
      sheet: ['Piping', 'Steel'],
      discipline: 'piping',
    });
    expect(counts(task)).toEqual([6, 0, 0, 0, 0]);
    expect(lines.filter(({ description }) => description === 'Pipe 6 in')).toHaveLength(2);
  });

  test('422 what is no row', async () => {
    for (const headerRow of ['x', '-1', 'Piping!', '1001'])
      await expect(sheet(bare, { headerRow: [headerRow] })).rejects.toThrow('422');
  });

  test('200 a row that repeats one word is no header row', async () => {
    const { task, lines } = await sheet([
      ['Total', 'Total', 'Total', 'Total', 'Total'],
      header,
      [1, 'a', 2, 'm', 10],
    ]);
    expect(counts(task)).toEqual([1, 0, 0, 0, 0]);
    expect(lines).toMatchObject([{ description: 'a', totalCost: 10 }]);
  });

  test('200 groups above the names and units below make one header, whose column numbers are no row', async () => {
    const { task, lines } = await sheet([
      ['TENDER FOR THE TANK FARM'],
      ['S.N.', 'Description of works', 'Unit', 'Quantity', 'Material', null, 'Amount', null],
      [null, null, null, null, 'Unit Price', 'Supplier', 'In figures', 'In words'],
      [1, 2, 3, 4, 5, 6, 7, 8],
      [1, 'Pipe', 'm', 2, 10, 'ACME', 20, 'twenty'],
    ]);
    expect(counts(task)).toEqual([1, 0, 0, 0, 0]);
    expect(lines).toMatchObject([{ itemNumber: 1, quantity: 2, materialUnitPrice: 10, supplier: 'ACME' }]);
  });
});
