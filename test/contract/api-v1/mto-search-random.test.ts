import { afterAll, describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { type Criteria, meets, searchedKeys, sorted } from '../../support/criteria-oracle';
import {
  linesOfPatterns,
  manyTextConditions,
  randomCriteria,
  randomLines,
  randomSort,
} from '../../support/random-lines';
import { rounds, someOf } from '../../support/rounds';
import { commonTakeoffLines } from '../../support/takeoff-lines';

type Json = Record<string, unknown>;

const { system, projectWith, call } = await commonTakeoffLines();

afterAll(() => system.stop());

const idOf = ({ id }: { id: string }) => id;

describe('POST /api/v1/mto/search', () => {
  test('200 the lines, their order and their number that an oracle in memory finds, whatever the criteria', async () => {
    const { own } = await projectWith(...randomLines(90, 20250721));
    const lines = (await call('GET', `/mto?projectId=${own}&limit=100`)).body.data;
    expect(lines.length).toBe(90);
    const paging = { skip: fc.integer({ min: 0, max: 40 }), limit: fc.integer({ min: 1, max: 100 }) };
    const queries = fc.record({ filters: randomCriteria(lines), sort: randomSort, ...paging });
    await fc.assert(
      fc.asyncProperty(queries, async ({ filters, sort, skip, limit }) => {
        const json = { projectId: own, filters, sort, skip, limit };
        const { status, body } = await call('POST', '/mto/search', { json });
        expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
        const expected = sorted(
          lines.filter((line: object) => meets({ ...line }, filters)),
          sort,
        );
        expect(body.total).toBe(expected.length);
        expect(body.data.map(({ id }: { id: string }) => id)).toEqual(
          expected.slice(skip, skip + limit).map(({ id }) => id),
        );
      }),
      { numRuns: rounds(400) },
    );
  }, 300_000);

  test('200 the lines that an oracle in memory finds, whatever many conditions on texts', async () => {
    const { own } = await projectWith(
      ...linesOfPatterns(90, 20250722).map((line, at) => ({ ...line, itemNumber: at + 1 })),
    );
    const lines = (await call('GET', `/mto?projectId=${own}&limit=100`)).body.data;
    expect(lines.length).toBe(90);
    const found = new Set<number>();
    const examples = Array.from({ length: 11 }, (_, at): [Criteria] => [
      { conditions: [{ field: 'itemNumber', operator: 'lessThanOrEqual', value: at + 1 }] },
    ]);
    await fc.assert(
      fc.asyncProperty(manyTextConditions(lines), async (filters) => {
        const json = { projectId: own, filters, limit: 100 };
        const { status, body } = await call('POST', '/mto/search', { json });
        expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
        const ids = body.data.map(idOf).sort();
        const expected = lines.filter((line: object) => meets({ ...line }, filters));
        expect(ids).toEqual(expected.map(idOf).sort());
        found.add(ids.length);
      }),
      { examples, numRuns: examples.length + rounds(150) },
    );
    expect(found.size).toBeGreaterThan(10);
  }, 300_000);

  test('200 sorts by every field in both directions', async () => {
    const { own } = await projectWith(...randomLines(14, 7));
    const lines = (await call('GET', `/mto?projectId=${own}&limit=100`)).body.data;
    const check = async (field: string, direction: 'asc' | 'desc') => {
      const json = { projectId: own, sort: [{ field, direction }], limit: 100 };
      const { body } = await call('POST', '/mto/search', { json });
      const ids = body.data.map(({ id }: { id: string }) => id);
      const expected = sorted<{ id: string }>(lines, [{ field, direction }]).map(({ id }) => id);
      expect({ field, direction, ids }).toEqual({ field, direction, ids: expected });
    };
    for (const field of someOf(searchedKeys)) await Promise.all([check(field, 'asc'), check(field, 'desc')]);
  }, 300_000);

  test('200 pages at the start, in the middle and at the end of long orders, with ties and empty values', async () => {
    const { own, service } = await projectWith();
    const some = (n: number, count: number) => (n % 7 === 0 ? null : (n * 7919) % count);
    const items = Array.from({ length: 2500 }, (_, n) => ({
      discipline: n % 3 === 0 ? 'civil' : 'piping',
      quantity: 1,
      itemNumber: some(n, 400) === null ? null : (some(n, 400) ?? 0) + 1,
      tag: some(n, 90) === null ? null : `${n % 2 === 0 ? 'p' : 'P'}-${some(n, 90)}`,
      totalCost: some(n, 300) ?? 0,
    }));
    const created = await call('POST', '/mto/bulk', { json: { projectId: own, serviceId: service, items } });
    expect(created.status).toBe(201);
    const lines: Json[] = created.body.items;
    const filters = { conditions: [{ field: 'tag', operator: 'notEquals', value: 'p-1' }] };
    for (const field of ['itemNumber', 'tag', 'totalCost', 'quantity']) {
      for (const direction of ['asc', 'desc'] as const) {
        for (const criteria of [undefined, filters]) {
          const sort = [{ field, direction }, { field: 'tag' }];
          const met = lines.filter((line) => criteria === undefined || meets(line, criteria));
          const expected = sorted(met, sort).map(({ id }) => id);
          const skips = [
            0,
            990,
            1200,
            1300,
            2100,
            expected.length - 350,
            expected.length - 7,
            expected.length,
            5000,
          ];
          for (const skip of skips) {
            const json = { projectId: own, sort, skip, limit: 20, filters: criteria };
            const { body } = await call('POST', '/mto/search', { json });
            const page = { total: body.total, ids: body.data.map(({ id }: Json) => id) };
            expect({ field, direction, skip, ...page }).toEqual({
              field,
              direction,
              skip,
              total: expected.length,
              ids: expected.slice(skip, skip + 20),
            });
          }
        }
      }
    }
  }, 300_000);
});
