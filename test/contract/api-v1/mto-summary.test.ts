import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { getServiceTotals } from '@consulting/kernel/contracts/mto';
import { expectedFigures, pipingTakeoff } from '../../support/piping-takeoff';
import { commonTakeoffLines, unknownId } from '../../support/takeoff-lines';

const { system, projectId, projectWith, serviceId, stored, call } = await commonTakeoffLines();
const lines: Record<string, unknown>[] = [];

beforeAll(async () => {
  for (const line of await pipingTakeoff()) lines.push(await stored(line));
});

afterAll(() => system.stop());

const get = (path: string) => call('GET', `/mto/project/${path}`);

const exampleTotals = {
  itemCount: 60,
  totalManHours: 25684.804,
  labourCost: 3851580.15,
  materialCost: 881153.16,
  freightCost: 37099.68,
  importDutyCost: 0,
  salesTaxCost: 0,
  equipmentCost: 341019.71,
  subcontractCost: 0,
  directCost: 5110852.7,
  indirectCost: 0,
  escalationCost: 0,
  contingencyCost: 0,
  markupCost: 0,
  totalCost: 5110852.7,
};

describe('the example takeoff', () => {
  test('has every computed figure of every line exactly', async () => {
    const expected = await expectedFigures();
    expect(lines.length).toBe(60);
    for (const [index, figures] of expected.entries()) {
      for (const [key, figure] of Object.entries(figures))
        expect({ index, key, value: lines[index]?.[key] }).toEqual({
          index,
          key,
          value: figure === '' ? null : Number(figure),
        });
    }
  });
});

describe('GET /api/v1/mto/project/{projectId}/summary', () => {
  test('200 with the totals and the block of the example takeoff', async () => {
    const { status, body } = await get(`${projectId}/summary`);
    expect(status).toBe(200);
    const { generatedAt, byWbs, byCrew, ...rest } = body;
    expect(Math.abs(Date.parse(generatedAt) - Date.now())).toBeLessThan(60_000);
    expect(rest).toEqual({
      projectId,
      serviceId: null,
      currency: 'CAD',
      totals: exampleTotals,
      byDiscipline: [
        {
          discipline: 'piping',
          quantities: [{ unitOfMeasure: 'm', quantity: 3820.4 }],
          ...exampleTotals,
          percentOfTotal: 100,
          indicators: { totalDiaInch: 14526, totalWeight: 190868.84, manHoursPerDiaInch: 1.7682 },
        },
      ],
    });
    expect(Object.keys(body.totals)).toEqual(Object.keys(exampleTotals));
    expect(byWbs).toEqual([{ wbsCode: null, name: null, kind: 'unknown', ...exampleTotals }]);
    const crews = byCrew.map(({ crewCode, itemCount }: Record<string, unknown>) => [crewCode, itemCount]);
    expect(crews).toEqual([
      ['PF-01', 34],
      ['PF-02', 11],
      ['PF-03', 11],
      ['PF-04', 4],
    ]);
  });

  test('200 for one service, and zeros for a service without lines', async () => {
    expect((await get(`${projectId}/summary?serviceId=${serviceId}`)).body).toMatchObject({
      serviceId,
      totals: exampleTotals,
    });
    const { body } = await get(`${projectId}/summary?serviceId=${unknownId}`);
    expect(body.totals).toMatchObject({ itemCount: 0, totalManHours: 0, totalCost: 0 });
    expect(body.byDiscipline).toEqual([]);
  });

  test('200 leaves out lines with status void or scopeType excluded', async () => {
    const { own } = await projectWith(
      { totalCost: 100 },
      { totalCost: 10, status: 'void' },
      { totalCost: 1, scopeType: 'excluded' },
      { totalCost: 1000, status: 'approved', scopeType: 'option' },
    );
    const { body } = await get(`${own}/summary`);
    expect(body.totals).toMatchObject({ itemCount: 2, totalCost: 1100 });
    expect((await get(`${own}/disciplines`)).body.data).toEqual([
      { discipline: 'piping', label: 'Piping', itemCount: 4 },
    ]);
  });

  test('200 blocks in the order of the disciplines with their indicators, percentages and quantities', async () => {
    const { own } = await projectWith(
      {
        discipline: 'architectural',
        quantity: 2,
        unitOfMeasure: 'EA',
        grossArea: 10.5,
        openingArea: 0.5,
        totalCost: 1,
      },
      { discipline: 'structural', measuredWeight: 2500, fixedManHours: 50, totalCost: 1 },
      { discipline: 'concrete', concreteVolume: 8, rebarWeight: 960.5, fixedManHours: 10, totalCost: 1 },
      { discipline: 'civil', bankVolume: 100, compactedVolume: 80 },
      { discipline: 'instrumentation', ioCount: 4 },
      {
        discipline: 'bulk_electrical',
        routeLength: 100,
        terminationCount: 6,
        unitOfMeasure: 'm',
        quantity: 0.1,
      },
      { discipline: 'bulk_electrical', unitOfMeasure: 'EA', quantity: 5 },
      { discipline: 'bulk_electrical', unitOfMeasure: 'm', quantity: 0.2 },
      { discipline: 'bulk_electrical', quantity: 7 },
      { discipline: 'mechanical_equipment', quantity: 2 },
      { discipline: 'electrical_equipment', quantity: 3 },
    );
    const { body } = await get(`${own}/summary`);
    const blocks = body.byDiscipline.map(
      ({ discipline, indicators }: { discipline: string; indicators: unknown }) => [discipline, indicators],
    );
    expect(blocks).toEqual([
      ['electrical_equipment', { quantity: 3 }],
      ['mechanical_equipment', { quantity: 2 }],
      ['bulk_electrical', { cableLength: 100, terminationCount: 6 }],
      ['instrumentation', { ioCount: 4 }],
      ['civil', { bankVolume: 100, compactedVolume: 80 }],
      ['concrete', { concreteVolume: 8, rebarWeight: 960.5, manHoursPerM3: 1.25 }],
      ['structural', { grossWeight: 2500, manHoursPerTonne: 20 }],
      ['architectural', { netArea: 10 }],
    ]);
    expect(body.byDiscipline[2].quantities).toEqual([
      { unitOfMeasure: 'EA', quantity: 5 },
      { unitOfMeasure: 'm', quantity: 0.3 },
      { unitOfMeasure: null, quantity: 7 },
    ]);
    expect(body.byDiscipline[7]).toMatchObject({ percentOfTotal: 33.33 });
    expect(body.byDiscipline[0]).toMatchObject({ percentOfTotal: 0 });
  });

  test('200 null where there is nothing to divide by', async () => {
    const { own } = await projectWith({});
    const { body } = await get(`${own}/summary`);
    expect(body.byDiscipline[0]).toMatchObject({
      percentOfTotal: null,
      indicators: { totalDiaInch: 0, totalWeight: 0, manHoursPerDiaInch: null },
    });
  });

  test('200 sums beyond the digits of doubles', async () => {
    const { own, service } = await projectWith(
      ...[999999999999.99, 999999999999.98, 0.01, 0.01, 0.01].map((totalCost) => ({ totalCost })),
    );
    const { totals } = await system.bus.ask(getServiceTotals, { serviceId: service });
    expect(totals.totalCost).toBe('2000000000000');
    expect((await get(`${own}/summary`)).body.totals.totalCost).toBe(2000000000000);
  });

  test('200 with currency null and named in unavailable while the owner of projects is silent', async () => {
    const { body } = await system.without('clients-projects', () => get(`${projectId}/summary`));
    expect(body).toMatchObject({ currency: null, unavailable: ['currency'], totals: exampleTotals });
  });

  test('503 while the owner of projects is silent and no line proves that the project exists', async () => {
    const empty = system.records.addProject();
    const answer = await system.without('clients-projects', () => get(`${empty}/summary`));
    expect(answer.status).toBe(503);
  });

  test('404 for an unknown project and for what is no UUID', async () => {
    for (const id of [unknownId, 'x']) {
      for (const path of ['summary', 'disciplines', 'distinct-values/tag']) {
        const { status, body } = await get(`${id}/${path}`);
        expect({ status, resource: body.resource }).toEqual({ status: 404, resource: 'project' });
      }
    }
  });

  test('422 for a serviceId that is no UUID and an unknown parameter', async () => {
    expect((await get(`${projectId}/summary?serviceId=1`)).status).toBe(422);
    expect((await get(`${projectId}/summary?discipline=piping`)).status).toBe(422);
  });
});

describe('GET /api/v1/mto/project/{projectId}/disciplines', () => {
  test('200 in the order of the disciplines', async () => {
    const { own } = await projectWith(
      {},
      { discipline: 'electrical_equipment' },
      { discipline: 'piping', status: 'void' },
    );
    expect((await get(`${own}/disciplines`)).body).toEqual({
      projectId: own,
      disciplines: ['electrical_equipment', 'piping'],
      data: [
        { discipline: 'electrical_equipment', label: 'Electrical Equipment', itemCount: 1 },
        { discipline: 'piping', label: 'Piping', itemCount: 2 },
      ],
      total: 2,
    });
  });

  test('200 without lines', async () => {
    const empty = system.records.addProject();
    expect((await get(`${empty}/disciplines`)).body).toEqual({
      projectId: empty,
      disciplines: [],
      data: [],
      total: 0,
    });
  });
});
