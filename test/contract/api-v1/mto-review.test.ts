import { afterAll, describe, expect, test } from 'bun:test';
import { commonReviewedLines, lines, whole } from '../../support/reviewed-lines';
import { unknownId } from '../../support/takeoff-lines';

const { system, projectWith, call, read, found } = await commonReviewedLines();

afterAll(() => system.stop());

const day = 86_400_000;
const dateBefore = (days: number) => new Date(Date.now() - days * day).toISOString().slice(0, 10);

const many = (count: number, change: object): object[] => Array.from({ length: count }, () => change);

const pipe = { itemCode: 'PIPE-6', unitOfMeasure: 'm' };
const six = { materialGroup: 'carbon-steel', nominalPipeSize: 6 };
const hoursOfSix = [1.9, 1.95, 2, 2, 2.05, 2.1, 2.2].map((unitManHours) => ({ ...six, unitManHours }));
const pricesOfSix = [48, 49, 50, 50, 51, 52, 53].map((materialUnitPrice) => ({ ...six, materialUnitPrice }));

const cases: [code: string, severity: string, what: string, changes: object[], found: number[]][] = [
  ['NO_QUANTITY', 'blocker', 'lines without a quantity', [{}, { quantity: 0 }], [2]],
  ['ZERO_TOTAL', 'blocker', 'lines that cost nothing', [{}, { quantity: 0 }], [2]],
  ['NO_LABOUR_RATE', 'blocker', 'hours without a rate', [{}, { labourRate: null }], [2]],
  ['UNKNOWN_CREW', 'blocker', 'crew codes that nobody knows', [{}, { crewCode: 'NONE' }], [2]],
  [
    'NO_HOURS',
    'warning',
    'neither hours nor costs',
    [{}, { unitManHours: null, materialUnitPrice: null }],
    [2],
  ],
  [
    'NO_MATERIAL_PRICE',
    'warning',
    'no price',
    [{ materialUnitPrice: null }, { materialUnitPrice: null, suppliedBy: 'owner' }],
    [1],
  ],
  ['NO_WBS', 'warning', 'no WBS code', [{ wbsCode: '1' }, {}], [2]],
  ['UNKNOWN_WBS', 'warning', 'WBS codes that nobody knows', [{}, { wbsCode: '1' }], [2]],
  ['OVERRIDE', 'warning', 'totals by hand', [{}, { totalCostOverride: 1000 }], [2]],
  [
    'DUPLICATE_LINES',
    'warning',
    'all twins, whatever their case',
    [{ tag: 'p-9' }, { tag: 'P-9' }, { tag: 'P-9', quantity: 11 }, { tag: 'P-9', nominalPipeSize: 6 }],
    [1, 2],
  ],
  ['DUPLICATE_LINES', 'warning', 'no twins that nothing names', many(2, { tag: null }), []],
  [
    'UNIT_UNUSUAL',
    'warning',
    'a unit of under 5 % of the lines of a code',
    [...many(20, pipe), { ...pipe, unitOfMeasure: 'EA' }],
    [21],
  ],
  [
    'UNIT_UNUSUAL',
    'warning',
    'a unit of under 5 % of the lines of a description',
    [...many(20, { description: 'Pipe' }), { description: 'PIPE', unitOfMeasure: 'EA' }],
    [21],
  ],
  [
    'UNIT_UNUSUAL',
    'warning',
    'no unit of 5 % and more',
    [...many(19, pipe), { ...pipe, unitOfMeasure: 'EA' }],
    [],
  ],
  [
    'OUTLIER_HOURS',
    'warning',
    'hours far from those of the size',
    [...hoursOfSix, { ...six, unitManHours: 20 }, { nominalPipeSize: 8, unitManHours: 20 }],
    [8],
  ],
  [
    'OUTLIER_HOURS',
    'warning',
    'no hours of fewer than eight lines',
    [...hoursOfSix.slice(1), { ...six, unitManHours: 20 }],
    [],
  ],
  [
    'OUTLIER_HOURS',
    'warning',
    'no hours near those of the size',
    [...hoursOfSix, { ...six, unitManHours: 2.6 }],
    [],
  ],
  [
    'OUTLIER_PRICE',
    'warning',
    'prices far from those of the size',
    [...pricesOfSix, { ...six, materialUnitPrice: 5 }],
    [8],
  ],
  [
    'QUOTE_OLD',
    'note',
    'quotes older than 90 days',
    [{ quoteDate: dateBefore(90) }, { quoteDate: dateBefore(91) }],
    [2],
  ],
];

describe('GET /api/v1/mto/project/{projectId}/review', () => {
  for (const [code, severity, what, changes, expected] of cases)
    test(`200 ${code} finds ${what}`, async () => {
      const { own } = await projectWith(...lines(...changes));
      const check = (await read(own)).checks.find((one) => one.code === code);
      expect(check?.severity).toBe(expected.length > 0 ? severity : undefined);
      expect(await found(own, code)).toEqual(
        expected.length > 0 ? { count: expected.length, lines: expected } : null,
      );
    });

  test('200 CREW_STALE finds the lines that take the rates of a stale crew', async () => {
    const own = system.records.addProject();
    const service = system.records.addService(own);
    const crew = {
      serviceCrewId: 'C',
      labourRate: '100',
      equipmentRate: null,
      crewSize: '2',
      calculatedAt: null,
    };
    system.records.crews.set(
      service,
      ['PF-1', 'PF-2'].map((crewCode) => ({ ...crew, crewCode })),
    );
    system.records.staleCrews.set(service, ['PF-2']);
    const manual = { crewCode: 'PF-2', labourRateSource: 'manual', labourRate: 90 };
    const crewLines = [{ crewCode: 'PF-1' }, { crewCode: 'pf-2' }].map((one) => ({
      ...one,
      labourRate: undefined,
    }));
    for (const line of lines(...crewLines, manual))
      expect(
        (await call('POST', '/mto', { json: { ...line, projectId: own, serviceId: service } })).status,
      ).toBe(201);
    expect(await found(own, 'CREW_STALE')).toEqual({ count: 1, lines: [2] });
  });

  test('200 OVERRIDE has the difference to the calculated totals', async () => {
    const { own } = await projectWith(...lines({}, { totalCostOverride: 1000 }));
    const check = (await read(own)).checks.find(({ code }) => code === 'OVERRIDE');
    expect(check).toMatchObject({ amount: 1000, difference: 1000 - 2050 });
  });

  test('200 of a takeoff without a finding is ready', async () => {
    const own = system.records.addProject();
    expect(await read(own)).toMatchObject({ ready: true, checks: [] });
  });

  test('200 a blocker is in the way, a warning is not', async () => {
    const { own: warned } = await projectWith(...lines({}));
    expect(await read(warned)).toMatchObject({
      ready: true,
      checks: [{ code: 'NO_WBS' }, { code: 'CONTINGENCY_MISSING' }],
    });
    const { own: blocked } = await projectWith(...lines({ quantity: 0 }));
    expect((await read(blocked)).ready).toBe(false);
  });

  test('200 lines that are void or excluded do not count', async () => {
    const { own } = await projectWith(
      ...lines(
        { tag: 'P-9', status: 'void' },
        { tag: 'P-9', scopeType: 'excluded' },
        { tag: 'P-9', wbsCode: null },
      ),
    );
    expect((await read(own)).checks.map(({ code, count }) => `${code} ${count}`)).toEqual([
      'NO_WBS 1',
      'CONTINGENCY_MISSING 1',
    ]);
  });

  test('200 of one service leaves the others out', async () => {
    const { own, service } = await projectWith(...lines({}, { quantity: 0 }));
    const other = system.records.addService(own);
    const [line] = lines({ quantity: 0, itemNumber: 9 });
    await call('POST', '/mto', { json: { ...line, projectId: own, serviceId: other } });
    expect((await read(own, `?serviceId=${service}`)).checks[0]).toMatchObject({
      code: 'NO_QUANTITY',
      count: 1,
    });
    expect((await read(own)).checks[0]).toMatchObject({ code: 'NO_QUANTITY', count: 2 });
  });

  test('404 of an unknown project and of an unknown version', async () => {
    expect((await call('GET', `/mto/project/${unknownId}/review`)).status).toBe(404);
    const { own } = await projectWith(whole);
    expect((await call('GET', `/mto/project/${own}/review?estimationId=${unknownId}`)).status).toBe(404);
  });
});
