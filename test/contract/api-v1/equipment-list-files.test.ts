import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type EquipmentImports, startEquipmentImports } from '../../support/equipment-imports';
import { workbookFile } from '../../support/import-file';
import { cellsOf, csvFile, listFiles, sheetFile } from '../../support/list-files';
import { faultsOf, freshCode } from '../../support/project-system';

let system: EquipmentImports;
let files: ReturnType<typeof listFiles>;

beforeAll(async () => {
  system = await startEquipmentImports();
  files = listFiles(system.request, '/api/v1/equipment');
  system.crews.trades.push({ tradeCode: 'CRAN', laborDesignation: 'Journeyman', isActive: true });
});
afterAll(() => system.stop());

const update = { updateExisting: 'true' };
const counts = ({ imported, updated, skipped, errorCount }: Record<string, number>) => [
  imported,
  updated,
  skipped,
  errorCount,
];
const eventCount = async () => {
  const [found] = await system.sql`select count(*)::int as events from equipment_wbs.outbox`;
  return found?.events;
};
const messages = (list: { message: string }[]) => list.map(({ message }) => message);

describe('GET /api/v1/equipment/template', () => {
  test('200: labels, units, drop-downs, an example that the import leaves out, and what each key means', async () => {
    const file = await files.template();
    expect(file.name).toBe('Equipment Template.xlsx');
    const { Equipment: [header, example] = [], Fields: explained = [] } = await cellsOf(file);
    expect(header?.slice(0, 2)).toEqual(['Equipment Code', 'Name']);
    expect(header).toContain('Monthly Rate (currency/month)');
    expect(header).toContain('Weight (kg)');
    expect(example?.[0]).toBe('Example');
    const ownership = explained.find((row) => row[1] === 'ownership');
    expect(ownership?.slice(3, 6)).toEqual(['no', 'choice', 'owned, rented, leased']);
    const result = await files.imported(file);
    expect(counts(result)).toEqual([0, 0, 0, 0]);
    expect(result.columns.every(({ field }: { field: string | null }) => field !== null)).toBe(true);
  });
});

describe('GET /api/v1/equipment/export', () => {
  test.each(['xlsx', 'csv'])('200: %s that is imported again changes nothing', async (format) => {
    const category = freshCode('category ');
    const code = freshCode('=E');
    await system.newEquipment({
      ...{ equipmentCode: code, name: "- crane\n'=two", category, currency: 'CAD', hourlyRate: 0.000001 },
      ...{ dailyRate: 1234567.89, standbyPercent: 12.5, operatorRequired: true, operatorTradeCode: 'CRAN' },
      ...{ operatorLaborDesignation: 'Journeyman', ownership: 'leased', weight: 300, isActive: false },
    });
    await system.newEquipment({ category, hourlyRate: 5 });
    const before = [await system.machine(code), await eventCount()];
    const file = await files.exported(`category=${encodeURIComponent(category)}&format=${format}`);
    expect(file.name).toEndWith(`.${format}`);
    const result = await files.imported(file, update);
    expect([counts(result), result.warnings]).toEqual([[0, 0, 2, 0], []]);
    expect([await system.machine(code), await eventCount()]).toEqual(before);
  });

  test('422: an unknown format', async () => {
    const { status, body } = await system.request('GET', '/api/v1/equipment/export?format=pdf');
    expect([status, faultsOf(body)]).toEqual([422, { format: 'ENUM' }]);
  });
});

describe('POST /api/v1/equipment/import', () => {
  test('200: every sheet of the file; a dry run says the same and stores nothing', async () => {
    const [one, two] = [freshCode('M-'), freshCode('M-')];
    const file = workbookFile({
      Notes: [['Fleet list']],
      Cranes: [['Fleet of the yard'], ['Code', 'Name', 'Daily Rate (CAD/day)'], [one, 'Crane', 1520.5]],
      Welders: [
        ['Equipment Code', 'Name', 'Hourly Rate'],
        [two, 'Welder', 12.5],
        [one.toLowerCase(), 'Again', 1],
        [null, 'No code', 1],
      ],
    });
    const dry = await files.imported(file, { dryRun: 'true', defaults: '{"currency":"CAD"}' });
    expect(counts(dry)).toEqual([2, 0, 0, 2]);
    expect((await system.request('GET', `/api/v1/equipment/${one}`)).status).toBe(404);
    expect(await files.imported(file, { defaults: '{"currency":"CAD"}' })).toEqual(dry);
    expect(messages(dry.errors)).toEqual([
      `equipmentCode: is also the code of row 3 of sheet Cranes`,
      'equipmentCode: is required',
    ]);
    expect(messages(dry.warnings)).toEqual(['The sheet "Notes" is left out.']);
    expect(await system.machine(one)).toMatchObject({ dailyRate: 1520.5, currency: 'CAD' });
  });

  test('200: machines without a rate and rate columns that no field took are told of, and the advice helps', async () => {
    const [one, two] = [freshCode('M-'), freshCode('M-')];
    const file = csvFile(['Equipment Code,Name,Rental per week', `${one},Crane,4950`, `${two},Welder,`]);
    const result = await files.imported(file, { dryRun: 'true' });
    expect(messages(result.warnings)).toEqual([
      'The column C "Rental per week" of sheet "list" looks like a rate and no field took it; name its field in the mapping, for example {"[C]":"weeklyRate"}.',
      '2 machines of the file have no hourly, daily, weekly or monthly rate.',
      'The column C "Rental per week" is left out: no field has this header.',
      'The machine has no hourly, daily, weekly or monthly rate. The column C "Rental per week" of sheet "list" was left out.',
      'The machine has no hourly, daily, weekly or monthly rate. The column C "Rental per week" of sheet "list" was left out.',
    ]);
    expect(result.warnings.map(({ row }: { row: number }) => row)).toEqual([0, 0, 1, 2, 3]);
    const advised = await files.imported(file, { mapping: '{"[C]":"weeklyRate"}' });
    expect([counts(advised), advised.warnings.map(({ row }: { row: number }) => row)]).toEqual([
      [2, 0, 0, 0],
      [0, 3],
    ]);
    expect(await system.machine(one)).toMatchObject({ weeklyRate: 4950 });
  });

  test('200: updateExisting sends one event for each change, with its operator looked up', async () => {
    const code = freshCode('M-');
    const same = await system.newEquipment({ hourlyRate: 5 });
    await system.newEquipment({ equipmentCode: code, hourlyRate: 5, model: 'Kept' });
    const before = await eventCount();
    const rows = [`${code},6,CRAN,Journeyman`, `${same.equipmentCode},5,,`, `${freshCode('M-')},5,NOPE,`];
    const file = csvFile(['equipmentCode,hourlyRate,operatorTradeCode,operatorLaborDesignation', ...rows]);
    const result = await files.imported(file, { ...update, defaults: '{"name":"Crane"}' });
    expect([counts(result), messages(result.errors)]).toEqual([
      [0, 1, 1, 1],
      ['operatorTradeCode: is not a trade'],
    ]);
    expect(await eventCount()).toBe(before + 1);
    expect(await system.machine(code)).toMatchObject({
      ...{ hourlyRate: 6, model: 'Kept', operatorTradeCode: 'CRAN', version: 2 },
    });
    expect(await system.machine(same.equipmentCode)).toMatchObject({ version: 1 });
  });

  test('200: numbers that can be read in two ways are errors unless decimalSeparator decides', async () => {
    const code = freshCode('M-');
    const file = csvFile(['equipmentCode;name;hourlyRate', `${code};Crane;1,234`]);
    expect(messages((await files.imported(file)).errors)[0]).toContain('can be read in two ways');
    await files.imported(file, { decimalSeparator: ',' });
    expect(await system.machine(code)).toMatchObject({ hourlyRate: 1.234 });
  });

  test('200: a weight in pounds beside one in kilograms is left out, alone it is refused with advice that helps', async () => {
    const code = freshCode('M-');
    const separate = await files.imported(
      sheetFile([
        ['equipmentCode', 'name', 'Weight (lb)', 'Weight (kg)', 'hourlyRate'],
        [code, 'Welder', 661, 300, 1],
      ]),
    );
    expect(messages(separate.warnings)).toEqual([
      'The column C "Weight (lb)" is left out: another column has its field.',
    ]);
    expect(await system.machine(code)).toMatchObject({ weight: 300 });
    const alone = sheetFile([
      ['equipmentCode', 'name', 'Weight (lb)'],
      [freshCode('M-'), 'Welder', 661],
    ]);
    const refused = await files.upload(alone);
    expect([refused.status, refused.body.code]).toEqual([400, 'FILE_UNREADABLE']);
    expect(refused.body.detail).toContain('by the mapping {"[C]":null}');
    expect(counts(await files.imported(alone, { mapping: '{"[C]":null}' }))).toEqual([1, 0, 0, 0]);
  });

  test('200: words of the path are no new codes; equipment that has one is reached by its id', async () => {
    const result = await files.imported(csvFile(['equipmentCode,name', 'Template,Crane']));
    const message =
      'must not be one of template, export, import; equipment that has it already is reached by its id';
    expect(result.errors).toEqual([{ row: 2, message: `equipmentCode: ${message}` }]);
    const created = await system.request('POST', '/api/v1/equipment', {
      json: { equipmentCode: 'export', name: 'Crane' },
    });
    expect([created.status, created.body.errors?.[0]?.message]).toEqual([422, message]);
    const machine = await system.newEquipment({ hourlyRate: 1 });
    await system.sql`update equipment_wbs.equipment set equipment_code = 'import' where id = ${machine.id}`;
    const path = `/api/v1/equipment/${machine.id}`;
    expect((await system.request('GET', path)).body).toMatchObject({ equipmentCode: 'import' });
    const changed = await system.request('PUT', path, { json: { name: 'Renamed' } });
    expect([changed.status, changed.body.name]).toEqual([200, 'Renamed']);
    const again = await files.imported(csvFile(['equipmentCode,name', 'IMPORT,Crane']), update);
    expect(counts(again)).toEqual([0, 1, 0, 0]);
    expect((await system.request('DELETE', path)).status).toBe(204);
  });

  test('400: no column for the code, another type; 413: too many rows; 422: faults of the form', async () => {
    const header = await files.upload(csvFile(['name', 'Crane']));
    expect([header.status, header.body.code]).toEqual([400, 'FILE_UNREADABLE']);
    const type = await files.upload(new File(['%PDF-1.4'], 'fleet.pdf'));
    expect([type.status, type.body.code]).toEqual([400, 'UNSUPPORTED_FILE_TYPE']);
    const many = Array.from({ length: 10_001 }, (_, at) => `MANY-${at},Crane`);
    const large = await files.upload(csvFile(['equipmentCode,name', ...many]));
    expect([large.status, large.body.code]).toEqual([413, 'FILE_TOO_LARGE']);
    expect(large.body.detail).toContain('POST /api/v1/equipment/import/async takes up to 100000');
    const form = await files.upload(csvFile(['a']), { mapping: '[]', mode: 'append', dryRun: 'perhaps' });
    expect([form.status, faultsOf(form.body)]).toEqual([
      422,
      { mode: 'UNKNOWN_FIELD', mapping: 'TYPE', dryRun: 'TYPE' },
    ]);
  });

  test('503: operators cannot be checked while crews-rates does not answer', async () => {
    const file = csvFile(['equipmentCode,name,operatorTradeCode', `${freshCode('M-')},Crane,CRAN`]);
    const { status, body } = await system.crews.without(() => files.upload(file));
    expect([status, body.code]).toEqual([503, 'DEPENDENCY_UNAVAILABLE']);
  });
});

describe('POST /api/v1/equipment/import/async', () => {
  const run = async (file: File, parts: Record<string, string> = {}) => system.importFile(file, parts);

  test('200: mapping, defaults and dryRun are those of the request; missing rates are one warning with their rows', async () => {
    const [one, two] = [freshCode('M-'), freshCode('M-')];
    const file = csvFile(['Asset,Name,Rate per hour', `${one},Crane,5`, `${two},Welder,6`]);
    const parts = { mapping: '{"asset":"equipmentCode"}', defaults: '{"currency":"CAD"}' };
    const dry = await run(file, { ...parts, dryRun: 'true' });
    expect([dry.dryRun, dry.result?.imported]).toEqual([true, 2]);
    expect((await system.request('GET', `/api/v1/equipment/${one}`)).status).toBe(404);
    const task = await run(file, parts);
    expect(task.warnings.map(({ code, rows }) => [code, rows])).toEqual([
      ['UNKNOWN_FIELD', [1]],
      ['NO_RATE', [2, 3]],
      ['NO_RATE', []],
      ['COLUMN_LEFT_OUT', []],
    ]);
    expect(await system.machine(one)).toMatchObject({ currency: 'CAD', hourlyRate: null });
  });

  test('200: a mapped column leaves out the one that only its header names, with a warning', async () => {
    const code = freshCode('M-');
    const file = csvFile(['Name,Asset,Make and type', `Crane,${code},Crane LTM 1100`]);
    const task = await run(file, { mapping: '{"asset":"equipmentCode","make and type":"name"}' });
    expect(task.warnings[0]).toMatchObject({
      code: 'COLUMN_LEFT_OUT',
      message: 'The column A "Name" is left out: another column has its field.',
    });
    expect(await system.machine(code)).toMatchObject({ name: 'Crane LTM 1100' });
  });

  test('200: a task of the former version, which knows the one list alone', async () => {
    const code = freshCode('M-');
    const { body } = await system.upload(csvFile(['equipmentCode,name,hourlyRate', `${code},Crane,5`]), {
      dryRun: 'true',
    });
    const ended = await system.endOf(body.taskId);
    expect(ended.result?.imported).toBe(1);
    await system.sql`
      insert into equipment_wbs.import_task (id, parameters, file_id, file_name, file_size, file_sha256, created_by)
      select ${crypto.randomUUID()}, '{"updateExisting": true}', file_id, file_name, file_size, file_sha256, created_by
      from equipment_wbs.import_task where id = ${body.taskId}`;
    await system.upload(csvFile(['equipmentCode,name', `${freshCode('M-')},Nudge`]));
    for (;;) {
      const { status, body } = await system.request('GET', `/api/v1/equipment/${code}`);
      if (status === 200) return expect(body.hourlyRate).toBe(5);
      await Bun.sleep(10);
    }
  });
});
