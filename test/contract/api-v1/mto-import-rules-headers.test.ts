import { afterAll, describe, expect, test } from 'bun:test';
import { type SheetCells, workbookFile } from '../../support/import-file';
import { counts, places, startTakeoffImports, valuesOf } from '../../support/takeoff-import';

const imports = await startTakeoffImports();
const { house, sheet, file, target } = imports;

afterAll(() => imports.stop());

const blank = (count: number): SheetCells => Array.from({ length: count }, (_, at) => [`Note ${at + 1}`]);
const header = ['Item No.', 'Description', 'Quantity', 'UOM'];

describe('POST /api/v1/mto/import/async: header row', () => {
  test('200 is the row with the most known headers, below title rows; rows keep the numbers of Excel', async () => {
    const { task, lines } = await sheet([
      ['Refinery Expansion', 'Quantity', 'Description', 'Area'],
      [],
      [null, ...header],
      [null, 1, 'Pipe', 12, 'm'],
      [null, 2, 'Elbow', 'many', 'EA'],
    ]);
    expect(valuesOf(lines, 'itemNumber', 'description', 'quantity')).toEqual([[1, 'Pipe', 12]]);
    expect(places(task.errors)).toEqual(['Piping!D5 quantity NOT_A_NUMBER']);
  });

  test('200 is the first of two rows with as many known headers', async () => {
    const { task, lines } = await sheet([
      ['Item No.', 'Tag No.', 'Quantity'],
      ['1', 'Area', '3'],
      ['Item No.', 'Area', 'Quantity'],
    ]);
    expect(valuesOf(lines, 'tag')).toEqual([['Area']]);
    expect(places(task.errors)).toEqual([
      'Piping!A3 itemNumber NOT_A_NUMBER',
      'Piping!C3 quantity NOT_A_NUMBER',
    ]);
  });

  test.each([
    [30, 'completed', null],
    [31, 'failed', 'NO_KNOWN_HEADER'],
  ])('in row %i: %s', async (row, status, code) => {
    const { task } = await sheet([...blank(row - 1), header, [1, 'Pipe', 1, 'm']]);
    expect([task.status, task.error?.code ?? null]).toEqual([status, code]);
    expect(task.result === null).toBe(status === 'failed');
  });

  test('three known headers are needed; a column in mapping counts, also when mapped to null', async () => {
    const rows = [
      ['Item No.', 'Quantity', 'Hue'],
      [1, 2, 'red'],
    ];
    expect((await sheet(rows)).task.error?.code).toBe('NO_KNOWN_HEADER');
    expect(counts((await sheet(rows, { mapping: { hue: null } })).task)).toEqual([1, 0, 0, 0, 0]);
    const { lines } = await sheet(rows, { mapping: { ' HUE ': 'remarks' } });
    expect(valuesOf(lines, 'quantity', 'remarks')).toEqual([[2, 'red']]);
  });

  test('200 leaves out a repeat of the header row and counts it nowhere', async () => {
    const { task, lines } = await sheet([header, [1, 'Pipe', 1, 'm'], header, [2, 'Pipe', 2, 'm']]);
    expect(valuesOf(lines, 'quantity')).toEqual([[1], [2]]);
    expect(places(task.warnings)).toEqual(['Piping!3 ROW_LEFT_OUT']);
    expect(task.progress).toEqual({ current: 2, total: 2 });
  });
});

describe('POST /api/v1/mto/import/async: headers', () => {
  test('200 compares them without case, punctuation and one trailing parenthesis, # as "no"; keys are headers too', async () => {
    const { lines, task } = await sheet([
      ['  ITEM   # ', 'description', 'QTY. (net)', 'U/M', 'crewCode', 'design_allowance%', 'Dwg\nNo.'],
      [7, 'Pipe', 2, 'm', 'PF-01', 5, 'D-1'],
    ]);
    expect(task.warnings).toEqual([]);
    const keys = ['itemNumber', 'quantity', 'crewCode', 'quantityAllowancePercent', 'drawingNumber'];
    expect(valuesOf(lines, ...keys)).toEqual([[7, 2, 'PF-01', 5, 'D-1']]);
  });

  test('200 resolves a label that disciplines share by the discipline of each row', async () => {
    const { lines, task } = await file(
      workbookFile({
        All: [
          ['Item No.', 'Discipline', 'Quantity', 'Length', 'Width', 'From', 'Rating'],
          [1, 'Civil', 1, 10, 2, null, null],
          [2, 'Bulk Electrical', 1, 20, 300, 'MCC-1', null],
          [3, 'Piping', 1, null, null, 'V-100', '150'],
          [4, 'I&C', 1, null, null, null, '300#'],
        ],
      }),
    );
    expect(task.errors).toEqual([]);
    expect(lines[0]).toMatchObject({ length: 10, width: 2 });
    expect(lines[1]).toMatchObject({ routeLength: 20, trayWidth: 300, fromEquipment: 'MCC-1' });
    expect(lines[2]).toMatchObject({ lineFrom: 'V-100', pressureRating: '150' });
    expect(lines[3]).toMatchObject({ connectionRating: '300#' });
  });

  test('200 reads `Label [key]` as the key, and warns where rows of another discipline have a value', async () => {
    const { lines, task } = await file(
      workbookFile({
        All: [
          ['Item No.', 'Discipline', 'Quantity', 'Length [routeLength] (m)', 'Length [memberLength] (m)'],
          [1, 'bulk_electrical', 1, 20, null],
          [2, 'structural', 1, 5, 6],
        ],
      }),
    );
    expect(valuesOf(lines, 'routeLength', 'memberLength')).toEqual([
      [20, undefined],
      [undefined, 6],
    ]);
    expect(places(task.warnings).filter((place) => place.includes('UNKNOWN'))).toEqual([
      'All!D3 UNKNOWN_FIELD',
    ]);
  });

  test('200 a mapping tells two headers apart that differ in the parenthesis only', async () => {
    const { lines } = await sheet(
      [
        ['Item No.', 'Quantity', 'OD (in.)', 'OD (mm)', 'Line No.'],
        [1, 1, 4.5, 114.3, 'L-1'],
      ],
      { mapping: { 'od (IN.)': null, ' OD (mm) ': 'outsideDiameter' } },
    );
    expect(valuesOf(lines, 'outsideDiameter')).toEqual([[114.3]]);
  });

  test('200 reads "Unit" as unit of measure; the plant unit is "Plant Unit" or "Unit No."', async () => {
    const { lines } = await sheet([
      ['Item No.', 'Quantity', 'Unit', 'Unit No.'],
      [1, 1, 'm', '0100'],
    ]);
    expect(valuesOf(lines, 'unitOfMeasure', 'plantUnit')).toEqual([['m', '0100']]);
  });
});

describe('POST /api/v1/mto/import/async: units of columns', () => {
  test('200 converts a column that names the US unit', async () => {
    const { lines } = await sheet([
      [
        'Item No.',
        'Quantity',
        'Design Pressure (psig)',
        'Design Temp. (°F)',
        'Elevation (ft)',
        'Wall Thickness (mm)',
      ],
      [1, 1, 150, 212, 10, 6.02],
    ]);
    const keys = ['designPressure', 'designTemperature', 'workElevation', 'wallThickness'];
    expect(valuesOf(lines, ...keys)).toEqual([[10.342136, 100, 3.048, 6.02]]);
  });

  test('200 without a parenthesis values are in US units in a project of that system', async () => {
    const into = target(house.records.addProject({ unitSystem: 'us' }));
    const { lines } = await sheet(
      [
        ['Item No.', 'Quantity', 'Design Pressure', 'Elevation (m)', 'NPS'],
        [1, 1, 150, 3, 4],
      ],
      {},
      into,
    );
    expect(valuesOf(lines, 'designPressure', 'workElevation', 'nominalPipeSize')).toEqual([
      [10.342136, 3, 4],
    ]);
  });

  test('200 takes the currency of the project, and ignores the parenthesis of a field without unit', async () => {
    const { lines } = await sheet([
      [
        'Item No.',
        'Quantity',
        'Unit Price (CAD/m)',
        'Labour Rate (CAD per h)',
        'Special Equipment Cost (CAD)',
        'Tag No. (new)',
      ],
      [1, 1, 2, 3, 4, 'P-1'],
    ]);
    const keys = ['materialUnitPrice', 'labourRate', 'specialEquipmentCost', 'tag'];
    expect(valuesOf(lines, ...keys)).toEqual([[2, 3, 4, 'P-1']]);
  });

  test.each([
    'Design Pressure (kPa)',
    'Elevation (mm)',
    'Unit Price (USD)',
    'Labour Rate (EUR/h)',
    'NPS (mm)',
  ])('failed with UNIT_MISMATCH for %s', async (column) => {
    const { task, lines } = await sheet([
      ['Item No.', 'Quantity', column, 'Area'],
      [1, 1, 2, 'A'],
    ]);
    expect([task.status, task.error?.code, task.result, lines]).toEqual([
      'failed',
      'UNIT_MISMATCH',
      null,
      [],
    ]);
    expect(task.error?.message).toContain(column);
  });
});

describe('POST /api/v1/mto/import/async: columns that are not read', () => {
  test('200 reports computed and unknown columns once each, and reads the rest', async () => {
    const { task, lines } = await sheet([
      ['Item No.', 'Quantity', 'Total MH', 'Hue', 'Service ID', 'Labour Cost', 'Labor Cost'],
      [1, 5, 99, 'red', 'x', 9, 9],
      [2, 6, 99, 'red', 'x', 9, 9],
    ]);
    expect(valuesOf(lines, 'quantity', 'totalManHours')).toEqual([
      [5, 0],
      [6, 0],
    ]);
    expect(places(task.warnings).filter((place) => !place.includes('REQUIRED'))).toEqual([
      'Piping!C READ_ONLY',
      'Piping!D UNKNOWN_FIELD',
      'Piping!E READ_ONLY',
      'Piping!F READ_ONLY',
      'Piping!G READ_ONLY',
    ]);
  });

  test('failed with DUPLICATE_COLUMN names both columns; a mapping resolves it', async () => {
    const rows = [
      ['Item No.', 'Qty', 'Net Quantity', 'Area'],
      [1, 5, 6, 'A'],
    ];
    const { task } = await sheet(rows);
    expect([task.status, task.error?.code]).toEqual(['failed', 'DUPLICATE_COLUMN']);
    expect(task.error?.message).toContain('B "Qty" and C "Net Quantity"');
    const { lines } = await sheet(rows, { mapping: { Qty: null } });
    expect(valuesOf(lines, 'quantity')).toEqual([[6]]);
    const other = await sheet(rows, { mapping: { Qty: 'sparesQuantity' } });
    expect(valuesOf(other.lines, 'quantity', 'sparesQuantity')).toEqual([[6, 5]]);
  });
});
