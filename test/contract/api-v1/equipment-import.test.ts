import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { type EquipmentImports, startEquipmentImports } from '../../support/equipment-imports';
import { csvFile, workbookFile } from '../../support/import-file';
import { messageKeys } from '../../support/import-system';
import { faultsOf, freshCode } from '../../support/project-system';
import { readWorkbook } from '../../support/read-workbook';

let system: EquipmentImports;
let code: string;
const next = () => freshCode('MCH-');

beforeAll(async () => {
  system = await startEquipmentImports();
  system.crews.trades.push(
    { tradeCode: 'CRAN', laborDesignation: 'Journeyman', isActive: true },
    { tradeCode: 'OPER', laborDesignation: 'Lead Hand', isActive: false },
  );
});
beforeEach(() => {
  code = next();
});
afterAll(() => system.stop());

const none = { imported: 0, updated: 0, skipped: 0, failed: 0, deleted: 0 };
const header = ['equipmentCode', 'name', 'hourlyRate'];
const updating = { updateExisting: 'true' };
const storedEvents = async () =>
  (await system.sql`select payload from equipment_wbs.outbox order by position`).map(
    ({ payload }) => payload,
  );

describe('POST /api/v1/equipment/import/async', () => {
  test('200 queued, and polled where imports of takeoff lines are', async () => {
    const { status, body } = await system.upload(
      csvFile(`equipmentCode,name,hourlyRate\n${code},Crane,1\n`, 'fleet.csv'),
    );
    expect([status, body]).toEqual([200, { taskId: expect.any(String), status: 'queued' }]);
    const task = await system.endOf(body.taskId);
    expect(task).toEqual({
      taskId: body.taskId,
      type: 'equipment-import',
      status: 'completed',
      progress: { current: 1, total: 1 },
      result: { ...none, imported: 1 },
      columns: header.map((field) => expect.objectContaining({ field, header: field, how: 'key' })),
      errors: [],
      errorCount: 0,
      warnings: [],
      warningCount: 0,
      error: null,
      fileName: 'fleet.csv',
      fileSize: expect.any(Number),
      mode: null,
      dryRun: false,
      projectId: null,
      serviceId: null,
      discipline: null,
      updateExisting: false,
      createdBy: 'tester',
      createdAt: expect.any(String),
      startedAt: expect.any(String),
      finishedAt: expect.any(String),
    });
    expect((await system.errors(body.taskId)).status).toBe(404);
  });

  test('200 the example catalogue is stored as it would be one by one', async () => {
    const text = readFileSync(`${import.meta.dir}/../../../example/data/equipment.csv`, 'utf8');
    const rows = text.trim().split('\n').length - 1;
    for (const tradeCode of ['EQOP', 'PILE', 'TRKD'])
      system.crews.trades.push({ tradeCode, laborDesignation: 'Journeyman', isActive: true });
    const task = await system.importFile(csvFile(text, 'equipment.csv'));
    expect([task.status, task.result]).toEqual(['completed', { ...none, imported: rows }]);
    const single = await system.newEquipment({
      ...{ equipmentCode: code, name: 'Rough Terrain Crane 30 t', category: 'crane', capacity: 30 },
      ...{ capacityUnit: 't', currency: 'USD', hourlyRate: 135, dailyRate: 860, weeklyRate: 2750 },
      ...{ monthlyRate: 8200, fuelType: 'diesel', fuelConsumptionPerHour: 11, operatingCostPerHour: 6.5 },
      ...{ standbyPercent: 60, operatorRequired: true, operatorTradeCode: 'CRAN' },
      ...{ operatorLaborDesignation: 'Journeyman', mobilizationCost: 3700, ownership: 'rented' },
    });
    const { id, createdAt, updatedAt, equipmentCode, ...imported } = await system.machine('CRN-RT-030');
    expect(single).toMatchObject(imported);
    const { body } = await system.request('GET', '/api/v1/equipment?search=CRN-RT&limit=2');
    expect(body.data.map((one: { equipmentCode: string }) => one.equipmentCode)).toEqual([
      'CRN-RT-030',
      'CRN-RT-050',
    ]);
  });

  test('200 headers as people write them, Excel cells, and columns that are no field', async () => {
    const task = await system.importRows([
      ['Fleet of the yard'],
      [
        'Equipment Code',
        'NAME',
        'Hourly_Rate',
        'Operator Required',
        'Weight (kg)',
        'Weight (lb)',
        'Fuel type',
      ],
      [4711, 'Welder', 12.5, 'Yes', 300, 661, 'Diesel'],
      [],
      [
        'Equipment Code',
        'NAME',
        'Hourly_Rate',
        'Operator Required',
        'Weight (kg)',
        'Weight (lb)',
        'Fuel type',
      ],
      [code, 'Crane', '1,234.50', 'x', null, null, null],
    ]);
    expect([task.status, task.result]).toEqual(['completed', { ...none, imported: 2 }]);
    expect(task.warnings).toEqual([
      {
        sheet: 'Equipment',
        row: 2,
        rows: [2],
        count: 1,
        column: 'F',
        field: null,
        value: 'Weight (lb)',
        code: 'COLUMN_LEFT_OUT',
        message: 'The column F "Weight (lb)" is left out: another column has its field.',
      },
    ]);
    expect(await system.machine('4711')).toMatchObject({
      ...{ name: 'Welder', hourlyRate: 12.5, operatorRequired: true, weight: 300, fuelType: 'diesel' },
      ...{ version: 1, createdBy: 'tester', updatedBy: 'tester', rentalHoursPerDay: 8, currency: 'USD' },
    });
    expect(await system.machine(code)).toMatchObject({ hourlyRate: 1234.5, weight: null, fuelType: 'none' });
  });

  test('200 sheets that are hidden or hold no equipment are left out with a warning', async () => {
    const other = next();
    const file = workbookFile({
      Notes: [['Read me'], ['first']],
      Cranes: [header, [code, 'Crane', 1]],
      Welders: [header, [other, 'Welder', 2]],
    });
    const task = await system.importFile(file);
    expect([task.status, task.result]).toEqual(['completed', { ...none, imported: 2 }]);
    expect(task.warnings.map((warning) => [warning.code, warning.sheet])).toEqual([
      ['SHEET_LEFT_OUT', 'Notes'],
    ]);
  });

  test('200 equipment that exists is skipped without updateExisting, case of the code ignored', async () => {
    const current = await system.newEquipment({ equipmentCode: code, name: 'Crane' });
    const task = await system.importRows([header, [code.toLowerCase(), 'Another', 9]]);
    expect([task.status, task.result]).toEqual(['completed', { ...none, skipped: 1 }]);
    expect(await system.machine(code)).toEqual(current);
  });

  test('200 with updateExisting the columns of the file change it, and their absence leaves it', async () => {
    const same = next();
    const cleared = next();
    await system.newEquipment({ equipmentCode: code, name: 'Crane', hourlyRate: 1, category: 'crane' });
    const unchanged = await system.newEquipment({ equipmentCode: same, name: 'Crane', hourlyRate: 5 });
    await system.newEquipment({ equipmentCode: cleared, name: 'Crane', hourlyRate: 5, standbyPercent: 70 });
    const before = (await storedEvents()).length;
    const created = next();
    const task = await system.importRows(
      [
        [...header, 'standbyPercent'],
        [code.toLowerCase(), 'Crane', 2.25, 50],
        [same, 'Crane', 5, 50],
        [cleared, 'Crane', null, null],
        [created, 'Crane', 7, null],
      ],
      updating,
    );
    expect([task.status, task.result]).toEqual([
      'completed',
      { ...none, imported: 1, updated: 2, skipped: 1 },
    ]);
    expect(task.updateExisting).toBe(true);
    expect(await system.machine(code)).toMatchObject({
      ...{ equipmentCode: code, hourlyRate: 2.25, category: 'crane', version: 2 },
    });
    expect(await system.machine(same)).toEqual(unchanged);
    expect(await system.machine(cleared)).toMatchObject({ hourlyRate: null, standbyPercent: 50, version: 2 });
    expect((await storedEvents()).slice(before)).toEqual([
      { equipmentCode: code, projectId: null },
      { equipmentCode: cleared, projectId: null },
    ]);
  });

  test('200 rows that are wrong are named, the others stored', async () => {
    const [twice, ragged, alone, unknown] = [next(), next(), next(), next()];
    const task = await system.importRows([
      [...header, 'operatorTradeCode', 'operatorLaborDesignation'],
      [null, 'No code', 1],
      [code, 'Crane', 'cheap'],
      [twice, 'First', 1],
      [twice.toLowerCase(), 'Second', 2],
      [ragged, 'Crane', 1, null, null, 'beyond'],
      [unknown, 'Crane', 1, 'NOPE'],
      [next(), 'Crane', 1, null, 'Journeyman'],
      [next(), 'Crane', -1, 'CRAN', 'Lead Hand'],
      [alone, 'Crane', 1, 'cran', 'journeyman'],
      [next(), null, 1],
    ]);
    expect([task.status, task.result]).toEqual([
      'completed-with-errors',
      { ...none, imported: 2, failed: 8 },
    ]);
    expect(messageKeys(task.errors)).toEqual([
      'REQUIRED equipmentCode A2',
      'NOT_A_NUMBER hourlyRate C3',
      'DUPLICATE equipmentCode A5',
      'RAGGED_ROW F6',
      'REFERENCE operatorTradeCode D7',
      'REQUIRED operatorTradeCode D8',
      'REFERENCE operatorTradeCode D9',
      'MIN hourlyRate C9',
      'REQUIRED name B11',
    ]);
    expect(task.errors[2]).toMatchObject({
      ...{ value: twice.toLowerCase(), rows: [5], count: 1 },
      message: expect.stringContaining('is also the code of row 4 of sheet Equipment'),
    });
    expect(await system.machine(alone)).toMatchObject({
      operatorTradeCode: 'cran',
      operatorLaborDesignation: 'journeyman',
    });
  });

  test('200 rows that failed come back as a workbook, which is corrected and sent again', async () => {
    const rows = [header, [code, 'Crane', 'cheap'], [next(), 'Crane', 1]];
    const task = await system.importRows(rows);
    const { status, headers, body } = await system.errors(task.taskId);
    expect([status, headers.get('content-disposition')]).toEqual([
      200,
      `attachment; filename="takeoff errors.xlsx"; filename*=UTF-8''takeoff%20errors.xlsx`,
    ]);
    const [sheet] = await readWorkbook(body);
    expect(sheet?.rows).toEqual([
      {
        equipmentCode: code,
        name: 'Crane',
        hourlyRate: 'cheap',
        'Import Errors': 'C: hourlyRate cheap is not a number',
      },
    ]);
    const again = await system.importRows([
      [...header, 'Import Errors'],
      [code, 'Crane', 12, 'C: …'],
    ]);
    expect(again.result).toEqual({ ...none, imported: 1 });
  });

  test('200 operators are looked up in one question for the whole file', async () => {
    let questions = 0;
    const rows = Array.from({ length: 300 }, (_, at) => [
      `${code}-${at}`,
      'Crane',
      at,
      at % 2 ? 'CRAN' : 'OPER',
    ]);
    await system.crews.during(
      async () => {
        questions += 1;
      },
      async () => {
        const task = await system.importRows([[...header, 'operatorTradeCode'], ...rows]);
        expect(task.result).toEqual({ ...none, imported: 300 });
      },
    );
    expect(questions).toBe(1);
  });

  test('200 an operator that is half in the file is looked up with its other half', async () => {
    await system.newEquipment({ equipmentCode: code, operatorTradeCode: 'CRAN' });
    const columns = ['equipmentCode', 'operatorLaborDesignation'];
    const wrong = await system.importRows([columns, [code, 'Lead Hand']], updating);
    expect(messageKeys(wrong.errors)).toEqual(['REFERENCE operatorTradeCode 2']);
    const right = await system.importRows([columns, [code, 'Journeyman']], updating);
    expect(right.result).toEqual({ ...none, updated: 1 });
  });

  test('200 it waits while crews-rates does not answer', async () => {
    const rows = [...[[...header, 'operatorTradeCode']], [code, 'Crane', 1, 'CRAN']];
    const taskId = await system.crews.without(async () => {
      const { body } = await system.upload(workbookFile({ Equipment: rows }));
      for (;;) {
        const [task] = await system.sql`
          select from equipment_wbs.import_task where id = ${body.taskId} and run > 1 and session_id is null`;
        if (task) return body.taskId;
        await Bun.sleep(10);
      }
    });
    expect((await system.endOf(taskId)).result).toEqual({ ...none, imported: 1 });
  });

  test('200 a file that cannot be imported ends as failed with the reason', async () => {
    const failed = async (rows: unknown[][]) => (await system.importRows(rows)).error?.code;
    expect(await failed([['name'], ['Crane']])).toBe('NO_KNOWN_HEADER');
    const wide = [...header, ...Array.from({ length: 1024 }, (_, at) => `Note ${at}`)];
    expect(await failed([wide, [code]])).toBe('FILE_TOO_LARGE');
    expect(
      await failed([
        ['equipmentCode', 'Code', 'name'],
        [code, code, 'Crane'],
      ]),
    ).toBe('DUPLICATE_COLUMN');
    expect(await failed([header, [code, null, 1]])).toBe('ALL_ROWS_INVALID');
    const damaged = await system.importFile(new File(['PK\u0003\u0004 and then nothing'], 'broken.xlsx'));
    expect(damaged).toMatchObject({ status: 'failed', result: null, error: { code: 'FILE_UNREADABLE' } });
  });

  test('200 a header without rows is completed with a warning', async () => {
    const task = await system.importRows([header]);
    expect([task.status, task.result, task.warnings.map((warning) => warning.code)]).toEqual([
      'completed',
      none,
      ['NO_DATA_ROWS'],
    ]);
  });

  test('400 a file of another type', async () => {
    const { status, body } = await system.upload(new File(['%PDF-1.7'], 'fleet.pdf'));
    expect([status, body.code]).toEqual([400, 'UNSUPPORTED_FILE_TYPE']);
    expect(
      await system.sql`select from equipment_wbs.import_file_chunk chunk
      where not exists (select from equipment_wbs.import_task task where task.file_id = chunk.file_id)`,
    ).toHaveLength(0);
  });

  test('422 without a file, with an unknown part, with a flag that is none', async () => {
    const missing = await system.upload(null, { updateExisting: 'maybe', color: 'red' });
    expect([missing.status, faultsOf(missing.body)]).toEqual([
      422,
      { file: 'REQUIRED', updateExisting: 'TYPE', color: 'UNKNOWN_FIELD' },
    ]);
  });
});
