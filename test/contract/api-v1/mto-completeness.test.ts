import { afterAll, describe, expect, test } from 'bun:test';
import { commonTakeoffLines, unknownId } from '../../support/takeoff-lines';

const { system, projectWith, call } = await commonTakeoffLines();

afterAll(() => system.stop());

const read = async (projectId: string, query = '') => {
  const path = `/mto/project/${projectId}/summary?completeness=true${query}`;
  const { status, body } = await call('GET', path);
  expect(status).toBe(200);
  return body.completeness as { lines: number; gaps: Gap[] };
};

interface Gap {
  code: string;
  lines: number;
  percentOfLines: number | null;
  amount: number;
  quantities: object[];
  filters: object;
}

const linesOf = async (own: string) => {
  const { gaps } = await read(own);
  return Object.fromEntries(gaps.map(({ code, lines }) => [code, lines]));
};

const whole = {
  discipline: 'piping',
  unitOfMeasure: 'm',
  quantity: 10,
  unitManHours: 2,
  labourRate: 100,
  materialUnitPrice: 5,
  wbsCode: null,
};

describe('GET /api/v1/mto/project/{projectId}/summary?completeness=true', () => {
  test('200 counts each gap with its share of lines and quantity', async () => {
    const { own } = await projectWith(whole, {
      ...whole,
      quantity: 30,
      unitManHours: null,
      materialUnitPrice: null,
    });
    const { lines, gaps } = await read(own);
    expect(lines).toBe(2);
    expect(gaps.map(({ code }) => code)).toEqual([
      'NO_QUANTITY',
      'NO_HOURS',
      'NO_LABOUR_RATE',
      'NO_MATERIAL_PRICE',
      'ZERO_TOTAL',
      'NO_WBS',
    ]);
    expect(gaps.find(({ code }) => code === 'ZERO_TOTAL')).toMatchObject({
      lines: 1,
      percentOfLines: 50,
      amount: 0,
      quantities: [{ unitOfMeasure: 'm', quantity: 30, percentOfQuantity: 75 }],
    });
    expect(gaps.find(({ code }) => code === 'NO_WBS')).toMatchObject({ lines: 2, amount: 2050 });
  });

  const cases: [string, string, object, Record<string, number>][] = [
    ['a line without quantity', 'NO_QUANTITY', { quantity: 0 }, { NO_QUANTITY: 1, ZERO_TOTAL: 1 }],
    [
      'a line without hours and any other cost',
      'NO_HOURS',
      { unitManHours: null, materialUnitPrice: null },
      { NO_HOURS: 1 },
    ],
    ['no line without hours that has a material cost', 'NO_HOURS', { unitManHours: null }, { NO_HOURS: 0 }],
    [
      'no line without hours that has a subcontract cost',
      'NO_HOURS',
      { unitManHours: null, materialUnitPrice: null, subcontractUnitPrice: 3 },
      { NO_HOURS: 0 },
    ],
    ['a line with hours and no rate', 'NO_LABOUR_RATE', { labourRate: null }, { NO_LABOUR_RATE: 1 }],
    [
      'no line without hours and rate',
      'NO_LABOUR_RATE',
      { labourRate: null, unitManHours: null },
      { NO_LABOUR_RATE: 0 },
    ],
    [
      'a line without a price of material',
      'NO_MATERIAL_PRICE',
      { materialUnitPrice: null },
      { NO_MATERIAL_PRICE: 1 },
    ],
    [
      'no line whose material the owner supplies',
      'NO_MATERIAL_PRICE',
      { materialUnitPrice: null, suppliedBy: 'owner' },
      { NO_MATERIAL_PRICE: 0, ZERO_TOTAL: 0 },
    ],
    [
      'no line that is void',
      'ZERO_TOTAL',
      { quantity: 0, status: 'void' },
      { ZERO_TOTAL: 0, NO_QUANTITY: 0 },
    ],
    [
      'no line that is excluded',
      'ZERO_TOTAL',
      { quantity: 0, scopeType: 'excluded' },
      { ZERO_TOTAL: 0, NO_QUANTITY: 0 },
    ],
  ];

  for (const [what, code, changes, expected] of cases) {
    test(`200 ${code} counts ${what}`, async () => {
      const { own } = await projectWith({ ...whole, ...changes });
      expect(await linesOf(own)).toMatchObject(expected);
    });
  }

  test('200 the filters of each gap find exactly the lines counted', async () => {
    const { own } = await projectWith(
      whole,
      { ...whole, quantity: 0 },
      { ...whole, labourRate: null },
      { ...whole, unitManHours: null, materialUnitPrice: null },
      { ...whole, materialUnitPrice: null, status: 'void' },
      { ...whole, materialUnitPrice: null, scopeType: 'excluded' },
    );
    for (const { code, lines, filters } of (await read(own)).gaps) {
      const { status, body } = await call('POST', '/mto/search', {
        json: { projectId: own, filters, limit: 1 },
      });
      expect({ code, status, found: body.total }).toEqual({ code, status: 200, found: lines });
    }
  });

  test('200 of a project without lines has no shares', async () => {
    const empty = system.records.addProject();
    const { lines, gaps } = await read(empty);
    expect(lines).toBe(0);
    expect(
      gaps.every(({ percentOfLines, quantities }) => percentOfLines === null && quantities.length === 0),
    ).toBe(true);
  });

  test('200 without completeness=true leaves it out', async () => {
    const { own } = await projectWith(whole);
    const { body } = await call('GET', `/mto/project/${own}/summary`);
    expect(body.completeness).toBeUndefined();
  });

  test('404 of an unknown version', async () => {
    const { own } = await projectWith(whole);
    const path = `/mto/project/${own}/summary?completeness=true&estimationId=${unknownId}`;
    expect((await call('GET', path)).status).toBe(404);
  });
});
