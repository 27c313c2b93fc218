import { afterAll, describe, expect, test } from 'bun:test';
import { allKeys } from '@consulting/takeoff-fields/registry';
import { pipingTakeoff } from '../../support/piping-takeoff';
import { commonTakeoffLines, unknownId } from '../../support/takeoff-lines';

const { system, projectId, projectWith, stored, call } = await commonTakeoffLines();

afterAll(() => system.stop());

const get = (path: string) => call('GET', `/mto/project/${path}`);

describe('GET /api/v1/mto/project/{projectId}/distinct-values/{field}', () => {
  const values = async (own: string, field: string, query = '') =>
    (await get(`${own}/distinct-values/${field}${query}`)).body;

  test('200 text ordered by its lower-cased form in code point order, all lines counted', async () => {
    const { own } = await projectWith(
      ...['b', 'B', 'a', '_x', 'Ä', 'z', 'b'].map((tag) => ({ tag })),
      { tag: 'void', status: 'void' },
      {},
    );
    expect(await values(own, 'tag')).toEqual({
      projectId: own,
      field: 'tag',
      values: ['_x', 'a', 'B', 'b', 'void', 'z', 'Ä'],
      data: [
        { value: '_x', count: 1 },
        { value: 'a', count: 1 },
        { value: 'B', count: 1 },
        { value: 'b', count: 2 },
        { value: 'void', count: 1 },
        { value: 'z', count: 1 },
        { value: 'Ä', count: 1 },
      ],
      emptyCount: 1,
      total: 7,
      truncated: false,
    });
  });

  test('200 with search, a substring whose case is ignored and that is not a pattern', async () => {
    const { own } = await projectWith(...['50%', '500', 'a_b', 'AXB', 'Übung'].map((area) => ({ area })));
    expect((await values(own, 'area', '?search=0%25')).values).toEqual(['50%']);
    expect((await values(own, 'area', '?search=A_B')).values).toEqual(['a_b']);
    expect((await values(own, 'area', `?search=${encodeURIComponent('übUNG')}`)).values).toEqual(['Übung']);
    expect(await values(own, 'area', '?search=none')).toMatchObject({ values: [], total: 0, emptyCount: 0 });
  });

  test('200 with limit: total counts what lies beyond', async () => {
    const { own } = await projectWith(...['a', 'b', 'c'].map((tag) => ({ tag })));
    expect(await values(own, 'tag', '?limit=2')).toMatchObject({
      values: ['a', 'b'],
      total: 3,
      truncated: true,
    });
  });

  test('200 types as in JSON: numbers by size, dates as text, booleans, enums in the order of their list', async () => {
    const { own, service } = await projectWith(
      {
        quantity: 10,
        takeoffDate: '2025-02-01',
        sourService: true,
        confidence: 'high',
        nominalPipeSize: 10,
        itemNumber: 2,
      },
      {
        quantity: 9.5,
        takeoffDate: '2024-12-31',
        sourService: false,
        confidence: 'low',
        nominalPipeSize: 0.75,
        itemNumber: 10,
      },
      { quantity: 10, confidence: 'medium', nominalPipeSize: 2, itemNumber: 1 },
    );
    expect((await values(own, 'quantity')).data).toEqual([
      { value: 9.5, count: 1 },
      { value: 10, count: 2 },
    ]);
    expect((await values(own, 'takeoffDate')).values).toEqual(['2024-12-31', '2025-02-01']);
    expect(await values(own, 'sourService')).toMatchObject({ values: [false, true], emptyCount: 1 });
    expect((await values(own, 'confidence')).values).toEqual(['low', 'medium', 'high']);
    expect((await values(own, 'nominalPipeSize')).values).toEqual([0.75, 2, 10]);
    expect((await values(own, 'itemNumber')).values).toEqual([1, 2, 10]);
    expect((await values(own, 'installQuantity')).values).toEqual([9.5, 10]);
    expect((await values(own, 'nominalPipeSize', '?search=.7')).values).toEqual([0.75]);
    expect((await values(own, 'takeoffDate', '?search=2024')).values).toEqual(['2024-12-31']);
    expect((await values(own, 'serviceId')).values).toEqual([service]);
    expect((await values(own, 'discipline')).values).toEqual(['piping']);
  });

  test('200 by discipline and service', async () => {
    const { own, service } = await projectWith({ tag: 'P' }, { tag: 'C', discipline: 'civil' });
    expect((await values(own, 'tag', '?discipline=civil')).values).toEqual(['C']);
    expect((await values(own, 'tag', `?serviceId=${service}`)).values).toEqual(['C', 'P']);
    expect((await values(own, 'tag', `?serviceId=${unknownId}`)).values).toEqual([]);
    expect(await values(own, 'nominalPipeSize')).toMatchObject({ values: [], emptyCount: 2 });
  });

  test('200 for every key of the registry, as the lines have them', async () => {
    const lines: Record<string, unknown>[] = [];
    for (const line of await pipingTakeoff()) lines.push(await stored(line));
    for (const key of allKeys) {
      const { status, body } = await get(`${projectId}/distinct-values/${key}?limit=1000`);
      const expected = new Set(lines.map((line) => line[key] ?? null).filter((value) => value !== null));
      expect({ key, status, total: body.total }).toEqual({ key, status: 200, total: expected.size });
      expect(new Set(body.values)).toEqual(expected);
      expect(
        body.emptyCount + body.data.reduce((sum: number, { count }: { count: number }) => sum + count, 0),
      ).toBe(60);
    }
  });

  test.each(['nope', 'id', 'createdAt', 'attributes', '__proto__', "tag'--", 'constructor'])(
    '422 UNKNOWN_FIELD for %s',
    async (field) => {
      const { status, body } = await get(`${projectId}/distinct-values/${encodeURIComponent(field)}`);
      expect(status).toBe(422);
      expect(body.errors).toMatchObject([{ field, code: 'UNKNOWN_FIELD' }]);
    },
  );

  test('422 for a field of another discipline', async () => {
    const { body } = await get(`${projectId}/distinct-values/rebarWeight?discipline=piping`);
    expect(body.errors).toMatchObject([{ field: 'rebarWeight', code: 'UNKNOWN_FIELD' }]);
  });

  test.each(['limit=0', 'limit=1001', 'discipline=x', 'serviceId=x', 'skip=1'])(
    '422 for ?%s',
    async (query) => {
      expect((await get(`${projectId}/distinct-values/tag?${query}`)).status).toBe(422);
    },
  );
});
