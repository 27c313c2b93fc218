import { afterAll, describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { searchedKeys } from '../../support/criteria-oracle';
import { randomLines } from '../../support/random-lines';
import { rounds } from '../../support/rounds';
import { commonTakeoffLines, faultsOf } from '../../support/takeoff-lines';

type Json = Record<string, unknown>;
type Key = string | { wbsLevel: number };

const { system, projectWith, call } = await commonTakeoffLines();

afterAll(() => system.stop());

const search = async (json: Json) => {
  const { status, body } = await call('POST', '/mto/search', { json });
  expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
  return body;
};

const tags = ({ data }: { data: Json[] }) => data.map(({ tag }) => tag);

async function walk(json: Json): Promise<Json[]> {
  const lines: Json[] = [];
  for (let page = await search(json); ; page = await search({ ...json, after: page.next })) {
    lines.push(...page.data);
    if (page.next === null) return lines;
  }
}

const nameOf = (key: Key): string => (typeof key === 'string' ? key : `wbsLevel${key.wbsLevel}`);

// The groups with the numbers of their lines, as the lines follow one another.
function runsOf(lines: readonly Json[], groupBy: readonly Key[], ancestorOf: (code: unknown) => unknown) {
  const runs: { group: Json; lines: number }[] = [];
  for (const line of lines) {
    const values = groupBy.map((key) => [
      nameOf(key),
      (typeof key === 'string' ? line[key] : ancestorOf(line.wbsCode)) ?? null,
    ]);
    const group = Object.fromEntries(values);
    const last = runs.at(-1);
    if (last && JSON.stringify(last.group) === JSON.stringify(group)) last.lines += 1;
    else runs.push({ group, lines: 1 });
  }
  return runs;
}

describe('POST /api/v1/mto/search with groupBy', () => {
  test('200 lines come in groups, in the order of sort within each', async () => {
    const { own } = await projectWith(
      { tag: '1', area: 'b', totalCost: 1 },
      { tag: '2', area: 'a', totalCost: 2 },
      { tag: '3', totalCost: 3 },
      { tag: '4', area: 'B', totalCost: 4 },
      { tag: '5', area: 'a', totalCost: 5 },
      { tag: '6', area: 'b', totalCost: 6 },
    );
    const sort = ['-totalCost'];
    const ask = async (more: Json) => tags(await search({ projectId: own, sort, ...more }));
    expect(await ask({ groupBy: ['area'] })).toEqual(['5', '2', '4', '6', '1', '3']);
    expect(await ask({ groupBy: ['area'], sort: ['-area', 'totalCost'] })).toEqual([
      ...['1', '6', '4', '2', '5', '3'],
    ]);
    expect(await ask({ groupBy: ['totalCost'], sort: [] })).toEqual(['1', '2', '3', '4', '5', '6']);
  });

  test('200 the groups of POST /mto/aggregate in its order, whatever the keys, page by page', async () => {
    for (const [code, parent] of [['G1'], ['G1.1', 'G1'], ['G1.2', 'G1'], ['g0'], ['G0.7', 'g0']] as const)
      system.records.addWbsItem(null, code ?? '', parent);
    const parents: Record<string, string> = { g1: 'G1', 'g1.1': 'G1', 'g1.2': 'G1', g0: 'g0', 'g0.7': 'g0' };
    const ancestorOf = (code: unknown) => parents[String(code).toLowerCase()];
    const codes = ['g1.1', 'G1.2', 'G0.7', 'G1', 'none', null];
    const { own } = await projectWith(
      ...randomLines(60, 611).map((line, at) => ({ ...line, wbsCode: codes[at % codes.length] })),
    );
    const keys = searchedKeys.filter((key) => !['id', 'createdAt', 'updatedAt'].includes(key));
    const key = fc.oneof(fc.constant<Key>({ wbsLevel: 1 }), fc.constantFrom<Key>(...keys));
    const asked = fc.record({
      groupBy: fc.uniqueArray(key, { minLength: 1, maxLength: 3, selector: nameOf }),
      isDown: fc.boolean(),
      limit: fc.integer({ min: 7, max: 100 }),
    });
    await fc.assert(
      fc.asyncProperty(asked, async ({ groupBy, isDown, limit }) => {
        const [first = ''] = groupBy;
        const isField = isDown && typeof first === 'string';
        const sort = isField ? [{ field: first, direction: 'desc' }] : [];
        const lines = await walk({ projectId: own, groupBy, sort, limit });
        const measures = [{ field: 'lines', function: 'sum' }];
        const counted = { projectId: own, groupBy, sort, measures, includeExcluded: true, limit: 100 };
        const { body } = await call('POST', '/mto/aggregate', { json: counted });
        const groups = body.data.map(({ group, values }: { group: Json; values: { lines: number } }) => ({
          group,
          lines: values.lines,
        }));
        expect({ groupBy, runs: runsOf(lines, groupBy, ancestorOf) }).toEqual({ groupBy, runs: groups });
      }),
      { numRuns: rounds(60) },
    );
  }, 300_000);

  test('422 with every fault at once, and where the cursor is of other groups', async () => {
    const { own } = await projectWith({ area: 'a' }, { area: 'b' });
    const groupBy = ['id', 'area', 'flavour', 'tag'];
    const refused = await call('POST', '/mto/search', { json: { projectId: own, groupBy, sort: ['taste'] } });
    expect(faultsOf(refused)).toEqual([
      'groupBy MAX_LENGTH',
      'groupBy[0] UNKNOWN_FIELD',
      'groupBy[2] UNKNOWN_FIELD',
      'sort[0] UNKNOWN_FIELD',
    ]);
    const twice = await call('POST', '/mto/search', {
      json: { projectId: own, groupBy: ['area', 'area', 7] },
    });
    expect(faultsOf(twice)).toEqual(['groupBy[1] DUPLICATE', 'groupBy[2] TYPE']);
    const { next: after } = await search({ projectId: own, groupBy: ['area'], limit: 1 });
    const other = { projectId: own, sort: ['area'], limit: 1, after };
    expect(faultsOf(await call('POST', '/mto/search', { json: other }))).toEqual(['after FORMAT']);
  });

  test('503 levels of the WBS while its owner does not answer', async () => {
    const { own } = await projectWith({ area: 'a' });
    await system.without('equipment-wbs', async () => {
      const json = { projectId: own, groupBy: [{ wbsLevel: 1 }] };
      expect((await call('POST', '/mto/search', { json })).status).toBe(503);
      expect((await call('POST', '/mto/search', { json: { ...json, groupBy: ['area'] } })).status).toBe(200);
    });
  });
});
