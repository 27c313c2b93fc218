import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { csvFile, type FormParts, importFile, linesOf, workbookFile } from '../../support/import-file';
import { commonImportSystem, type ImportSystem, messageKeys } from '../../support/import-system';
import { expectedFigures } from '../../support/piping-takeoff';

let system: ImportSystem;

beforeAll(async () => {
  system = await commonImportSystem();
});

afterAll(async () => {
  await system.stop();
});

const header = ['Item No.', 'Description', 'Qty', 'UOM'];
const pipe = (item: number, quantity: unknown = 12.5) => [item, `Pipe ${item}`, quantity, 'm'];
const importCsv = async (text: string, parts: FormParts = {}) => {
  const target = system.newTarget();
  const task = await importFile(system, target, csvFile(text, 'piping.csv'), parts);
  return { task, lines: await linesOf(system, target) };
};

describe('rule 4: numbers, dates, choices', () => {
  test('a column decides how its numbers are read, else decimalSeparator, else AMBIGUOUS_NUMBER', async () => {
    const text = 'Item No.;Qty;Waste %;Unit Price\n1;1,234;5;1,234\n2;12,5;7,5;2\n';
    const { task, lines } = await importCsv(text);
    expect(messageKeys(task.errors)).toEqual(['AMBIGUOUS_NUMBER materialUnitPrice D2']);
    expect(task.errors[0]).toMatchObject({ sheet: 'piping', value: '1,234' });
    expect(lines).toMatchObject([{ itemNumber: 2, quantity: 12.5, wasteFactorPercent: 7.5 }]);
    const point = await importCsv(text, { decimalSeparator: '.' });
    expect(point.lines).toMatchObject([
      { quantity: 1.234, materialUnitPrice: 1234 },
      { materialUnitPrice: 2 },
    ]);
    const comma = await importCsv(text, { decimalSeparator: ',' });
    expect(comma.lines).toMatchObject([{ quantity: 1.234, materialUnitPrice: 1.234 }, {}]);
  });

  test('a column decides the order of its dates, else AMBIGUOUS_DATE', async () => {
    const { task, lines } = await importCsv(
      'Item No.,Qty,Takeoff Date,Quote Date\n1,1,05/07/2025,05/07/2025\n2,1,21/07/2025,21-Jul-2025\n3,1,2025-07-01,6/6/2025\n',
    );
    expect(messageKeys(task.errors)).toEqual(['AMBIGUOUS_DATE quoteDate D2']);
    expect(lines).toMatchObject([
      { takeoffDate: '2025-07-21', quoteDate: '2025-07-21' },
      { takeoffDate: '2025-07-01', quoteDate: '2025-06-06' },
    ]);
  });

  test('cells of a workbook: dates, booleans, long fractions, codes as numbers', async () => {
    const { task, lines } = await system.importRows([
      [...header, 'Takeoff Date', 'PWHT', 'Tag', 'Revision', 'End Type', 'Rating'],
      [
        1,
        'Pipe',
        66.95999999999998,
        'EACH',
        new Date(Date.UTC(2025, 6, 21)),
        true,
        '007',
        3,
        'Butt Weld',
        150,
      ],
      ['2', 'Pipe', '(1 234,5)', 'm.', '21-Jul-2025', 'X', 42, 'A', 'bw', 'CL150'],
    ]);
    expect(task.errors).toEqual([
      expect.objectContaining({ code: 'MIN', column: 'C', row: 3, value: '(1 234,5)' }),
    ]);
    expect(lines).toMatchObject([
      {
        quantity: 66.96,
        unitOfMeasure: 'EA',
        takeoffDate: '2025-07-21',
        pwhtRequired: true,
        tag: '007',
        revision: '3',
        endType: 'butt-weld',
        pressureRating: '150',
      },
    ]);
  });

  test('inches are read as they are written, and what is no size is no number', async () => {
    const rows = ['6"', '3/4"', '1 1/2"', '4"-1/2"'].map((size, at) => [at + 1, 'Pipe', 1, 'm', size]);
    const { task, lines } = await system.importRows([[...header, 'NPS'], ...rows]);
    expect(lines.map(({ nominalPipeSize }) => nominalPipeSize)).toEqual([6, 0.75, 1.5]);
    expect(messageKeys(task.errors)).toEqual(['NOT_A_NUMBER nominalPipeSize E5']);
  });

  test('every wrong cell is named by sheet, row and column', async () => {
    const { task, lines } = await system.importRows(
      [
        ['Takeoff of unit 100'],
        [],
        [
          ...header,
          'NPS',
          'End Type',
          'PWHT',
          'Takeoff Date',
          'Waste %',
          'Tag',
          'Subcontractor ID',
          'Currency',
        ],
        ['x', null, null, null, 'NaN', 'glued', 'maybe', 'soon', 101, 'x'.repeat(81), 'ACME', 'USD'],
        [1.5, 'Pipe', -1, 'm', 1e12, null, null, null, null, null, crypto.randomUUID(), 'cad'],
        pipe(3),
      ],
      { mapping: { '[A]': 'itemNumber' } },
    );
    expect(task).toMatchObject({
      status: 'completed-with-errors',
      errorCount: 14,
      result: { imported: 1, failed: 2 },
    });
    expect(messageKeys(task.errors)).toEqual([
      'NOT_A_NUMBER itemNumber A4',
      'NOT_A_NUMBER nominalPipeSize E4',
      'ENUM endType F4',
      'TYPE pwhtRequired G4',
      'FORMAT takeoffDate H4',
      'MAX wasteFactorPercent I4',
      'MAX_LENGTH tag J4',
      'FORMAT subcontractorId K4',
      'REQUIRED quantity C4',
      'REFERENCE currency L4',
      'TYPE itemNumber A5',
      'MIN quantity C5',
      'MAX nominalPipeSize E5',
      'REFERENCE subcontractorId K5',
    ]);
    expect(task.errors[0]).toEqual({
      sheet: 'Piping',
      row: 4,
      rows: [4],
      count: 1,
      column: 'A',
      field: 'itemNumber',
      value: 'x',
      code: 'NOT_A_NUMBER',
      message: 'Item No. "x" is not a number',
    });
    expect(lines).toHaveLength(1);
  });

  test('a subcontractor that is not of the project is REFERENCE, one that is is stored', async () => {
    const target = system.newTarget();
    const known = system.records.addSubcontractor(target.projectId);
    const rows = [
      [...header, 'Subcontractor ID'],
      [...pipe(1), known],
      [...pipe(2), crypto.randomUUID()],
    ];
    const task = await importFile(system, target, workbookFile({ Piping: rows }));
    expect(messageKeys(task.errors)).toEqual(['REFERENCE subcontractorId E3']);
    expect(await linesOf(system, target)).toMatchObject([{ subcontractorId: known }]);
  });
});

describe('rule 6: data rows', () => {
  test('totals, the example row and blank rows are counted nowhere', async () => {
    const { task, lines } = await system.importRows([
      ['MTO ID', ...header],
      ['Example', 1, 'An example', 5, 'm'],
      [null, ...pipe(1)],
      [null, null, null, null, null],
      [null, 'Subtotal', null, 99, null],
      [null, ...pipe(2)],
      [null, null, 'Total', 198, null],
      [null, 3, 'Total station', 1, 'EA'],
    ]);
    expect(task).toMatchObject({ status: 'completed', progress: { current: 3, total: 3 } });
    expect(messageKeys(task.warnings)).toEqual([
      'ROW_LEFT_OUT 2',
      'ROW_LEFT_OUT 5',
      'TOTAL_DIFFERS D5',
      'ROW_LEFT_OUT 7',
      'TOTAL_DIFFERS D7',
    ]);
    expect(lines.map(({ description }) => description)).toEqual(['Pipe 1', 'Pipe 2', 'Total station']);
  });

  test('a line without description or unit of measure is stored with a warning', async () => {
    const { task } = await system.importRows([header, [1, null, 5, null], pipe(2)]);
    expect(task.result).toMatchObject({ imported: 2 });
    expect(messageKeys(task.warnings)).toEqual(['REQUIRED description B2', 'REQUIRED unitOfMeasure D2']);
  });
});

describe('rule 8: invalid rows', () => {
  test('all rows invalid: failed with ALL_ROWS_INVALID, the errors and the counts', async () => {
    const { task, lines } = await system.importRows([header, pipe(1, 'x'), pipe(2, null)]);
    expect(task).toMatchObject({
      status: 'failed',
      error: { code: 'ALL_ROWS_INVALID' },
      result: { imported: 0, failed: 2 },
      errorCount: 2,
    });
    expect(lines).toEqual([]);
  });

  test('a row with more cells than headers is RAGGED_ROW', async () => {
    const { task } = await importCsv('Item No.,Description,Qty\n1,Pipe,5,extra\n2,Pipe,5,,\n3,Pipe,5\n');
    expect(messageKeys(task.errors)).toEqual(['RAGGED_ROW D2']);
    expect(task.result).toMatchObject({ imported: 2, failed: 1 });
  });

  test('characters that cannot be stored are INVALID_CHARACTER', async () => {
    const { task, lines } = await system.importRows([
      header,
      [1, 'a_x0000_b', 5, 'm'],
      [2, '_x0041__x005F_', 5, 'm'],
    ]);
    expect(messageKeys(task.errors)).toEqual(['INVALID_CHARACTER description B2']);
    expect(task.errors[0]?.value).toBe('a\ufffdb');
    expect(lines).toMatchObject([{ description: 'A_' }]);
  });

  test('errors of one column and kind of value are one, with the first hundred rows, and counted exactly', async () => {
    const rows = Array.from({ length: 1200 }, (_, at) => pipe(at + 1, at === 0 ? 1 : 'x'));
    const { task } = await system.importRows([header, ...rows]);
    expect(task.errorCount).toBe(1199);
    expect(task.errors).toMatchObject([
      { row: 3, rows: Array.from({ length: 100 }, (_, at) => at + 3), count: 1199 },
    ]);
    expect(task.result).toMatchObject({ imported: 1, failed: 1199 });
  });
});

describe('rule 9: defaults', () => {
  test('fill fields that have no column, never empty cells of a column', async () => {
    const { task, lines } = await system.importRows(
      [
        ['Item No.', 'Description', 'UOM'],
        [1, 'Valve', null],
        [2, 'Valve', 'SET'],
      ],
      { defaults: { quantity: 1, unitOfMeasure: 'EA', area: 'A-100', takeoffDate: '2025-07-21' } },
    );
    expect(messageKeys(task.warnings)).toEqual([
      'DEFAULT_NOT_USED unitOfMeasure C',
      'REQUIRED unitOfMeasure C2',
    ]);
    expect(lines).toMatchObject([
      { quantity: 1, unitOfMeasure: null, area: 'A-100', takeoffDate: '2025-07-21' },
      { quantity: 1, unitOfMeasure: 'SET' },
    ]);
  });

  test('name the discipline of rows that name none', async () => {
    const target = system.newTarget();
    const task = await importFile(system, target, workbookFile({ Sheet1: [header, pipe(1)] }), {
      defaults: { discipline: 'civil' },
    });
    expect(task.status).toBe('completed');
    expect(await linesOf(system, target)).toMatchObject([{ discipline: 'civil' }]);
  });
});

describe('what an import calculates and matches', () => {
  test('the piping takeoff has the expected figures', async () => {
    const target = system.newTarget();
    const bytes = await Bun.file(`${import.meta.dir}/../../../example/data/piping-mto.csv`).bytes();
    const task = await importFile(system, target, new File([bytes], 'piping-mto.csv'));
    expect(task).toMatchObject({ status: 'completed', result: { imported: 60, failed: 0 } });
    const lines = await linesOf(system, target);
    for (const [at, figures] of (await expectedFigures()).entries()) {
      for (const [key, text] of Object.entries(figures))
        expect([key, at, lines[at]?.[key]]).toEqual([
          key,
          at,
          text === '' ? null : lineValue(lines[at]?.[key], text),
        ]);
    }
  });

  test('crews, WBS codes and totals follow the rules of single writes', async () => {
    const target = system.newTarget();
    system.records.addCrew(target.serviceId, { crewCode: 'PF-01' });
    system.records.addWbsCode(target.projectId, '01.10');
    const names = [
      'Item No.',
      'Qty',
      'Unit MH',
      'Crew Code',
      'WBS Code',
      'Labour Rate',
      'Total Cost',
      'Unit Price',
    ];
    const rows = [
      [1, 10, 2, 'pf-01', '01.10', null, 5, null],
      [2, 10, 2, 'PF-01', '99', 50, null, null],
      [3, 10, null, 'NONE', null, null, 700, null],
      [4, 10, null, null, null, null, 700, 3],
    ];
    const task = await importFile(system, target, workbookFile({ Piping: [names, ...rows] }));
    expect(task.errors).toEqual([]);
    const crew = { labourRate: 149.9556, labourRateBasis: 'all-in-with-indirects', crewSize: 8 };
    expect(await linesOf(system, target)).toMatchObject([
      { ...crew, crewRateMatched: true, wbsMatched: true, labourRateSource: 'crew', totalCostOverride: null },
      {
        labourRate: 50,
        crewRateMatched: true,
        wbsMatched: false,
        labourRateSource: 'manual',
        crewSize: null,
      },
      { crewRateMatched: false, totalCostOverride: 700, totalCost: 700, unitCost: 70 },
      {
        totalCostOverride: null,
        totalCost: 30,
        importTaskId: task.taskId,
        currency: 'CAD',
        createdBy: 'tester',
      },
    ]);
  });
});

/** The number of decimal text when it is that of the line, so that a difference shows both. */
const lineValue = (value: unknown, text: string) => (Number(text) === value ? value : Number(text));
