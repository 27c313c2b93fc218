import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { workbookFixture } from '@consulting/spreadsheet/workbook-fixture';
import { csvFile, importFile, linesOf, workbookFile } from '../../support/import-file';
import { commonImportSystem, type ImportSystem, messageKeys } from '../../support/import-system';

let system: ImportSystem;

beforeAll(async () => {
  system = await commonImportSystem();
});

afterAll(async () => {
  await system.stop();
});

/** The mapping that the sentence of a failed import names. */
const advisedMapping = ({ error }: { error: { message: string } | null }) =>
  JSON.parse(/the mapping (\{.*\})/.exec(error?.message ?? '')?.[1] ?? 'null');

const header = ['Item No.', 'Description', 'Qty', 'UOM'];
const pipe = (item: number) => [item, `Pipe ${item}`, 12.5, 'm'];

describe('rule 1: the header row', () => {
  test('is found below title rows, by the most known headers', async () => {
    const { task, lines } = await system.importRows([
      ['Refinery expansion'],
      ['Area', 'Unit', 'Revision of the list: 3'],
      [],
      header,
      pipe(1),
    ]);
    expect(task).toMatchObject({ status: 'completed', progress: { current: 1, total: 1 } });
    expect(lines).toMatchObject([
      { itemNumber: 1, description: 'Pipe 1', quantity: 12.5, unitOfMeasure: 'm' },
    ]);
  });

  test('is the first of rows with as many known headers; a repeat further down is left out', async () => {
    const { task, lines } = await system.importRows([
      header,
      pipe(1),
      header.map((text) => text.toUpperCase()),
      pipe(2),
    ]);
    expect(task.result).toMatchObject({ imported: 2, failed: 0 });
    expect(messageKeys(task.warnings)).toEqual(['ROW_LEFT_OUT 3']);
    expect(lines).toHaveLength(2);
  });

  test('must be among the first 30 rows and have three known headers', async () => {
    const late = await system.importRows([...Array.from({ length: 30 }, () => ['x']), header, pipe(1)]);
    expect(late.task).toMatchObject({ status: 'failed', result: null, error: { code: 'NO_KNOWN_HEADER' } });
    expect(messageKeys(late.task.warnings)).toEqual(['SHEET_LEFT_OUT']);
    const poor = await system.importRows([
      ['Qty', 'UOM', 'Nonsense'],
      [1, 'm', 'red'],
    ]);
    expect(poor.task.error?.code).toBe('NO_KNOWN_HEADER');
  });

  test('counts columns that mapping names, also those mapped to null', async () => {
    const { task, lines } = await system.importRows(
      [
        ['Menge', 'Farbe', 'Qty'],
        [99, 'red', 5],
      ],
      {
        mapping: { menge: 'unitManHours', ' FARBE ': null },
      },
    );
    expect(task).toMatchObject({ status: 'completed' });
    expect(lines).toMatchObject([{ quantity: 5, unitManHours: 99, totalManHours: 495 }]);
  });

  test.each(['item number', 'ITEM#', 'Item  No', 'itemNumber', 'Item No. (first issue)', 'S/N'])(
    'reads "%s" as Item No.',
    async (name) => {
      const { lines } = await system.importRows([
        [name, 'Description', 'Qty'],
        [7, 'Pipe', 1],
      ]);
      expect(lines).toMatchObject([{ itemNumber: 7 }]);
    },
  );

  test('a header is resolved for each row by its discipline', async () => {
    const target = system.newTarget();
    const rows = [
      ['Discipline', 'Qty', 'UOM', 'Rating', 'Length'],
      ['piping', 1, 'm', '150#', null],
      ['Structural', 1, 'EA', null, 2.5],
    ];
    const task = await importFile(system, target, workbookFile({ All: rows }));
    expect(messageKeys(task.errors)).toEqual([]);
    const lines = await linesOf(system, target);
    expect(lines).toMatchObject([
      { discipline: 'piping', pressureRating: '150' },
      { discipline: 'structural' },
    ]);
  });

  test('Label [key] names a field whatever the label is', async () => {
    const { lines } = await system.importRows([
      ['Rating [nominalPipeSize]', 'Qty', 'UOM'],
      [4, 1, 'm'],
    ]);
    expect(lines).toMatchObject([{ nominalPipeSize: 4, pressureRating: null }]);
  });
});

describe('rule 2: units in headers', () => {
  test.each<[string, string, unknown, unknown, object]>([
    ['Wall Thickness', 'wallThickness', 8, 8, {}],
    ['Wall Thickness (mm)', 'wallThickness', 8, 8, {}],
    ['Wall Thickness (in)', 'wallThickness', 0.5, 12.7, {}],
    ['Wall Thickness (in.)', 'wallThickness', '1/2"', 12.7, {}],
    ['Wall Thickness', 'wallThickness', 0.5, 12.7, { unitSystem: 'us' }],
    ['Wall Thickness (mm)', 'wallThickness', 8, 8, { unitSystem: 'us' }],
    ['NPS', 'nominalPipeSize', '1 1/2"', 1.5, { unitSystem: 'us' }],
    ['Design Temperature (degF)', 'designTemperature', 212, 100, {}],
    ['Line No. (old)', 'lineNumber', 'P-1', 'P-1', {}],
    ['Unit Price (CAD)', 'materialUnitPrice', 10, 10, {}],
  ])('%s is %s: %p gives %p', async (name, key, cell, expected, project) => {
    const { task, lines } = await system.importRows(
      [
        ['Description', 'Qty', name],
        ['Pipe', 1, cell],
      ],
      {},
      project,
    );
    expect(task.errors).toEqual([]);
    expect(lines[0]?.[key]).toBe(expected);
  });

  test.each(['Wall Thickness (kg)', 'Unit Price (USD)', 'Unit Price (mm)'])(
    '%s fails the task with UNIT_MISMATCH',
    async (name) => {
      const { task } = await system.importRows([
        ['Description', 'Qty', name],
        ['Pipe', 1, 2],
      ]);
      expect(task).toMatchObject({ status: 'failed', result: null, error: { code: 'UNIT_MISMATCH' } });
      expect(task.error?.message).toContain(`C "${name}"`);
    },
  );

  test('UNIT_MISMATCH advises a mapping that helps', async () => {
    const rows = [
      ['Description', 'Qty', 'Wall Thickness (kg)', 'Unit Price (USD)'],
      ['Pipe', 1, 2, 3],
    ];
    const { task } = await system.importRows(rows);
    const { task: again, lines } = await system.importRows(rows, { mapping: advisedMapping(task) });
    expect(again).toMatchObject({ status: 'completed', result: { imported: 1 } });
    expect(lines).toMatchObject([{ wallThickness: null, materialUnitPrice: null }]);
  });
});

describe('width', () => {
  const wide = (columns: number) => [
    'Description',
    'Qty',
    'Tag',
    ...Array.from({ length: columns - 3 }, (_, at) => `Note ${at}`),
  ];

  test('a header row of 1,024 columns is read', async () => {
    const { task, lines } = await system.importRows([wide(1024), ['Pipe', 1, 'P-1']]);
    expect(task.status).toBe('completed');
    expect(lines).toMatchObject([{ tag: 'P-1' }]);
  });

  test('a wider header row fails the task with FILE_TOO_LARGE, naming the bound', async () => {
    const { task } = await system.importRows([wide(1025), ['Pipe', 1, 'P-1']]);
    expect(task).toMatchObject({ status: 'failed', result: null, error: { code: 'FILE_TOO_LARGE' } });
    expect(task.error?.message).toContain('row 1 has a cell in column AMK; at most 1024 columns are read');
  });

  test('a cell far behind the header fails no row, and its column is named', async () => {
    const target = system.newTarget();
    const rows =
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c></row><row r="2"><c r="A2" t="s"><v>2</v></c><c r="B2"><v>1</v></c><c r="XFD2"><v>7</v></c></row><row r="3"><c r="B3"><v>2</v></c></row>';
    const texts = '<si><t>Description</t></si><si><t>Qty</t></si><si><t>Tag</t></si>';
    const file = new File([workbookFixture({ sheets: [{ name: 'Piping', rows }], texts })], 'far.xlsx');
    const task = await importFile(system, target, file);
    expect(task.result).toMatchObject({ imported: 2, failed: 0 });
    expect(messageKeys(task.warnings)).toContain('HEADERLESS_COLUMN XFD');
  });

  test('more than 200 sheets fail the task with FILE_TOO_LARGE, naming the bound', async () => {
    const sheets = Array.from({ length: 201 }, () => ({}));
    const file = new File([workbookFixture({ sheets })], 'many.xlsx');
    const { error } = await importFile(system, system.newTarget(), file);
    expect(error).toEqual({ code: 'FILE_TOO_LARGE', message: 'The workbook has more than 200 sheets.' });
  });
});

describe('rule 3: Unit is the unit of measure', () => {
  test('and the plant unit needs Plant Unit or Unit No.', async () => {
    const { lines } = await system.importRows([
      ['Description', 'Qty', 'Unit', 'Unit No.'],
      ['Pipe', 1, 'each', '100'],
    ]);
    expect(lines).toMatchObject([{ unitOfMeasure: 'EA', plantUnit: '100' }]);
  });
});

describe('rule 5: columns that are left out', () => {
  test('computed and unknown columns are each reported once', async () => {
    const { task } = await system.importRows([
      [...header, 'Labour Cost', 'Nonsense', 'Project ID'],
      [...pipe(1), 999, 'red', 'x'],
      [...pipe(2), 999, 'blue', 'x'],
    ]);
    expect(task.status).toBe('completed');
    expect(messageKeys(task.warnings)).toEqual(['READ_ONLY E', 'UNKNOWN_FIELD F', 'READ_ONLY G']);
    expect(task.warnings.map(({ message }) => message)).toEqual([
      'The column "Labour Cost" is left out: its values are calculated.',
      'The column "Nonsense" is left out: no field has this header.',
      'The column "Project ID" is left out: the upload sets its value.',
    ]);
  });

  test('two columns for one field fail the task with DUPLICATE_COLUMN, naming both; a mapping resolves it', async () => {
    const rows = [
      ['Description', 'Long Description', 'Qty', 'Item Code', 'Material Code'],
      ['Pipe', 'Pipe, seamless', 1, 'A', 'B'],
    ];
    const { task } = await system.importRows(rows);
    expect(task).toMatchObject({ status: 'failed', result: null, error: { code: 'DUPLICATE_COLUMN' } });
    for (const column of ['A "Description"', 'B "Long Description"', 'D "Item Code"', 'E "Material Code"'])
      expect(task.error?.message).toContain(column);
    const advised = await system.importRows(rows, { mapping: advisedMapping(task) });
    expect(advised.lines).toMatchObject([{ description: 'Pipe', itemCode: 'A' }]);
    const mapped = await system.importRows(rows, { mapping: { Description: null, 'Material Code': 'tag' } });
    expect(mapped.lines).toMatchObject([{ description: 'Pipe, seamless', itemCode: 'A', tag: 'B' }]);
  });

  test('two columns of the same header: a mapping of their letters tells them apart, on every sheet or on one', async () => {
    const rows = [
      ['Description', 'Qty', 'Tag', 'TAG'],
      ['Pipe', 1, 'P-1', 'P-2'],
    ];
    const { task } = await system.importRows(rows);
    expect(task.error?.code).toBe('DUPLICATE_COLUMN');
    expect(task.error?.message).toEndWith('by the mapping {"[D]":null}, or the other.');
    const { lines } = await system.importRows(rows, { mapping: { '[D]': null } });
    expect(lines).toMatchObject([{ tag: 'P-1' }]);
    const precise = await system.importRows(rows, {
      mapping: { tag: 'itemCode', '[d]': 'remarks', 'Piping![D]': 'tag' },
    });
    expect(precise.lines).toMatchObject([{ itemCode: 'P-1', tag: 'P-2', remarks: null }]);
  });

  test('a column that is mapped goes before one that only its header names', async () => {
    const rows = [
      ['Description', 'Qty', 'Unit', 'Piece Kind', 'Service', 'Discipline'],
      ['Pipe', 1, null, 'm', 'steam', 'piping'],
      ['Elbow', 2, 'each', 'EA', 'steam', 'piping'],
    ];
    const mapping = { '[D]': 'unitOfMeasure', service: null };
    const { task, lines } = await system.importRows(rows, { mapping });
    expect(task).toMatchObject({ status: 'completed', error: null });
    expect(lines).toMatchObject([{ unitOfMeasure: 'm' }, { unitOfMeasure: 'EA' }]);
    expect(task.warnings.map(({ column, message }) => [column, message])).toEqual([
      ['C', 'The column "Unit" is left out: another column has its field.'],
    ]);
    const both = await system.importRows(rows, { mapping: { unit: 'unitOfMeasure', ...mapping } });
    expect(both.task.error?.code).toBe('DUPLICATE_COLUMN');
    const ofCells = await system.importRows(
      [
        ['Description', 'Qty', 'UOM', 'Discipline', 'Trade'],
        ['Beam', 1, 'kg', 'piping', 'structural'],
      ],
      { mapping: { trade: 'discipline' } },
    );
    expect(ofCells.lines).toMatchObject([{ discipline: 'structural' }]);
  });

  test('a computed column does not collide with another for the same label', async () => {
    const { task } = await system.importRows([
      [...header, 'Weight', 'Total Weight'],
      [...pipe(1), 1, 2],
    ]);
    expect(task.status).toBe('completed');
  });

  test('a mapping can tell headers apart that differ in their parenthesis', async () => {
    const { lines } = await system.importRows(
      [
        [...header, 'OD (in.)', 'OD (mm)'],
        [...pipe(1), 4.5, 114.3],
      ],
      {
        mapping: { 'od (in.)': null },
      },
    );
    expect(lines).toMatchObject([{ outsideDiameter: 114.3 }]);
  });

  test('a mapping of a header that no sheet has is reported', async () => {
    const { task } = await system.importRows([header, pipe(1)], { mapping: { Colour: null } });
    expect(task.warnings).toMatchObject([{ code: 'UNKNOWN_FIELD', value: 'Colour' }]);
  });
});

describe('rule 7: sheets', () => {
  test('without a header row, hidden, summary, and those not asked for', async () => {
    const target = system.newTarget();
    const file = workbookFile({
      Piping: [header, pipe(1)],
      Notes: [['Nothing here']],
      Summary: [header, pipe(2)],
      Civil: [header, pipe(3)],
    });
    const task = await importFile(system, target, file, { sheet: ['piping', 'Notes', 'Missing'] });
    expect(task.result).toMatchObject({ imported: 1 });
    expect(task.warnings.map(({ code, sheet }) => `${code} ${sheet}`).sort()).toEqual([
      'SHEET_LEFT_OUT Missing',
      'SHEET_LEFT_OUT Notes',
    ]);
    const all = await importFile(system, target, file, { force: true });
    expect(all.result).toMatchObject({ imported: 2 });
    expect(all.warnings.map(({ code, sheet }) => `${code} ${sheet}`)).toEqual([
      'SHEET_LEFT_OUT Notes',
      'SHEET_LEFT_OUT Summary',
    ]);
  });

  test('the discipline is that of the upload, of the column, or of the sheet name', async () => {
    const target = system.newTarget();
    const file = workbookFile({
      ELEC: [header, pipe(1)],
      Other: [header, pipe(2)],
      Column: [
        [...header, 'Discipline'],
        [...pipe(3), 'CIV'],
        [...pipe(4), 'plumbing'],
        [...pipe(5), null],
      ],
    });
    const task = await importFile(system, target, file);
    expect(task.result).toMatchObject({ imported: 2, failed: 2 });
    expect(messageKeys(task.errors)).toEqual(['ENUM discipline E3', 'REQUIRED discipline E4']);
    expect(task.warnings).toMatchObject([{ code: 'SHEET_LEFT_OUT', sheet: 'Other' }]);
    expect((await linesOf(system, target)).map(({ discipline }) => discipline)).toEqual([
      'bulk_electrical',
      'civil',
    ]);
    const given = await importFile(system, target, file, { discipline: 'concrete', force: true });
    expect(given.result).toMatchObject({ imported: 5, failed: 0 });
  });

  test('a header without data rows: completed, all counts 0, a warning', async () => {
    const { task } = await system.importRows([header]);
    expect(task).toMatchObject({
      status: 'completed',
      result: { imported: 0, updated: 0, skipped: 0, failed: 0, deleted: 0 },
    });
    expect(messageKeys(task.warnings)).toEqual(['NO_DATA_ROWS']);
  });

  test.each([
    ['an empty text file', ''],
    ['blanks', '\n \n\n'],
    ['no known header', 'a,b,c\n1,2,3\n'],
  ])('%s fails with NO_KNOWN_HEADER', async (_what, text) => {
    const task = await importFile(system, system.newTarget(), csvFile(text, 'piping.csv'));
    expect(task).toMatchObject({ status: 'failed', result: null, error: { code: 'NO_KNOWN_HEADER' } });
  });
});
