import { afterAll, describe, expect, test } from 'bun:test';
import { getRepriceEffect } from '@consulting/kernel/contracts/mto';
import { commonTakeoffLines, faultsOf, unknownId } from '../../support/takeoff-lines';

type Json = Record<string, unknown>;

const { system, projectId, projectWith, call } = await commonTakeoffLines();

afterAll(() => system.stop());

const whatIf = (json: Json) => call('POST', '/mto/what-if', { json });
const compared = (before: number, after: number) => ({ before, after, difference: after - before });
const equals = (field: string, value: unknown) => ({ conditions: [{ field, operator: 'equals', value }] });

describe('POST /api/v1/mto/what-if', () => {
  test('200 hours and costs before and after, in total, by discipline and by root of the WBS, and nothing stored', async () => {
    const { own, service } = await projectWith();
    system.records.addWbsItem(own, '30');
    system.records.addWbsItem(own, '30.50', '30');
    system.records.addCrew(service, { crewCode: 'PF-01', labourRate: '100', equipmentRate: '10' });
    const line = { projectId: own, serviceId: service, quantity: 10, unitManHours: 2, crewCode: 'PF-01' };
    const items = [
      { ...line, discipline: 'piping', wbsCode: '30.50' },
      { ...line, discipline: 'civil', wbsCode: '99', materialUnitPrice: 5 },
      { ...line, discipline: 'civil', status: 'void' },
    ];
    expect((await call('POST', '/mto/bulk', { json: { projectId: own, items } })).status).toBe(201);
    const stored = await call('GET', `/mto?projectId=${own}`);
    const changes = [
      { filters: equals('discipline', 'piping'), updates: { quantity: { multiply: 2 } } },
      { filters: equals('materialUnitPrice', 5), updates: { materialUnitPrice: { add: 1 } } },
    ];
    const crews = { 'pf-01': { labourRate: 150, equipmentRate: 12 } };
    const { status, body } = await whatIf({ projectId: own, serviceId: service, changes, crews });
    expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
    const piping = {
      itemCount: compared(1, 1),
      totalManHours: compared(20, 40),
      labourCost: compared(2000, 6000),
      materialCost: compared(0, 0),
      equipmentCost: compared(200, 480),
      subcontractCost: compared(0, 0),
      totalCost: compared(2200, 6480),
    };
    const civil = {
      itemCount: compared(1, 1),
      totalManHours: compared(20, 20),
      labourCost: compared(2000, 3000),
      materialCost: compared(50, 60),
      equipmentCost: compared(200, 240),
      subcontractCost: compared(0, 0),
      totalCost: compared(2250, 3300),
    };
    expect(body).toMatchObject({ projectId: own, serviceId: service, currency: 'CAD' });
    expect(body).toMatchObject({ matched: 3, changed: 3 });
    expect(body.total).toMatchObject({ itemCount: compared(2, 2), totalCost: compared(4450, 9780) });
    expect(body.byDiscipline).toEqual([
      { discipline: 'piping', ...piping },
      { discipline: 'civil', ...civil },
    ]);
    expect(body.byWbs).toEqual([
      { wbsCode: '30', name: 'Item 30', kind: null, ...piping },
      { wbsCode: null, name: null, kind: 'unknown', ...civil },
    ]);
    expect((await call('GET', `/mto?projectId=${own}`)).body).toEqual(stored.body);
    const history = await call('GET', `/history/takeoff-lines?projectId=${own}`);
    expect(history.body.data.map(({ kind }: Json) => kind)).toEqual(['bulk-create']);
  });

  test('200 changes one after the other, each of the lines that meet its filters as those before left them', async () => {
    const { own } = await projectWith({ quantity: 10, materialUnitPrice: 1, area: 'A' });
    const inA = equals('area', 'A');
    const inB = equals('area', 'B');
    const changes = [
      { filters: inA, updates: { area: 'B', quantity: { add: 1 } } },
      { filters: inA, updates: { quantity: { multiply: 100 } } },
      { filters: inB, updates: { materialUnitPrice: 2 } },
      { filters: equals('materialCost', 22), updates: { subcontractLumpSum: { copyFrom: 'materialCost' } } },
      { filters: equals('materialCost', 10), updates: { quantity: 1000 } },
      { filters: inB, updates: { area: null } },
      {
        filters: { conditions: [{ field: 'area', operator: 'isEmpty' }] },
        updates: { quantity: { add: 1 } },
      },
    ];
    const { body } = await whatIf({ projectId: own, changes });
    expect(body).toMatchObject({ matched: 1, changed: 1 });
    expect(body.total).toMatchObject({
      materialCost: compared(10, 24),
      subcontractCost: compared(0, 22),
      totalCost: compared(10, 46),
    });
  });

  test('422 for a change that comes to select a line whose discipline does not have the field', async () => {
    const { own } = await projectWith(
      { discipline: 'piping', quantity: 1, area: 'A' },
      { discipline: 'civil', quantity: 1, area: 'B' },
    );
    const updates = { lineNumber: 'L-1' };
    const allowed = [{ filters: equals('area', 'A'), updates }];
    expect((await whatIf({ projectId: own, changes: allowed })).status).toBe(200);
    const changes = [{ filters: equals('area', 'B'), updates: { area: 'A' } }, ...allowed];
    const answer = await whatIf({ projectId: own, changes });
    expect(answer.status).toBe(422);
    expect(faultsOf(answer)).toEqual(['changes[1].updates.lineNumber UNKNOWN_FIELD']);
  });

  test('200 a line that becomes void or excluded counts before and not after, and lines move within the WBS', async () => {
    const { own } = await projectWith(
      { totalCost: 100, area: 'A' },
      { totalCost: 10, area: 'B' },
      { totalCost: 1, scopeType: 'excluded', area: 'C' },
    );
    system.records.addWbsItem(own, '40');
    const changes = [
      { filters: equals('area', 'A'), updates: { status: 'void' } },
      { filters: equals('area', 'C'), updates: { scopeType: 'base' } },
      { filters: equals('area', 'B'), updates: { wbsCode: '40' } },
    ];
    const { body } = await whatIf({ projectId: own, changes });
    expect(body.total).toMatchObject({ itemCount: compared(2, 2), totalCost: compared(110, 11) });
    expect(body.byWbs).toMatchObject([
      { wbsCode: '40', itemCount: compared(0, 1), totalCost: compared(0, 10) },
      { kind: 'none', itemCount: compared(2, 1), totalCost: compared(110, 1) },
    ]);
  });

  test('200 with rates of crews leaves a labour rate that was entered by hand, and takes over what is not given', async () => {
    const { own, service } = await projectWith();
    system.records.addCrew(service, { crewCode: 'PF-01', labourRate: '100', equipmentRate: '10' });
    const line = { projectId: own, serviceId: service, discipline: 'piping', quantity: 1, unitManHours: 1 };
    const items = [
      { ...line, crewCode: 'PF-01' },
      { ...line, crewCode: 'PF-01', labourRate: 70 },
      { ...line, area: 'new' },
    ];
    expect((await call('POST', '/mto/bulk', { json: { projectId: own, items } })).status).toBe(201);
    const crews = { 'PF-01': { labourRate: 150 } };
    const { body } = await whatIf({ projectId: own, crews });
    expect(body).toMatchObject({ matched: 2, changed: 1 });
    expect(body.total.labourCost).toEqual(compared(170, 220));
    expect(body.total.equipmentCost).toEqual(compared(10, 10));
    const changes = [{ filters: equals('area', 'new'), updates: { crewCode: 'PF-01' } }];
    const both = await whatIf({ projectId: own, changes, crews });
    expect(both.body.total.labourCost).toEqual(compared(170, 370));
    expect(both.body.total.equipmentCost).toEqual(compared(10, 20));
  });

  test('200 an approved service can be asked about', async () => {
    const { own, service } = await projectWith({ quantity: 1, materialUnitPrice: 3 });
    system.records.setStatus(service, 'approved');
    const { body } = await whatIf({ projectId: own, changes: [{ updates: { quantity: 2 } }] });
    expect(body.total.totalCost).toEqual(compared(3, 6));
  });

  test('200 figures of 0 where the project has no lines', async () => {
    const { own } = await projectWith();
    const { body } = await whatIf({ projectId: own, changes: [{ updates: { quantity: 2 } }] });
    expect(body).toMatchObject({ matched: 0, changed: 0, byDiscipline: [], byWbs: [] });
    expect(body.total.totalCost).toEqual(compared(0, 0));
  });

  test('200 with byWbs null and unavailable while the owner of the WBS is silent; 503 while another is', async () => {
    const { own, service } = await projectWith({ quantity: 1, materialUnitPrice: 3 });
    system.records.addCrew(service, { crewCode: 'PF-01' });
    const changes = [{ updates: { quantity: 2 } }];
    await system.without('equipment-wbs', async () => {
      const { status, body } = await whatIf({ projectId: own, changes });
      expect(status).toBe(200);
      expect(body).toMatchObject({ byWbs: null, unavailable: ['byWbs'], changed: 1 });
    });
    const asked = { projectId: own, crews: { 'PF-01': { labourRate: 1 } } };
    expect((await system.without('crews-rates', () => whatIf(asked))).status).toBe(503);
    expect((await system.without('clients-projects', () => whatIf({ projectId: own, changes }))).status).toBe(
      503,
    );
  });

  test('404 for an unknown project and for a service that is not of the project', async () => {
    const changes = [{ updates: { quantity: 2 } }];
    expect((await whatIf({ projectId: unknownId, changes })).status).toBe(404);
    const other = system.records.addService(system.records.addProject());
    expect((await whatIf({ projectId, serviceId: other, changes })).status).toBe(404);
  });

  test('422 every fault at once, in changes and crews by their places', async () => {
    const answer = await whatIf({
      projectId: 'x',
      changes: [
        { filters: { conditions: [{ field: 'nope', operator: 'equals', value: 1 }] }, updates: {}, more: 1 },
        { updates: { totalManHours: 1, tag: { multiply: 2 } } },
        7,
      ],
      crews: { 'PF-01': {}, a: { labourRate: -1, crewSize: 2 }, A: { equipmentRate: 1 }, b: 4 },
    });
    expect({ status: answer.status, faults: faultsOf(answer) }).toEqual({
      status: 422,
      faults: [
        'changes[0].filters.conditions[0].field UNKNOWN_FIELD',
        'changes[0].more UNKNOWN_FIELD',
        'changes[0].updates REQUIRED',
        'changes[1].updates.tag.multiply TYPE',
        'changes[1].updates.totalManHours READ_ONLY',
        'changes[2] TYPE',
        'crews.A DUPLICATE',
        'crews.PF-01 REQUIRED',
        'crews.a.crewSize UNKNOWN_FIELD',
        'crews.a.labourRate MIN',
        'crews.b TYPE',
        'projectId FORMAT',
      ],
    });
    expect(faultsOf(await whatIf({ projectId }))).toEqual(['changes REQUIRED']);
  });

  test('422 all unknown crews, and all updates that the lines do not take', async () => {
    const { own, service } = await projectWith({ quantity: 1 });
    system.records.addCrew(service, { crewCode: 'PF-01' });
    const rates = { labourRate: 1 };
    const answer = await whatIf({
      projectId: own,
      changes: [
        { updates: { concreteVolume: 1 } },
        { updates: { currency: 'USD', subcontractorId: unknownId, quantity: -1 } },
      ],
      crews: { 'PF-01': rates, GONE: rates, 'NO-SUCH': rates },
    });
    expect({ status: answer.status, faults: faultsOf(answer) }).toEqual({
      status: 422,
      faults: [
        'changes[0].updates.concreteVolume UNKNOWN_FIELD',
        'changes[1].updates.currency REFERENCE',
        'changes[1].updates.quantity MIN',
        'changes[1].updates.subcontractorId REFERENCE',
        'crews.GONE REFERENCE',
        'crews.NO-SUCH REFERENCE',
      ],
    });
  });

  test('422 RESULT_INVALID names the lines that would get what they cannot have', async () => {
    const { own } = await projectWith({ quantity: 1, itemNumber: 7 }, { quantity: 5, itemNumber: 8 });
    const changes = [{ updates: { remarks: 'x' } }, { updates: { quantity: { add: -2 } } }];
    const { status, body } = await whatIf({ projectId: own, changes });
    expect({ status, code: body.code, count: body.count }).toEqual({
      status: 422,
      code: 'RESULT_INVALID',
      count: 1,
    });
    expect(body.lines).toMatchObject([{ itemNumber: 7, field: 'changes[1].updates.quantity', code: 'MIN' }]);
  });

  test('422 for more than 20 changes, 100 updates, 200 conditions or 200 crews', async () => {
    const updates = { quantity: 1 };
    expect(faultsOf(await whatIf({ projectId, changes: Array(21).fill({ updates }) }))).toEqual([
      'changes MAX_LENGTH',
    ]);
    const condition = { field: 'quantity', operator: 'isEmpty' };
    const wide = { filters: { conditions: Array(41).fill(condition) }, updates };
    expect(faultsOf(await whatIf({ projectId, changes: Array(5).fill(wide) }))).toEqual(['changes MAX']);
    const many = { tag: 'a', area: 'b', remarks: 'c', quantity: 1, wbsCode: 'd', unitOfMeasure: 'm' };
    expect(faultsOf(await whatIf({ projectId, changes: Array(17).fill({ updates: many }) }))).toEqual([
      'changes MAX',
    ]);
    const crews = Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`C${at}`, { labourRate: 1 }]));
    expect(faultsOf(await whatIf({ projectId, crews }))).toEqual(['crews MAX_LENGTH']);
  });
});

describe('the question what other rates of crews would lead to', () => {
  test('has figures as exact text before and after, by discipline and root of the WBS', async () => {
    const { own, service } = await projectWith({ crewCode: 'PF-01', quantity: 3, unitManHours: 1 });
    const crews = [{ crewCode: 'pf-01', crewSize: '4', labourRate: '33.3333', equipmentRate: null }];
    const found = await system.bus.ask(getRepriceEffect, { projectId: own, serviceId: service, crews });
    expect(found).toMatchObject({ matched: 1, changed: 1 });
    const labourCost = { before: '0', after: '100', difference: '100' };
    expect(found.total).toMatchObject({ labourCost, itemCount: compared(1, 1) });
    expect(found.byDiscipline).toMatchObject([{ discipline: 'piping', labourCost }]);
    expect(found.byWbs).toMatchObject([{ wbsCode: null, kind: 'none', labourCost }]);
    const silent = await system.without('equipment-wbs', () =>
      system.bus.ask(getRepriceEffect, { projectId: own, serviceId: service, crews }),
    );
    expect(silent).toMatchObject({ byWbs: null, total: { labourCost } });
  });
});
