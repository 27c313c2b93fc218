import { afterAll, describe, expect, test } from 'bun:test';
import { keepVersionLines } from '@consulting/kernel/contracts/mto';
import { commonTakeoffLines, faultsOf, unknownId } from '../../support/takeoff-lines';

type Json = Record<string, unknown>;

const { system, projectId, serviceId, projectWith, stored, call, put } = await commonTakeoffLines();

afterAll(() => system.stop());

const aggregate = (json: Json) => call('POST', '/mto/aggregate', { json });
const sum = (field: string) => ({ field, function: 'sum' });

describe('POST /api/v1/mto/aggregate', () => {
  test('200 the usual figures of one group without keys and measures, void and excluded lines left out', async () => {
    const { own } = await projectWith(
      { totalCost: 100, quantity: 2, unitOfMeasure: 'm' },
      { totalCost: 10, status: 'void' },
      { totalCost: 1, scopeType: 'excluded' },
    );
    const usual = {
      lines: 1,
      totalManHours: 0,
      labourCost: 0,
      materialCost: 0,
      equipmentCost: 0,
      subcontractCost: 0,
      totalCost: 100,
    };
    expect((await aggregate({ projectId: own })).body).toEqual({
      data: [{ group: {}, label: {}, values: usual }],
      totals: usual,
      total: 1,
      skip: 0,
      limit: 100,
      hasMore: false,
    });
    const { body } = await aggregate({ projectId: own, includeExcluded: true });
    expect(body.totals).toMatchObject({ lines: 3, totalCost: 111 });
  });

  test('200 positions sum exactly the lines that a search in the same order has there, once each', async () => {
    const costs = [40, null, 10, 30, 20, 50, 30, 0.1, 0.2];
    const { own } = await projectWith(
      ...costs.map((totalCost, at) => ({ itemNumber: at + 1, totalCost, tag: at < 8 ? 'A' : 'B' })),
    );
    const sort = [{ field: 'totalCost', direction: 'desc' }];
    const filters = { conditions: [{ field: 'tag', operator: 'equals', value: 'a' }] };
    const searched = { projectId: own, filters };
    const { data } = (await call('POST', '/mto/search', { json: { ...searched, sort } })).body;
    const positions = [
      { limit: 2 },
      { skip: 1, limit: 2 },
      { skip: 6, limit: 100 },
      { skip: 1_000_000, limit: 1_000_000_000 },
    ];
    const measures = [sum('lines'), sum('totalCost'), { field: 'totalCost', function: 'avg' }];
    const asked = { ...searched, measures, lineSort: sort, positions };
    const { body } = await aggregate({ ...asked, groupBy: ['tag'] });
    const meant = [0, 1, 2, 6, 7].map((at) => data[at].totalCost as number | null);
    expect(meant).toEqual([50, 40, 30, 0.1, 0]);
    expect(body.totals).toEqual({ lines: 5, totalCost: 120.1, 'totalCost.avg': 24.02 });
    expect(body.data).toMatchObject([{ group: { tag: 'A' }, values: { lines: 5 } }]);
    const inTakeoff = await aggregate({ ...searched, measures, positions: [{ skip: 2, limit: 3 }] });
    expect(inTakeoff.body.totals.totalCost).toBe(60);
  });

  test('200 positions count in the groups that a search by the same groups has', async () => {
    const { own } = await projectWith(
      ...[1, 20, 300, 4000, 50_000].map((totalCost, at) => ({
        ...{ itemNumber: at + 1, totalCost },
        ...{ area: ['b', 'a', null, 'B', 'a'][at], wbsCode: at < 3 ? '30.50' : '40' },
      })),
    );
    system.records.addWbsItem(null, '30');
    system.records.addWbsItem(null, '30.50', '30');
    system.records.addWbsItem(null, '40');
    for (const groupBy of [['area'], [{ wbsLevel: 1 }, 'area']]) {
      const { data } = (await call('POST', '/mto/search', { json: { projectId: own, groupBy } })).body;
      for (const limit of [1, 2, 3, 4, 5]) {
        const asked = { projectId: own, positions: [{ limit }], measures: [sum('totalCost')] };
        const { body } = await aggregate({ ...asked, lineGroupBy: groupBy });
        const meant = data.slice(0, limit).map(({ totalCost }: { totalCost: number }) => totalCost);
        expect(body.totals.totalCost).toBe(meant.reduce((total: number, cost: number) => total + cost, 0));
      }
    }
    const refused = await aggregate({ projectId: own, positions: [{ limit: 1 }], lineGroupBy: ['nope'] });
    expect(faultsOf(refused)).toEqual(['lineGroupBy[0] UNKNOWN_FIELD']);
  });

  test('422 for positions and an order that no search has, all faults at once', async () => {
    const refused = await aggregate({
      projectId,
      positions: [{ skip: -1, limit: 0 }, { limit: 1, from: 2 }, {}],
      lineSort: '-nope',
    });
    expect(faultsOf(refused)).toEqual([
      'lineSort UNKNOWN_FIELD',
      'positions[0].limit MIN',
      'positions[0].skip MIN',
      'positions[1].from UNKNOWN_FIELD',
      'positions[2].limit REQUIRED',
    ]);
    const many = Array.from({ length: 101 }, () => ({ limit: 1 }));
    expect(faultsOf(await aggregate({ projectId, positions: many }))).toEqual(['positions MAX_LENGTH']);
  });

  test('200 names of disciplines, WBS items and crews, and null for what has none', async () => {
    const { own, service } = await projectWith();
    system.records.addWbsItem(null, '30');
    system.records.addWbsItem(null, '30.50', '30');
    system.records.addCrewName(service, 'PF-01', 'Pipe fitters');
    const line = { projectId: own, serviceId: service, totalCost: 5 };
    for (const more of [
      { wbsCode: '30.50', crewCode: 'pf-01' },
      { wbsCode: '30' },
      { wbsCode: '99', crewCode: 'X' },
      {},
    ])
      await stored({ ...line, ...more });
    const groupBy = ['discipline', { wbsLevel: 2 }, 'crewCode'];
    const { body } = await aggregate({ projectId: own, groupBy, measures: [sum('totalCost')] });
    expect(body.data).toEqual([
      {
        group: { discipline: 'piping', wbsLevel2: '30.50', crewCode: 'pf-01' },
        label: { discipline: 'Piping', wbsLevel2: 'Item 30.50', crewCode: 'Pipe fitters' },
        values: { totalCost: 5 },
      },
      {
        group: { discipline: 'piping', wbsLevel2: null, crewCode: 'X' },
        label: { discipline: 'Piping', wbsLevel2: null, crewCode: null },
        values: { totalCost: 5 },
      },
      {
        group: { discipline: 'piping', wbsLevel2: null, crewCode: null },
        label: { discipline: 'Piping', wbsLevel2: null, crewCode: null },
        values: { totalCost: 10 },
      },
    ]);
    const codes = await aggregate({ projectId: own, groupBy: ['wbsCode'] });
    expect(codes.body.data.map(({ label }: Json) => label)).toEqual([
      { wbsCode: 'Item 30' },
      { wbsCode: 'Item 30.50' },
      { wbsCode: null },
      { wbsCode: null },
    ]);
    const second = system.records.addService(own);
    system.records.addCrewName(second, 'PF-01', 'Riggers');
    const names = async (more: Json) => {
      const crews = await aggregate({ projectId: own, groupBy: ['crewCode'], ...more });
      return crews.body.data[0].label.crewCode;
    };
    expect(await names({})).toBeNull();
    expect(await names({ serviceId: service })).toBe('Pipe fitters');
  });

  test('200 quantities for each unit of measure, never added, and averages to six decimals', async () => {
    const { own } = await projectWith(
      { quantity: 0.1, unitOfMeasure: 'm', area: 'A' },
      { quantity: 0.2, unitOfMeasure: 'm', area: 'A' },
      { quantity: 3, unitOfMeasure: 'EA', area: 'A', totalCost: 1 },
      { quantity: 7, area: 'B', totalCost: 1 },
    );
    const measures = [
      sum('quantity'),
      { field: 'quantity', function: 'max' },
      { field: 'totalCost', function: 'avg' },
    ];
    const { body } = await aggregate({ projectId: own, groupBy: ['area'], measures });
    const inA = {
      quantity: [
        { unitOfMeasure: 'EA', quantity: 3 },
        { unitOfMeasure: 'm', quantity: 0.3 },
      ],
    };
    expect(body.data[0].values).toEqual({
      ...inA,
      'quantity.max': [
        { unitOfMeasure: 'EA', quantity: 3 },
        { unitOfMeasure: 'm', quantity: 0.2 },
      ],
      'totalCost.avg': 0.333333,
    });
    expect(body.totals.quantity).toEqual([...inA.quantity, { unitOfMeasure: null, quantity: 7 }]);
  });

  test('200 in the order of keys and of values, empty ones last in both directions, page by page', async () => {
    const { own } = await projectWith(
      { area: 'b', totalCost: 1 },
      { area: 'A', totalCost: 3 },
      { area: 'c', totalCost: 2 },
      { totalCost: 9 },
    );
    const areas = async (sort: Json[] | undefined, more: Json = {}) => {
      const { body } = await aggregate({ projectId: own, groupBy: ['area'], sort, ...more });
      return [body.data.map(({ group }: { group: Json }) => group.area), body.hasMore];
    };
    expect(await areas(undefined)).toEqual([['A', 'b', 'c', null], false]);
    expect(await areas([{ field: 'area', direction: 'desc' }])).toEqual([['c', 'b', 'A', null], false]);
    const byCost = [{ field: 'totalCost', direction: 'desc' }];
    expect(await areas(byCost)).toEqual([[null, 'A', 'c', 'b'], false]);
    expect(await areas(byCost, { limit: 2 })).toEqual([[null, 'A'], true]);
    expect(await areas(byCost, { skip: 3, limit: 2 })).toEqual([['b'], false]);
    const none = [{ field: 'nominalPipeSize.min', direction: 'desc' }];
    const measures = [{ field: 'nominalPipeSize', function: 'min' }];
    expect(await areas(none, { measures })).toEqual([['A', 'b', 'c', null], false]);
  });

  test('200 figures beyond the digits of doubles are exact', async () => {
    const { own } = await projectWith(
      ...[999999999999.99, 999999999999.98, 0.01, 0.01, 0.01].map((totalCost) => ({
        totalCost,
        wbsCode: '30',
      })),
    );
    const { body } = await aggregate({ projectId: own, groupBy: ['wbsCode'], measures: [sum('totalCost')] });
    expect(body.data[0].values).toEqual({ totalCost: 2000000000000 });
    const { body: rolledUp } = await call('GET', `/mto/project/${own}/wbs-summary`);
    expect(rolledUp.root.rolledUp.totalCost).toBe(2000000000000);
  });

  test('200 a version as it stood, whatever was written since', async () => {
    const { own, service } = await projectWith();
    const lines = [];
    for (const totalCost of [100, 50])
      lines.push(await stored({ projectId: own, serviceId: service, totalCost, wbsCode: 'V-1' }));
    const estimationId = system.records.addEstimation(own, service, 'in-review');
    const asked = { projectId: own, groupBy: ['wbsCode'], measures: [sum('totalCost'), sum('lines')] };
    const before = (await aggregate(asked)).body;
    await system.bus.ask(keepVersionLines, { estimationId, projectId: own, serviceId: service });
    await put(lines[0], { totalCost: 7, wbsCode: 'V-2' });
    await stored({ projectId: own, serviceId: service, totalCost: 1000 });
    expect((await aggregate({ ...asked, estimationId })).body).toEqual(before);
    expect((await aggregate(asked)).body.totals).toEqual({ totalCost: 1057, lines: 3 });
    const { body } = await call('GET', `/mto/project/${own}/wbs-summary?estimationId=${estimationId}`);
    expect(body.root.rolledUp).toMatchObject({ lines: 2, totalCost: 150 });
  });

  test('200 with labels null and named in unavailable while their owners are silent; 503 for levels of the WBS', async () => {
    const { own } = await projectWith({ wbsCode: '30', crewCode: 'PF-01' });
    const asked = { projectId: own, groupBy: ['wbsCode', 'crewCode'] };
    const crews = await system.without('crews-rates', () => aggregate(asked));
    expect(crews.body).toMatchObject({
      data: [{ label: { crewCode: null } }],
      unavailable: ['label.crewCode'],
    });
    await system.without('equipment-wbs', async () => {
      const { body } = await aggregate(asked);
      expect(body).toMatchObject({ data: [{ label: { wbsCode: null } }], unavailable: ['label.wbsCode'] });
      expect((await aggregate({ projectId: own, groupBy: [{ wbsLevel: 1 }] })).status).toBe(503);
    });
  });

  test('404 for an unknown project and version; 409 NO_SNAPSHOT for a draft', async () => {
    expect((await aggregate({ projectId: unknownId })).status).toBe(404);
    expect((await aggregate({ projectId, estimationId: unknownId })).status).toBe(404);
    const estimationId = system.records.addEstimation(projectId, serviceId);
    const { status, body } = await aggregate({ projectId, estimationId });
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'NO_SNAPSHOT' });
  });

  test('200 sorts by the words of a query, and by a list of them beside objects', async () => {
    const { own } = await projectWith(
      { area: 'a', quantity: 1 },
      { area: 'b', quantity: 3 },
      { area: 'c', quantity: 3 },
    );
    const order = { projectId: own, groupBy: ['area'], measures: [sum('lines'), sum('installQuantity')] };
    const areasBy = async (sort: unknown) =>
      (await aggregate({ ...order, sort })).body.data.map(
        ({ group }: { group: { area: string } }) => group.area,
      );
    const measured = { ...order, measures: [{ field: 'itemNumber', function: 'max' }] };
    expect(await areasBy('-area')).toEqual(['c', 'b', 'a']);
    expect(await areasBy(['-lines', { field: 'area', direction: 'desc' }])).toEqual(['c', 'b', 'a']);
    const { body } = await aggregate({ ...measured, sort: ' -itemNumber.max , area' });
    expect(body.data).toHaveLength(3);
  });

  test('422 groups by what every line has for itself', async () => {
    const refused = await aggregate({ projectId, groupBy: ['id'] });
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toMatchObject([
      { field: 'groupBy[0]', code: 'UNKNOWN_FIELD', params: { notAllowed: ['id'] } },
    ]);
  });

  test('422 names what can be sorted by', async () => {
    const refused = await aggregate({
      projectId,
      groupBy: ['area'],
      measures: [sum('lines')],
      sort: 'area,-tag',
    });
    expect(refused.body.errors).toMatchObject([
      { field: 'sort', code: 'ENUM', params: { allowed: ['area', 'lines'] } },
    ]);
  });

  test('422 with every fault at once', async () => {
    const refused = await aggregate({
      groupBy: ['flavour', 'createdAt', { wbsLevel: 9, name: 1 }, 'area'],
      measures: [
        { field: 'tag', function: 'sum' },
        { field: 'totalCost', function: 'median' },
        { field: 'totalCost', function: 'avg' },
        { field: 'totalCost', function: 'avg' },
        { field: 'lines', function: 'avg' },
        { field: 'nothing' },
        sum('quantity'),
        7,
      ],
      filters: { conditions: [{ field: 'tag', operator: 'greaterThan', value: 1 }] },
      sort: [{ field: 'quantity', direction: 'up' }, { field: 'totalCost.avg', order: 1 }, 3],
      skip: -1,
      limit: 1001,
      scope: true,
    });
    expect(refused.status).toBe(422);
    expect(faultsOf(refused)).toEqual(
      [
        'projectId REQUIRED',
        'groupBy MAX_LENGTH',
        'groupBy[0] UNKNOWN_FIELD',
        'groupBy[1] UNKNOWN_FIELD',
        'groupBy[2].name UNKNOWN_FIELD',
        'groupBy[2].wbsLevel MAX',
        'measures[0].function ENUM',
        'measures[1].function ENUM',
        'measures[3] DUPLICATE',
        'measures[4].function ENUM',
        'measures[5].field UNKNOWN_FIELD',
        'measures[5].function REQUIRED',
        'measures[7] TYPE',
        'filters.conditions[0].operator ENUM',
        'sort[0].direction ENUM',
        'sort[0].field ENUM',
        'sort[1].order UNKNOWN_FIELD',
        'sort[2] TYPE',
        'skip MIN',
        'limit MAX',
        'scope UNKNOWN_FIELD',
      ].sort(),
    );
    const distinct = ['area', 'tag', 'phase', 'system', 'itemCode', 'revision'];
    const many = await aggregate({
      projectId,
      groupBy: ['area', 'area', { wbsLevel: '1' }],
      measures: distinct.map((field) => ({ field, function: 'countDistinct' })),
    });
    expect(faultsOf(many)).toEqual(['groupBy[1] DUPLICATE', 'groupBy[2].wbsLevel TYPE', 'measures[5] MAX']);
    for (const groupBy of ['area', [['area']], [null]])
      expect(faultsOf(await aggregate({ projectId, groupBy }))).toEqual([
        `groupBy${typeof groupBy === 'string' ? '' : '[0]'} TYPE`,
      ]);
  });
});

describe('POST /api/v1/mto/search', () => {
  test('200 sums over all lines that match, beyond the page; without being asked for there are none', async () => {
    const { own } = await projectWith(
      { quantity: 2, unitOfMeasure: 'm', totalCost: 1, status: 'void' },
      { quantity: 3, unitOfMeasure: 'm', totalCost: 2 },
      { quantity: 4, totalCost: 4 },
    );
    const search = (more: Json) =>
      call('POST', '/mto/search', { json: { projectId: own, limit: 1, ...more } });
    expect((await search({ sums: ['quantity', 'totalCost'] })).body.sums).toEqual({
      quantity: [
        { unitOfMeasure: 'm', quantity: 5 },
        { unitOfMeasure: null, quantity: 4 },
      ],
      totalCost: 7,
    });
    expect(Object.keys((await search({})).body)).not.toContain('sums');
  });

  test('422 for sums of what is no number, occurs twice or is no field', async () => {
    const sums = ['totalCost', 'tag', 'flavour', 'totalCost', 1];
    const refused = await call('POST', '/mto/search', { json: { projectId, sums } });
    expect(faultsOf(refused)).toEqual([
      'sums[1] UNKNOWN_FIELD',
      'sums[2] UNKNOWN_FIELD',
      'sums[3] DUPLICATE',
      'sums[4] TYPE',
    ]);
  });
});

describe('GET /api/v1/mto/project/{projectId}/wbs-summary', () => {
  const get = (path: string) => call('GET', `/mto/project/${path}`);

  test('200 only the root for a project without lines, named as the project', async () => {
    const { body } = await get(`${system.records.addProject()}/wbs-summary`);
    expect(body.root).toMatchObject({ wbsCode: null, name: 'Refinery', kind: null, children: [] });
    expect(body.root.rolledUp).toMatchObject({ lines: 0, totalCost: 0 });
  });

  test('200 a tree of more items than one answer holds, as deep as it comes, and a circle that no root leads to', async () => {
    const { own, service } = await projectWith();
    const items = Array.from({ length: 1200 }, (_, at) => `N-${String(at).padStart(4, '0')}`);
    for (const [at, code] of items.entries()) system.records.addWbsItem(own, code, items[at - 1] ?? null);
    system.records.addWbsItem(own, 'round-1', 'round-2');
    system.records.addWbsItem(own, 'round-2', 'round-1');
    for (const wbsCode of ['N-1199', 'n-0003', 'round-1'])
      await stored({ projectId: own, serviceId: service, wbsCode, totalCost: 1 });
    const { body } = await get(`${own}/wbs-summary?depth=4`);
    const [root, unknown] = body.root.children;
    expect(root).toMatchObject({ wbsCode: 'N-0000', rolledUp: { lines: 2 }, own: { lines: 0 } });
    expect(root.children[0].children[0].children[0]).toMatchObject({
      wbsCode: 'N-0003',
      own: { lines: 1 },
      rolledUp: { lines: 2 },
      children: [],
    });
    expect(unknown).toMatchObject({ wbsCode: null, kind: 'unknown', rolledUp: { lines: 1 } });
    const { body: summary } = await get(`${own}/summary`);
    expect(summary.byWbs).toMatchObject([
      { wbsCode: 'N-0000', name: 'Item N-0000', kind: null, itemCount: 2, totalCost: 2 },
      { wbsCode: null, name: null, kind: 'unknown', itemCount: 1, totalCost: 1 },
    ]);
  });

  test('503 while the owner of the WBS is silent, and the summary says what it cannot tell', async () => {
    const { own } = await projectWith({ crewCode: 'PF-01' });
    await system.without('equipment-wbs', async () => {
      expect((await get(`${own}/wbs-summary`)).status).toBe(503);
      expect((await get(`${own}/summary`)).body).toMatchObject({ byWbs: null, unavailable: ['byWbs'] });
    });
    const { body } = await system.without('crews-rates', () => get(`${own}/summary`));
    expect(body).toMatchObject({ byCrew: [{ crewCode: 'PF-01', name: null }], unavailable: ['byCrew.name'] });
  });

  test('404 for an unknown project and version, 409 NO_SNAPSHOT for a draft, 422 for a depth out of range', async () => {
    expect((await get(`${unknownId}/wbs-summary`)).status).toBe(404);
    expect((await get(`${projectId}/wbs-summary?estimationId=${unknownId}`)).status).toBe(404);
    const draft = system.records.addEstimation(projectId, serviceId);
    expect((await get(`${projectId}/wbs-summary?estimationId=${draft}`)).body.code).toBe('NO_SNAPSHOT');
    const refused = await get(`${projectId}/wbs-summary?depth=9&serviceId=1&level=1`);
    expect({ status: refused.status, faults: faultsOf(refused) }).toEqual({
      status: 422,
      faults: ['depth MAX', 'level UNKNOWN_FIELD', 'serviceId FORMAT'],
    });
  });
});
