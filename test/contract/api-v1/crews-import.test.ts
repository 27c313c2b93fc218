import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type CrewSystem, commonCrewSystem, freshCode } from '../../support/crew-system';
import { endOf } from '../../support/import-file';
import { cellsOf, csvFile, listFiles } from '../../support/list-files';

let system: CrewSystem;
let files: ReturnType<typeof listFiles>;
let trade: { tradeCode: string; laborDesignation: string };
let machine: { equipmentCode: string };

beforeAll(async () => {
  system = await commonCrewSystem();
  files = listFiles(system.request, '/api/v1/crews');
  trade = await system.newTrade();
  machine = await system.newEquipment();
});
afterAll(() => system.stop());

const update = { updateExisting: 'true' };
const header =
  'crewCode,crewName,discipline,memberType,sequence,tradeCode,laborDesignation,equipmentCode,quantity,rentalBasis';
const person = (code: string, quantity: unknown = 2, name = 'Pipe crew') =>
  `${code},${name},piping,labour,10,${trade.tradeCode},Journeyman,,${quantity},`;
const crane = (code: string, equipmentCode = machine.equipmentCode) =>
  `${code},,,,20,,,${equipmentCode},1,weekly`;
const counts = ({ imported, updated, skipped, errorCount }: Record<string, number>) => [
  imported,
  updated,
  skipped,
  errorCount,
];
const rowsOf = ({ errors }: { errors: { row: number }[] }) => errors.map(({ row }) => row);
const crewOf = async (code: string) => {
  const { body } = await system.request('GET', '/api/v1/crews?limit=100');
  const found = body.data.find((crew: { code: string }) => crew.code === code);
  return found && (await system.request('GET', `/api/v1/crews/${found.id}`)).body;
};

describe('GET /api/v1/crews/template', () => {
  test('200: its example is left out, every column is known', async () => {
    const file = await files.template();
    const { Crews: [header = [], example = []] = [] } = await cellsOf(file);
    expect([header[0], header.at(-1), example[0]]).toEqual(['Crew Code', 'Remarks', 'Example']);
    const result = await files.imported(file);
    expect(counts(result)).toEqual([0, 0, 0, 0]);
    expect(result.columns.every(({ field }: { field: string | null }) => field !== null)).toBe(true);
  });
});

describe('GET /api/v1/crews/export', () => {
  test.each(['xlsx', 'csv'])('200: %s that is imported again changes nothing', async (format) => {
    const other = await system.newTrade({ laborDesignation: 'Foreman' });
    const code = freshCode('C');
    const { status, body: crew } = await system.request('POST', '/api/v1/crews', {
      json: {
        ...{ code, name: `=Crew ${code}`, description: 'two\nlines', outputPerDay: 12.5, outputUnit: 'm' },
        labourMembers: [
          { ...pairOf(trade), quantity: 1.5, sequence: 30, remarks: '- by hand' },
          {
            ...pairOf(other),
            ...{ quantity: 1, straightTimeHours: 40, overtimeHours: 10, doubleTimeHours: 2.5 },
            rateOverride: { straightTime: 88.1234, overtime: 132.5, doubleTime: null },
          },
        ],
        equipmentMembers: [
          { equipmentCode: machine.equipmentCode, quantity: 2, operatingShare: 60, standbyShare: 12.5 },
        ],
      },
    });
    expect(status).toBe(201);
    const { body: empty } = await system.request('POST', '/api/v1/crews', {
      json: { code: freshCode('C'), name: `Empty ${code}`, isActive: false },
    });
    const before = [await crewOf(code), await crewOf(empty.code)];
    const file = await files.exported(`search=${code}&format=${format}`);
    expect(Object.values(await cellsOf(file))[0]).toHaveLength(5);
    expect(counts(await files.imported(file, update))).toEqual([0, 0, 4, 0]);
    expect([await crewOf(code), await crewOf(empty.code)]).toEqual(before);
    for (const { id } of [crew, empty]) await system.request('DELETE', `/api/v1/crews/${id}`);
    expect(counts(await files.imported(file))).toEqual([4, 0, 0, 0]);
    const { labourMembers, equipmentMembers, description, outputPerDay } = await crewOf(code);
    expect([labourMembers, equipmentMembers]).toEqual([crew.labourMembers, crew.equipmentMembers]);
    expect([description, outputPerDay]).toEqual(['two\nlines', 12.5]);
  });
});

const pairOf = ({ tradeCode, laborDesignation }: typeof trade) => ({ tradeCode, laborDesignation });

describe('POST /api/v1/crews/import', () => {
  test('200: rows with one code make one crew, wherever they stand', async () => {
    const [one, other] = [freshCode('C'), freshCode('C')];
    const result = await files.imported(
      csvFile([header, person(one), person(other, 3), crane(one), crane(other.toLowerCase())]),
    );
    expect(counts(result)).toEqual([4, 0, 0, 0]);
    expect(await crewOf(one)).toMatchObject({
      name: 'Pipe crew',
      labourCount: 2,
      equipmentCount: 1,
      version: 1,
    });
    expect((await crewOf(other)).equipmentMembers).toMatchObject([
      { equipmentCode: machine.equipmentCode, rentalBasis: 'weekly', operatingShare: 100, sequence: 20 },
    ]);
  });

  test('200: an error in one row refuses its crew and names the row, the others are stored', async () => {
    const [good, bad] = [freshCode('C'), freshCode('C')];
    const result = await files.imported(
      csvFile([
        header,
        person(bad),
        person(good),
        crane(bad, 'NO-SUCH'),
        ',Nameless,,,,,,,,',
        `${bad},Another name,,,,,,,,`,
      ]),
    );
    expect(counts(result)).toEqual([1, 0, 0, 4]);
    expect(result.errors).toEqual([
      { row: 5, message: 'crewCode: is required' },
      { row: 2, message: 'crewCode: the crew is not stored because of row 4' },
      { row: 4, message: 'equipmentCode: there is no equipment NO-SUCH' },
      { row: 6, message: 'crewName: row 6 says something else than row 2' },
    ]);
    expect([await crewOf(bad), (await crewOf(good)).labourCount]).toEqual([undefined, 2]);
  });

  test.each([
    ['of an unknown trade', (code: string) => `${code},C,,,,NONE,Helper,,1,`, 'tradeCode: there is no trade'],
    ['without a quantity', (code: string) => person(code, ''), 'quantity: is required'],
    [
      'of a person with the terms of a machine',
      (code: string) => `${person(code)}monthly`,
      'rentalBasis: must be',
    ],
    ['of neither person nor machine', (code: string) => `${code},C,,,,,,,3,`, 'tradeCode: or equipmentCode'],
    [
      'whose type says what it is not',
      (code: string) => crane(code).replace(',,,,20', ',,,labour,20'),
      'tradeCode: is required',
    ],
  ])('200: a row %s is an error', async (_, row, message) => {
    const code = freshCode('C');
    const result = await files.imported(csvFile([header, row(code)]));
    expect([result.errorCount, result.errors[0].message]).toEqual([1, expect.stringContaining(message)]);
    expect(await crewOf(code)).toBeUndefined();
  });

  test('200: a trade twice in a crew is an error that names both rows', async () => {
    const code = freshCode('C');
    const result = await files.imported(csvFile([header, person(code), person(code, 3)]));
    expect(rowsOf(result)).toEqual([2, 3]);
    expect(result.errors[1].message).toBe('tradeCode: row 3 has the same trade and designation as row 2');
  });

  test('200: with updateExisting members are replaced whole; columns that are not there stay', async () => {
    const code = freshCode('C');
    await files.imported(csvFile([header, person(code), crane(code)]));
    const before = await crewOf(code);
    const renamed = csvFile(['Crew Code,Name', `${code},Another crew`]);
    expect(counts(await files.imported(renamed))).toEqual([0, 0, 1, 0]);
    expect(counts(await files.imported(renamed, update))).toEqual([0, 1, 0, 0]);
    const after = await crewOf(code);
    expect(after).toMatchObject({ name: 'Another crew', discipline: 'piping', version: 2 });
    expect([after.labourMembers, after.equipmentMembers]).toEqual([
      before.labourMembers,
      before.equipmentMembers,
    ]);
    const rows = ['crewCode,tradeCode,laborDesignation,quantity', `${code},${trade.tradeCode},Journeyman,7`];
    const tried = await files.imported(csvFile(rows), { ...update, dryRun: 'true' });
    expect((await crewOf(code)).version).toBe(2);
    expect(await files.imported(csvFile(rows), update)).toEqual(tried);
    expect(await crewOf(code)).toMatchObject({ labourCount: 7, equipmentCount: 1, version: 3 });
  });

  test('503 while the equipment is not known, and nothing is stored', async () => {
    const code = freshCode('C');
    const { status, body } = await system.without('equipment-wbs', () =>
      files.upload(csvFile([header, person(code), crane(code)])),
    );
    expect([status, body.code]).toEqual([503, 'DEPENDENCY_UNAVAILABLE']);
    expect(await crewOf(code)).toBeUndefined();
  });
});

describe('POST /api/v1/crews/import/async', () => {
  test('200: a task with its state and the workbook of the rows that failed, which can be sent again', async () => {
    const [good, bad] = [freshCode('C'), freshCode('C')];
    const file = csvFile([
      `${header},colour`,
      `${person(good)},red`,
      `${person(bad)},`,
      `${crane(bad, "'=X")},`,
    ]);
    const { status, body } = await files.upload(file, update, 'import/async');
    expect([status, body]).toEqual([200, { taskId: expect.any(String), status: 'queued' }]);
    const mto = { request: system.askLines };
    const task = await endOf({ mto }, body.taskId);
    expect(task).toMatchObject({
      type: 'crew-import',
      status: 'completed-with-errors',
      progress: { current: 3, total: 3 },
      result: { imported: 1, updated: 0, skipped: 0, failed: 2, deleted: 0 },
      errorCount: 2,
      updateExisting: true,
      dryRun: false,
      fileName: 'list.csv',
    });
    expect(task.warnings).toMatchObject([{ code: 'UNKNOWN_FIELD', column: 'K', value: 'colour' }]);
    const path = `/api/v1/mto/import/status/${body.taskId}/errors`;
    const { body: workbook } = await system.askLines('GET', path);
    const errors = new File([workbook], 'errors.xlsx');
    const [, first, second] = Object.values(await cellsOf(errors))[0] ?? [];
    expect([first?.[0], second?.[7]]).toEqual([bad, '=X']);
    const again = await files.imported(errors);
    expect([again.imported, rowsOf(again)]).toEqual([0, [2, 3]]);
  });

  test('200: a dry run counts and stores nothing; a file without the columns fails', async () => {
    const code = freshCode('C');
    const mto = { request: system.askLines };
    const run = async (file: File, parts = {}) => {
      const { body } = await files.upload(file, parts, 'import/async');
      return endOf({ mto }, body.taskId);
    };
    const tried = await run(csvFile([header, person(code), ',,,,,,,,,x']), { dryRun: 'true' });
    expect(tried).toMatchObject({
      ...{ status: 'completed-with-errors', dryRun: true, errorCount: 1 },
      result: { imported: 1, failed: 1 },
    });
    expect(await crewOf(code)).toBeUndefined();
    expect((await run(csvFile(['a,b', '1,2']))).error?.code).toBe('NO_KNOWN_HEADER');
  });
});
