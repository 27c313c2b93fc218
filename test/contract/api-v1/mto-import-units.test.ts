import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { csvFile, type FormParts, importFile, linesOf } from '../../support/import-file';
import { commonImportSystem, type ImportSystem, messageKeys } from '../../support/import-system';

let system: ImportSystem;

beforeAll(async () => {
  system = await commonImportSystem();
});

afterAll(async () => {
  await system.stop();
});

const header = ['Item No.', 'Description', 'Qty', 'UOM'];
const figures = ['Unit MH', 'Labour Rate', 'Unit Price', 'S/C Unit Rate', 'Waste %', 'Spares'];
const outcomes = ['totalManHours', 'labourCost', 'materialCost', 'subcontractCost', 'totalCost'];
const outcomesOf = (lines: Record<string, unknown>[]) =>
  lines.map((line) => Object.fromEntries(outcomes.map((key) => [key, line[key]])));

describe('POST /api/v1/mto/import/async: quantities with a unit in the cell', () => {
  test('number and unit of measure: 200, also beside an empty UOM cell and without a UOM column', async () => {
    const separate = await system.importRows([
      header,
      [1, 'Pipe', '22122 MM', null],
      [2, 'Valve', '12 EA', 'each'],
      [3, 'Pipe', '1.234,5 m', ''],
    ]);
    expect(separate.task).toMatchObject({ status: 'completed', errorCount: 0, warningCount: 1 });
    expect(separate.lines).toMatchObject([
      { quantity: 22122, unitOfMeasure: 'mm' },
      { quantity: 12, unitOfMeasure: 'EA' },
      { quantity: 1234.5, unitOfMeasure: 'm' },
    ]);
    const without = await system.importRows([
      ['Item No.', 'Description', 'Qty'],
      [1, 'Pipe', '3 Stück'],
    ]);
    expect(without.lines).toMatchObject([{ quantity: 3, unitOfMeasure: 'EA' }]);
  });

  test('a unit that contradicts the UOM column: 200, row error UNIT; no unit: NOT_A_NUMBER', async () => {
    const { task, lines } = await system.importRows([
      header,
      [1, 'Pipe', '22122 MM', 'm'],
      [2, 'Pipe', '12 foo', 'm'],
      [3, 'Pipe', 12, 'm'],
    ]);
    expect(messageKeys(task.errors)).toEqual(['UNIT quantity C2', 'NOT_A_NUMBER quantity C3']);
    expect(task.errors[0]?.message).toBe(
      'Quantity "22122 MM" is in mm, and the unit of measure of the row is m',
    );
    expect(lines).toMatchObject([{ itemNumber: 3 }]);
  });
});

describe('POST /api/v1/mto/import/async: normaliseUnits', () => {
  const rows = [
    [...header, ...figures],
    [1, 'Pipe', 22122, 'mm', 0.00125, 149.9556, 0.0485, 0.0021, 3, 250],
    [2, 'Plate', 1250.5, 'kg', 0.045, 88.2, 3.27, null, null, null],
    [3, 'Cable', 1.5, 'km', 120, 95.1, 4310.55, null, 5, null],
    [4, 'Valve', 7, 'EA', 2.5, 149.9556, 1250.99, null, null, 1],
    [5, 'Paint', '250 L', null, 0.1, 60, 12.5, null, null, null],
    [6, 'Bolts', 0.25, 'kg', null, null, 3.5, null, null, null],
  ];

  test('in a metric project: 200, m, m3 and t with costs and hours to the cent; without it units stay', async () => {
    const stay = await system.importRows(rows);
    const become = await system.importRows(rows, { normaliseUnits: true });
    expect(become.task).toMatchObject({ status: 'completed', errorCount: 0 });
    expect(outcomesOf(become.lines)).toEqual(outcomesOf(stay.lines));
    expect(stay.task.warnings.map(({ code, message }) => [code, message])).toEqual([
      [
        'MIXED_UNITS',
        'The quantities of 2 rows are in several units of length: mm (1), km (1). normaliseUnits converts them to m, with costs and hours as they are.',
      ],
    ]);
    expect(become.task.warnings).toMatchObject([
      { code: 'MIXED_UNITS', sheet: 'Piping', rows: [7], column: 'D', value: 'kg', count: 1 },
      {
        code: 'MIXED_UNITS',
        message: 'The quantities of 2 rows are in several units of mass: t (1), kg (1).',
      },
    ]);
    expect(stay.lines.map(({ unitOfMeasure }) => unitOfMeasure)).toEqual(['mm', 'kg', 'km', 'EA', 'L', 'kg']);
    expect(become.lines).toMatchObject([
      {
        quantity: 22.122,
        unitOfMeasure: 'm',
        unitManHours: 1.25,
        materialUnitPrice: 48.5,
        sparesQuantity: 0.25,
      },
      { quantity: 1.2505, unitOfMeasure: 't', unitManHours: 45, materialUnitPrice: 3270 },
      { quantity: 1500, unitOfMeasure: 'm', unitManHours: 0.12, materialUnitPrice: 4.31055 },
      { quantity: 7, unitOfMeasure: 'EA', unitManHours: 2.5, materialUnitPrice: 1250.99 },
      { quantity: 0.25, unitOfMeasure: 'm3', materialUnitPrice: 12500 },
      { quantity: 0.25, unitOfMeasure: 'kg', materialUnitPrice: 3.5, materialCost: 0.88 },
    ]);
  });

  test('in a US project: 200, ft and ton', async () => {
    const lengths = [
      [...header, 'Unit Price'],
      [1, 'Pipe', 18, 'in', 2],
      [2, 'Pipe', 10, 'yd', 9],
      [3, 'Steel', 500, 'lb', 1.1],
    ];
    const us = { unitSystem: 'us' as const };
    const stay = await system.importRows(lengths, {}, us);
    const become = await system.importRows(lengths, { normaliseUnits: true }, us);
    expect(outcomesOf(become.lines)).toEqual(outcomesOf(stay.lines));
    expect(become.lines).toMatchObject([
      { quantity: 1.5, unitOfMeasure: 'ft', materialUnitPrice: 24 },
      { quantity: 30, unitOfMeasure: 'ft', materialUnitPrice: 3 },
      { quantity: 0.25, unitOfMeasure: 'ton', materialUnitPrice: 2200 },
    ]);
  });

  test('an upsert in another unit: 200, figures that the file does not have go with the quantity', async () => {
    const target = system.newTarget();
    const send = (text: string, parts: FormParts = {}) =>
      importFile(system, target, csvFile(text, 'piping.csv'), { mode: 'upsert', force: true, ...parts });
    await send('Item No.,Description,Qty,UOM,Unit Price\n1,Pipe,22122,mm,0.0485\n');
    const before = outcomesOf(await linesOf(system, target));
    const again = 'Item No.,Description,Qty,UOM\n1,Pipe,22122,mm\n';
    expect((await send(again, { normaliseUnits: true })).result).toMatchObject({ updated: 1 });
    const lines = await linesOf(system, target);
    expect(lines).toMatchObject([{ quantity: 22.122, unitOfMeasure: 'm', materialUnitPrice: 48.5 }]);
    expect(outcomesOf(lines)).toEqual(before);
    expect((await send(again, { normaliseUnits: true })).result).toMatchObject({ updated: 0, skipped: 1 });
  });
});

describe('POST /api/v1/mto/import/async: fillBlanks', () => {
  const rows = [header, [1, 'Pump', null, null], [2, 'Pump', 3, 'SET']];
  const defaults = { quantity: 1, unitOfMeasure: 'EA' };

  test('without it: 200 an empty quantity is REQUIRED, and a row without unit, too, heads a section', async () => {
    const withUnit = await system.importRows([header, [1, 'Pump', null, 'EA'], [2, 'Pump', 3, 'SET']], {
      defaults,
    });
    expect(messageKeys(withUnit.task.errors)).toEqual(['REQUIRED quantity C2']);
    const without = await system.importRows(rows, { defaults });
    expect(without.task).toMatchObject({ errorCount: 0, result: { imported: 1 } });
    expect(messageKeys(without.task.warnings)).toContainEqual(expect.stringContaining('ROW_LEFT_OUT'));
  });

  test('defaults fill empty cells: 200', async () => {
    const { task, lines } = await system.importRows(rows, { defaults, fillBlanks: true });
    expect(task).toMatchObject({ status: 'completed', errorCount: 0 });
    expect(lines).toMatchObject([
      { quantity: 1, unitOfMeasure: 'EA' },
      { quantity: 3, unitOfMeasure: 'SET' },
    ]);
  });
});
