import { afterAll, describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { meets, searchedKeys, sorted } from '../../support/criteria-oracle';
import { randomCriteria, randomLines, randomSort } from '../../support/random-lines';
import { startTakeoffLines } from '../../support/takeoff-lines';

const { house, projectWith, call } = await startTakeoffLines();

afterAll(() => house.stop());

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
      { numRuns: 400 },
    );
  }, 120_000);

  test('200 sorts by every field in both directions', async () => {
    const { own } = await projectWith(...randomLines(40, 7));
    const lines = (await call('GET', `/mto?projectId=${own}&limit=100`)).body.data;
    for (const field of searchedKeys) {
      for (const direction of ['asc', 'desc'] as const) {
        const json = { projectId: own, sort: [{ field, direction }], limit: 100 };
        const { body } = await call('POST', '/mto/search', { json });
        const ids = body.data.map(({ id }: { id: string }) => id);
        const expected = sorted<{ id: string }>(lines, [{ field, direction }]).map(({ id }) => id);
        expect({ field, direction, ids }).toEqual({ field, direction, ids: expected });
      }
    }
  }, 60_000);
});
