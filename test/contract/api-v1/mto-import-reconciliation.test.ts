import { afterAll, describe, expect, test } from 'bun:test';
import { csvFile, workbookFile } from '../../support/import-file';
import { commonTakeoffImports, counts } from '../../support/takeoff-import';

const imports = await commonTakeoffImports();
const { sheet, file } = imports;

afterAll(() => imports.stop());

const header = ['Item No.', 'Description', 'QTY', 'UOM', 'Unit Price', 'AMOUNT', 'Internal budget'];
const columnsOf = (task: Record<string, unknown>) =>
  Object.fromEntries(
    (task.reconciliation as { columns: Record<string, unknown>[] }).columns.map((one) => [
      one.header,
      [one.field, one.inFile, one.stored, one.failedRows, one.difference],
    ]),
  );

describe('POST /api/v1/mto/import/async: reconciliation', () => {
  test('200 every figure of the file is in a line, in a row that failed, or in the difference', async () => {
    const { task, lines } = await sheet([
      header,
      [1, 'Door', 2, 'EA', 17755, 218890, 7],
      [2, 'Window', 3, 'EA', 100.5, 301.5, 8.25],
      [3, 'Wall', 'x', 'm2', 10, 40, 9],
    ]);
    expect(lines).toMatchObject([{ totalCost: 35510 }, { totalCost: 301.5 }]);
    expect(columnsOf(task)).toEqual({
      'Item No.': ['itemNumber', '6', '3', '3', '0'],
      QTY: ['quantity', '5', '5', '0', '0'],
      'Unit Price': ['materialUnitPrice', '17865.5', '17855.5', '10', '0'],
      AMOUNT: ['totalCost', '219231.50', '35811.50', '40.00', '183380.00'],
      'Internal budget': [null, '24.25', null, '9', null],
    });
    expect(task.reconciliation).toMatchObject({
      totals: {
        ...{ rule: 'calculated', differing: 1, inFile: '218890.00', calculated: '35510.00' },
        items: [{ sheet: 'Piping', row: 2, inFile: '218890.00', calculated: '35510.00' }],
      },
      totalRows: [],
      conversions: [],
    });
    expect(task.warnings.find(({ code }) => code === 'TOTAL_DIFFERS')).toMatchObject({
      ...{ field: 'totalCost', rows: [2], count: 1, value: '218890.00' },
      message: expect.stringContaining('218890.00 in the file and 35510.00 calculated'),
    });
  });

  test('200 totals=file keeps the total of the file where it differs', async () => {
    const { task, lines } = await sheet(
      [header, [1, 'Door', 2, 'EA', 17755, 218890, 7], [2, 'Window', 3, 'EA', 100.5, 301.5, 8]],
      { totals: 'file' },
    );
    expect(lines).toMatchObject([
      { totalCost: 218890, totalCostOverride: 218890 },
      { totalCost: 301.5, totalCostOverride: null },
    ]);
    expect(columnsOf(task).AMOUNT).toEqual(['totalCost', '219191.50', '219191.50', '0', '0']);
    expect(task.reconciliation).toMatchObject({
      totals: { rule: 'file', differing: 1, calculated: '35510.00' },
    });
    expect(task.warnings.map(({ code }) => code)).not.toContain('TOTAL_DIFFERS');
  });

  test('200 rows of sums are left out and compared, with the word Total and without any text', async () => {
    const { task, lines } = await sheet([
      header,
      [1, 'Door', 2, 'EA', 10, 20, 1],
      [2, 'Window', 3, 'EA', 10, 30, 2],
      [null, 'Subtotal', null, null, null, 50, null],
      [3, 'Wall', 4, 'm2', 10, 40, 3],
      [4, 'Roof', 5, 'm2', 10, 50, 4],
      [null, null, null, null, null, 90, 7],
      [null, 'Total', null, null, null, 150, null],
    ]);
    expect(counts(task)).toEqual([4, 0, 0, 0, 0]);
    expect(lines).toHaveLength(4);
    expect((task.reconciliation as { totalRows: object[] }).totalRows).toEqual([
      { sheet: 'Piping', row: 4, column: 'F', inFile: '50.00', summed: '50.00', agrees: true },
      { sheet: 'Piping', row: 7, column: 'F', inFile: '90.00', summed: '90.00', agrees: true },
      { sheet: 'Piping', row: 7, column: 'G', inFile: '7', summed: '7', agrees: true },
      { sheet: 'Piping', row: 8, column: 'F', inFile: '150.00', summed: '140.00', agrees: false },
    ]);
  });

  test('200 a rate that a crew replaces, and calculated columns of another tool, show what is stored', async () => {
    const { system } = imports;
    const target = imports.target();
    system.records.addCrew(target.serviceId, { crewCode: 'PF-01', labourRate: '100', equipmentRate: '20' });
    const { task } = await file(
      workbookFile({
        Piping: [
          [
            'Description',
            'Quantity',
            'UOM',
            'Crew Code',
            'Labour Rate',
            'Labour Rate Source',
            'Unit MH',
            'Labour Cost',
          ],
          ['Pipe', 10, 'm', 'PF-01', 80, 'crew', 2, 1600],
        ],
      }),
      {},
      target,
    );
    expect(columnsOf(task)).toMatchObject({
      'Labour Rate': ['labourRate', '80', '100', '0', '-20'],
      'Labour Cost': ['labourCost', '1600.00', '2000.00', '0', '-400.00'],
    });
  });

  test('200 a dry run has the same, an upsert that changes nothing as well', async () => {
    const rows = [header, [1, 'Door', 2, 'EA', 10, 99, 1]];
    const sent = workbookFile({ Piping: rows });
    const dry = await file(sent, { dryRun: true });
    const run = await file(sent, {}, dry.target);
    expect(dry.task.reconciliation).toEqual(run.task.reconciliation as object);
    expect(dry.task.warnings).toEqual(run.task.warnings);
    const again = await file(sent, { mode: 'upsert', force: true }, dry.target);
    expect(columnsOf(again.task).QTY).toEqual(['quantity', '2', '2', '0', '0']);
  });

  test('200 numbers in the texts of a CSV file are summed as they are read', async () => {
    const { task } = await file(
      csvFile('Description;Qty;UOM;Betrag\nRohr;1.234,5;m;7,25\nBogen;2,25;m;1.000\n', 'piping.csv'),
      { discipline: 'piping' },
    );
    expect(columnsOf(task)).toMatchObject({
      Qty: ['quantity', '1236.75', '1236.75', '0', '0'],
    });
  });
});

describe('POST /api/v1/mto/import/async: headings', () => {
  const rows = [
    ['Description', 'Tag', 'Quantity', 'UOM'],
    ['AREA 100'],
    ['Pipe', 'P-1', 5, 'm'],
    ['Level 2', 'North'],
    ['Elbow', 'E-1', 2, 'EA'],
  ];

  test('200 rows that head a section are left out, counted, and named in one warning', async () => {
    const { task, lines } = await sheet(rows);
    expect(counts(task)).toEqual([2, 0, 0, 0, 0]);
    expect(lines).toMatchObject([{ description: 'Pipe' }, { description: 'Elbow' }]);
    expect(task.warnings).toMatchObject([
      {
        ...{ code: 'ROW_LEFT_OUT', row: 2, rows: [2, 4], count: 2 },
        message: 'Rows that head a section are left out: 2 "AREA 100", 4 "Level 2 North"',
      },
    ]);
  });

  test('200 with a field key their text fills that field of the rows below', async () => {
    const { lines } = await sheet(rows, { headings: 'area' });
    expect(lines).toMatchObject([{ area: 'AREA 100' }, { area: 'Level 2 North' }]);
  });

  test('422 a field that is no text, that there is not, or that is calculated', async () => {
    for (const headings of ['quantity', 'nonsense', 'labourCost']) {
      await expect(sheet(rows, { headings })).rejects.toThrow('422');
    }
  });
});
