import { afterAll, describe, expect, test } from 'bun:test';
import { commonTakeoffLines, faultsOf, unknownId } from '../../support/takeoff-lines';

type Json = Record<string, unknown>;

const { system, projectId, projectWith, call } = await commonTakeoffLines();

afterAll(() => system.stop());

const search = (json: Json) => call('POST', '/mto/search', { json });

describe('POST /api/v1/mto/search', () => {
  const tagsOf = async (own: string, body: Json) => {
    const { status, body: answer } = await search({ projectId: own, ...body });
    expect({ status, errors: answer.errors }).toEqual({ status: 200, errors: undefined });
    return answer.data.map(({ tag }: { tag: string }) => tag);
  };
  const one = (field: string, operator: string, value?: unknown) => ({
    filters: { conditions: [{ field, operator, value }] },
  });

  test('200 a page in the envelope, by nested groups and two sort keys', async () => {
    const { own } = await projectWith(
      { tag: 'A', quantity: 5, nominalPipeSize: 2, area: '100' },
      { tag: 'B', quantity: 20, nominalPipeSize: 8, area: '100' },
      { tag: 'C', quantity: 30, nominalPipeSize: 8, area: '200' },
      { tag: 'D', quantity: 40, area: '300' },
    );
    const filters = {
      logicalOperator: 'AND',
      conditions: [
        { field: 'quantity', operator: 'greaterThan', value: 10 },
        {
          logicalOperator: 'OR',
          conditions: [
            { conditions: [{ field: 'nominalPipeSize', operator: 'equals', value: 8 }] },
            { field: 'area', operator: 'equals', value: '300' },
          ],
        },
      ],
    };
    const sort = [
      { field: 'nominalPipeSize', direction: 'desc' },
      { field: 'quantity', direction: 'desc' },
    ];
    const { status, body } = await search({ projectId: own, filters, sort, limit: 2 });
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: 3, skip: 0, limit: 2, hasMore: true });
    expect(body.data.map(({ tag }: Json) => tag)).toEqual(['C', 'B']);
    expect(body.data[0]).toMatchObject({
      quantity: 30,
      nominalPipeSize: 8,
      discipline: 'piping',
      version: 1,
    });
    const last = await search({ projectId: own, filters, sort, skip: 2, limit: 2 });
    expect(last.body).toMatchObject({ total: 3, skip: 2, hasMore: false });
    expect(last.body.data.map(({ tag }: Json) => tag)).toEqual(['D']);
    expect((await search({ projectId: own, filters, sort, skip: 9 })).body).toMatchObject({
      data: [],
      total: 3,
    });
  });

  test('200 sorts by the words of a query, alone or in a list beside objects', async () => {
    const { own } = await projectWith(
      { tag: 'B', area: '1' },
      { tag: 'A', area: '2' },
      { tag: 'C', area: '1' },
    );
    const tagsBy = async (sort: unknown) =>
      (await search({ projectId: own, sort })).body.data.map(({ tag }: { tag: string }) => tag);
    expect(await tagsBy('area, -tag')).toEqual(['C', 'B', 'A']);
    expect(await tagsBy(['area', '-tag'])).toEqual(['C', 'B', 'A']);
    expect(await tagsBy([{ field: 'area', direction: 'desc' }, 'tag'])).toEqual(['A', 'B', 'C']);
    const refused = await search({ projectId: own, sort: '-area,flavour' });
    expect(refused.body.errors).toMatchObject([
      { field: 'sort', code: 'UNKNOWN_FIELD', params: { notAllowed: ['flavour'] } },
    ]);
    expect(faultsOf(await search({ projectId: own, sort: 'a,b,c,d,e,f' }))).toContain('sort MAX_LENGTH');
    expect(faultsOf(await search({ projectId: own, sort: 'tag,'.repeat(300) }))).toEqual(['sort MAX_LENGTH']);
    expect((await search({ projectId: own, sort: 3 })).body.errors).toMatchObject([
      { field: 'sort', code: 'TYPE', params: { type: ['array', 'string'] } },
    ]);
  });

  test('200 without filters and sort: all lines in the order of the takeoff', async () => {
    const { own, service } = await projectWith(
      { tag: 'A', itemNumber: 3 },
      { tag: 'B' },
      { tag: 'C', itemNumber: 1, discipline: 'civil' },
      { tag: 'D', itemNumber: 2 },
    );
    expect(await tagsOf(own, {})).toEqual(['C', 'D', 'A', 'B']);
    expect(await tagsOf(own, { filters: { conditions: [] } })).toEqual(['C', 'D', 'A', 'B']);
    expect(await tagsOf(own, { filters: null, sort: null })).toEqual(['C', 'D', 'A', 'B']);
    expect(await tagsOf(own, { discipline: 'piping' })).toEqual(['D', 'A', 'B']);
    expect(await tagsOf(own, { serviceId: service, discipline: 'civil' })).toEqual(['C']);
    expect(await tagsOf(own, { serviceId: unknownId })).toEqual([]);
  });

  test('200 text is compared ignoring case, literally, and in full or in part', async () => {
    const { own } = await projectWith(
      ...['50%', '500', 'a_b', 'AxB', 'Übung', 'c\\d', 'ΣΊΣΥΦΟΣ', 'İzmir', 'Straße'].map((tag) => ({ tag })),
    );
    expect(await tagsOf(own, one('tag', 'equals', ' 50% '))).toEqual(['50%']);
    expect(await tagsOf(own, one('tag', 'contains', '0%'))).toEqual(['50%']);
    expect(await tagsOf(own, one('tag', 'contains', 'A_B'))).toEqual(['a_b']);
    expect(await tagsOf(own, one('tag', 'endsWith', '\\D'))).toEqual(['c\\d']);
    expect(await tagsOf(own, one('tag', 'startsWith', 'üb'))).toEqual(['Übung']);
    expect(await tagsOf(own, one('tag', 'startsWith', 'ub'))).toEqual([]);
    expect(await tagsOf(own, one('tag', 'equals', 'σίσυφοσ'))).toEqual(['ΣΊΣΥΦΟΣ']);
    expect(await tagsOf(own, one('tag', 'startsWith', 'iz'))).toEqual(['İzmir']);
    expect(await tagsOf(own, one('tag', 'equals', 'STRASSE'))).toEqual([]);
    expect(await tagsOf(own, one('tag', 'in', ['axb', 'A_B', 'nothing', '\ue000']))).toEqual(['a_b', 'AxB']);
    expect(await tagsOf(own, one('tag', 'notIn', ['50%', '500', 'a_b', 'axb', 'ÜBUNG', 'C\\D']))).toEqual([
      'ΣΊΣΥΦΟΣ',
      'İzmir',
      'Straße',
    ]);
    expect(await tagsOf(own, one('tag', 'contains', "' or 1=1 --"))).toEqual([]);
  });

  test('200 empty values satisfy notEquals, notIn and notContains only', async () => {
    const { own } = await projectWith(
      { tag: 'A', area: 'x', nominalPipeSize: 1, sourService: true, takeoffDate: '2025-01-01' },
      { tag: 'B' },
    );
    for (const [field, value] of [
      ['area', 'y'],
      ['nominalPipeSize', 2],
      ['sourService', false],
      ['takeoffDate', '2025-01-02'],
      ['status', 'draft'],
    ] as const) {
      expect(await tagsOf(own, one(field, 'notEquals', value))).toEqual(['A', 'B']);
      expect(await tagsOf(own, one(field, 'equals', value))).toEqual([]);
    }
    expect(await tagsOf(own, one('area', 'notContains', 'y'))).toEqual(['A', 'B']);
    expect(await tagsOf(own, one('nominalPipeSize', 'notIn', [2, 3]))).toEqual(['A', 'B']);
    expect(await tagsOf(own, one('nominalPipeSize', 'lessThan', 5))).toEqual(['A']);
    expect(await tagsOf(own, one('nominalPipeSize', 'between', [1, 1]))).toEqual(['A']);
    expect(await tagsOf(own, one('nominalPipeSize', 'between', [2, 1]))).toEqual([]);
    expect(await tagsOf(own, one('area', 'isEmpty'))).toEqual(['B']);
    expect(await tagsOf(own, one('sourService', 'isNotEmpty', null))).toEqual(['A']);
  });

  test('200 by id the lines that are named, and in the order of their ids', async () => {
    const { own } = await projectWith({ tag: 'A' }, { tag: 'B' }, { tag: 'C' });
    const { body } = await call('GET', `/mto?projectId=${own}`);
    const ids: string[] = body.data.map(({ id }: Json) => id);
    const [a = '', , c = ''] = ids;
    expect(await tagsOf(own, one('id', 'in', [a.toUpperCase(), c, unknownId]))).toEqual(['A', 'C']);
    expect(await tagsOf(own, one('id', 'notEquals', a))).toEqual(['B', 'C']);
    const filters = one('id', 'in', ids);
    const order = { ...filters, sort: [{ field: 'id', direction: 'desc' }], limit: 2 };
    const { body: first } = await search({ projectId: own, ...order });
    const { body: second } = await search({ projectId: own, ...order, after: first.next });
    const walked = [...first.data, ...second.data].map(({ id }: Json) => id);
    expect(walked).toEqual(ids.toSorted().toReversed());
  });

  test('200 sorts text lower-cased by code point, enums by their list, empty values last, ties by id', async () => {
    const { own } = await projectWith(
      { tag: 'b', confidence: 'high' },
      { tag: 'B', confidence: 'low' },
      { tag: 'a', confidence: 'medium' },
      { tag: '_x' },
      { tag: 'Ä', confidence: 'low' },
      {},
    );
    const by = (field: string, direction: string) => ({ sort: [{ field, direction }] });
    expect(await tagsOf(own, by('tag', 'asc'))).toEqual(['_x', 'a', 'b', 'B', 'Ä', null]);
    expect(await tagsOf(own, by('tag', 'desc'))).toEqual(['Ä', 'b', 'B', 'a', '_x', null]);
    expect(await tagsOf(own, by('confidence', 'asc'))).toEqual(['B', 'Ä', 'a', 'b', '_x', null]);
    expect(await tagsOf(own, by('confidence', 'desc'))).toEqual(['b', 'a', 'B', 'Ä', '_x', null]);
  });

  test('200 by createdAt as it is returned, and by identifiers', async () => {
    const { own, service } = await projectWith({ tag: 'A' }, { tag: 'B' });
    const { body } = await search({ projectId: own, sort: [{ field: 'createdAt', direction: 'desc' }] });
    const { createdAt } = body.data.at(-1);
    expect(await tagsOf(own, one('createdAt', 'equals', createdAt))).toContain('A');
    expect(await tagsOf(own, one('createdAt', 'lessThan', createdAt))).toEqual([]);
    expect(await tagsOf(own, one('updatedAt', 'greaterThan', '2020-01-01'))).toEqual(['A', 'B']);
    expect(await tagsOf(own, one('serviceId', 'equals', service.toUpperCase()))).toEqual(['A', 'B']);
    expect(await tagsOf(own, one('projectId', 'contains', own.slice(3, 9)))).toEqual(['A', 'B']);
  });

  test('200 with an empty page for a skip beyond every line, however the lines are found', async () => {
    const { own } = await projectWith({ tag: 'A' }, { tag: 'B' });
    const conditions = [{ field: 'description', operator: 'isEmpty' }];
    for (const skip of [2_147_483_648, 3_000_000_000, 999_999_999_999])
      for (const filters of [null, { conditions: [] }, { conditions }]) {
        const { status, body } = await search({ projectId: own, filters, skip });
        expect({ status, ...body }).toMatchObject({ status: 200, data: [], total: 2, skip, hasMore: false });
      }
    const beyond = await search({ projectId: own, skip: 1_000_000_000_000 });
    expect([beyond.status, faultsOf(beyond)]).toEqual([422, ['skip MAX']]);
  });

  test('422 for times that are outside the years 1 to 9999 of UTC; 200 up to there', async () => {
    const outside = ['0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59-23:59', '0000-12-31', '10000-01-01'];
    for (const value of outside) {
      const answer = await search({ projectId, ...one('createdAt', 'lessThan', value) });
      expect([answer.status, faultsOf(answer)]).toEqual([422, ['filters.conditions[0].value FORMAT']]);
    }
    for (const value of ['0001-01-01', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z']) {
      const { status } = await search({ projectId, ...one('createdAt', 'greaterThan', value) });
      expect(status).toBe(200);
    }
  });

  test('422 with every fault at once, each by its place in the tree', async () => {
    const answer = await search({
      projectId: 'x',
      skip: -1,
      colour: 1,
      filters: {
        logicalOperator: 'XOR',
        conditions: [
          { field: 'quantity', operator: 'contains', value: 'x' },
          { logicalOperator: 'OR', conditions: [{ field: 'nope', operator: 'equals', value: 1 }, 7] },
          { field: 'tag', operator: 'equals' },
          { field: 'quantity', operator: 'between', value: [1] },
          { field: 'status', operator: 'in', value: ['draft', 'nonsense'] },
          { conditions: [] },
          { field: 'tag', operator: 'isEmpty', value: 'x', colour: 2 },
        ],
      },
      sort: [{ field: 'tag', direction: 'up' }, { field: 'x' }, 3],
    });
    expect(answer.status).toBe(422);
    expect(faultsOf(answer)).toEqual([
      'colour UNKNOWN_FIELD',
      'filters.conditions[0].operator ENUM',
      'filters.conditions[1].conditions[0].field UNKNOWN_FIELD',
      'filters.conditions[1].conditions[1] TYPE',
      'filters.conditions[2].value REQUIRED',
      'filters.conditions[3].value TYPE',
      'filters.conditions[4].value[1] ENUM',
      'filters.conditions[5].conditions REQUIRED',
      'filters.conditions[6].colour UNKNOWN_FIELD',
      'filters.conditions[6].value TYPE',
      'filters.logicalOperator ENUM',
      'projectId FORMAT',
      'skip MIN',
      'sort[0].direction ENUM',
      'sort[1].field UNKNOWN_FIELD',
      'sort[2] TYPE',
    ]);
    const [operator] = answer.body.errors.filter(({ field }: Json) => String(field).endsWith('[0].operator'));
    expect(operator.message).toContain('contains does not fit the field quantity, which is a number');
  });

  test.each([
    ['tag', 'greaterThan', 'a', 'operator ENUM'],
    ['tag', 'between', ['a', 'b'], 'operator ENUM'],
    ['quantity', 'startsWith', '1', 'operator ENUM'],
    ['status', 'contains', 'dr', 'operator ENUM'],
    ['sourService', 'in', [true], 'operator ENUM'],
    ['takeoffDate', 'endsWith', '01', 'operator ENUM'],
    ['createdAt', 'contains', '2025', 'operator ENUM'],
    ['tag', 'like', 'a', 'operator ENUM'],
    ['tag', 'constructor', 'a', 'operator ENUM'],
    ['quantity', 'equals', '10', 'value TYPE'],
    ['quantity', 'in', 10, 'value TYPE'],
    ['quantity', 'in', [], 'value REQUIRED'],
    ['quantity', 'in', [1, null], 'value[1] REQUIRED'],
    ['tag', 'contains', '', 'value REQUIRED'],
    ['tag', 'equals', '  ', 'value REQUIRED'],
    ['tag', 'contains', 'a\u0000b', 'value INVALID_CHARACTER'],
    ['tag', 'contains', '\ud800', 'value INVALID_CHARACTER'],
    ['sourService', 'equals', 'true', 'value TYPE'],
    ['takeoffDate', 'equals', '2025-02-30', 'value FORMAT'],
    ['createdAt', 'greaterThan', '2025-02-30', 'value FORMAT'],
    ['createdAt', 'greaterThan', '2025-02-03T04:05:06', 'value FORMAT'],
    ['id', 'equals', 'A', 'value FORMAT'],
    ['mtoId', 'equals', unknownId, 'field UNKNOWN_FIELD'],
    ['attributes', 'isEmpty', undefined, 'field UNKNOWN_FIELD'],
    ['__proto__', 'isEmpty', undefined, 'field UNKNOWN_FIELD'],
    ["tag' --", 'isEmpty', undefined, 'field UNKNOWN_FIELD'],
  ])('422 for %s %s %p', async (field, operator, value, fault) => {
    const answer = await search({ projectId, ...one(field, operator, value) });
    expect(answer.status).toBe(422);
    expect(faultsOf(answer)).toEqual([`filters.conditions[0].${fault}`]);
  });

  test('422 for a field of another discipline than the one searched', async () => {
    const filter = one('nominalPipeSize', 'isEmpty');
    expect((await search({ projectId, ...filter, discipline: 'piping' })).status).toBe(200);
    const answer = await search({ projectId, ...filter, discipline: 'civil' });
    expect(faultsOf(answer)).toEqual(['filters.conditions[0].field UNKNOWN_FIELD']);
    expect(answer.body.errors[0].message).toContain('nominalPipeSize');
  });

  test('422 for a fourth level, a 51st condition and a sixth sort key; 200 up to there', async () => {
    const condition = { field: 'tag', operator: 'isEmpty' };
    const nested = (levels: number): Json => ({
      conditions: [levels === 1 ? condition : nested(levels - 1)],
    });
    expect((await search({ projectId, filters: nested(3) })).status).toBe(200);
    expect(faultsOf(await search({ projectId, filters: nested(4) }))).toEqual([
      'filters.conditions[0].conditions[0].conditions[0] MAX',
    ]);
    const many = (count: number) => ({
      conditions: [{ conditions: Array(25).fill(condition) }, ...Array(count - 25).fill(condition)],
    });
    expect((await search({ projectId, filters: many(50) })).status).toBe(200);
    expect(faultsOf(await search({ projectId, filters: many(5000) }))).toEqual([
      'filters.conditions[26] MAX',
    ]);
    const empty = Array(5000).fill({ conditions: [] });
    expect((await search({ projectId, filters: { conditions: empty } })).body.errors.length).toBeLessThan(
      200,
    );
    const sort = (count: number) => Array(count).fill({ field: 'tag' });
    expect((await search({ projectId, sort: sort(5) })).status).toBe(200);
    expect(faultsOf(await search({ projectId, sort: sort(6) }))).toEqual(['sort MAX_LENGTH']);
  });

  test('404 for an unknown project; 503 while its owner is silent and no line proves it', async () => {
    expect((await search({ projectId: unknownId })).status).toBe(404);
    const empty = system.records.addProject();
    await system.without('clients-projects', async () => {
      expect((await search({ projectId: empty })).status).toBe(503);
    });
  });

  test('400 for no JSON, 422 for no object', async () => {
    expect((await call('POST', '/mto/search', { json: [] })).status).toBe(422);
    expect(faultsOf(await search({}))).toEqual(['projectId REQUIRED']);
  });
});
