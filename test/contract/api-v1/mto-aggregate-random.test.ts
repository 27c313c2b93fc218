import { afterAll, describe, expect, test } from 'bun:test';
import { disciplines } from '@consulting/takeoff-fields/discipline';
import { isNumeric } from '@consulting/takeoff-fields/field';
import { allKeys, fieldsNamed } from '@consulting/takeoff-fields/registry';
import fc from 'fast-check';
import {
  groupsOf,
  isCounted,
  type Json,
  type Key,
  type Measure,
  nameOfKey,
  nameOfMeasure,
  valuesOf,
} from '../../support/aggregate-oracle';
import { type Criteria, meets } from '../../support/criteria-oracle';
import { randomCriteria, randomLines } from '../../support/random-lines';
import { rounds } from '../../support/rounds';
import { commonTakeoffLines } from '../../support/takeoff-lines';

const { system, call, stored } = await commonTakeoffLines();

afterAll(() => system.stop());

const ancestors = new Map([
  ['01', ['01']],
  ['01.10', ['01', '01.10']],
]);

const units = ['m', 'ea', null];

async function takeoffOf(lines: readonly Json[]) {
  const projectId = system.records.addProject();
  const services = [system.records.addService(projectId), system.records.addService(projectId)];
  system.records.addWbsItem(null, '01');
  system.records.addWbsItem(projectId, '01.10', '01');
  system.records.addWbsItem(projectId, '01');
  for (const [at, line] of lines.entries())
    await stored({ ...line, unitOfMeasure: units[at % 3], projectId, serviceId: services[at % 2] });
  const found: Json[] = (await call('GET', `/mto?projectId=${projectId}&limit=100`)).body.data;
  expect(found.length).toBe(lines.length);
  return { projectId, lines: found };
}

const likelyKeys = ['discipline', 'unitOfMeasure', 'wbsCode', 'crewCode', 'area', 'status', 'scopeType'];
const key: fc.Arbitrary<Key> = fc.oneof(
  fc.constantFrom(...likelyKeys),
  fc.constantFrom(...allKeys),
  fc.record({ wbsLevel: fc.integer({ min: 1, max: 3 }) }),
);
const measure = fc.constantFrom('lines', 'quantity', 'totalCost', ...allKeys).chain((field) => {
  const [first] = fieldsNamed(field);
  const functions =
    first === undefined
      ? ['sum', 'count']
      : isNumeric(first)
        ? ['sum', 'avg', 'min', 'max', 'count', 'countDistinct']
        : first.type === 'date'
          ? ['min', 'max', 'count', 'countDistinct']
          : ['count', 'countDistinct'];
  return fc.record({ field: fc.constant(field), function: fc.constantFrom(...functions) });
});

interface Order {
  keys: Key[];
  measures: Measure[];
  filters?: Criteria;
  includeExcluded: boolean;
}

describe('POST /api/v1/mto/aggregate', () => {
  test('200 the groups, figures and totals that an oracle in exact decimals finds, whatever is asked', async () => {
    const { projectId, lines } = await takeoffOf(randomLines(90, 20250725));
    const orders: fc.Arbitrary<Order> = fc.record({
      keys: fc.uniqueArray(key, { maxLength: 3, selector: nameOfKey }),
      measures: fc
        .uniqueArray(measure, { minLength: 1, maxLength: 8, selector: nameOfMeasure })
        .filter((all) => all.filter((one) => one.function === 'countDistinct').length <= 5),
      filters: fc.option(randomCriteria(lines), { nil: undefined }),
      includeExcluded: fc.boolean(),
    });
    const sizes = new Set<number>();
    const examples = disciplines.map((_, at): [Order] => [
      {
        keys: ['discipline'],
        measures: [{ field: 'quantity', function: 'sum' }],
        filters: {
          conditions: [{ field: 'discipline', operator: 'in', value: disciplines.slice(0, at + 1) }],
        },
        includeExcluded: true,
      },
    ]);
    await fc.assert(
      fc.asyncProperty(orders, async ({ keys, measures, filters, includeExcluded }) => {
        const json = { projectId, groupBy: keys, measures, filters, includeExcluded, limit: 1000 };
        const { status, body } = await call('POST', '/mto/aggregate', { json });
        expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
        const met = lines.filter(
          (line) => (includeExcluded || isCounted(line)) && (filters === undefined || meets(line, filters)),
        );
        const expected = groupsOf(met, keys, measures, ancestors);
        if (keys.length === 0) expected.set('{}', valuesOf(met, measures));
        const found = body.data.map(({ group, values }: Json) => [JSON.stringify(group), values]);
        expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
        expect(found.length).toBe(expected.size);
        expect({ totals: body.totals, total: body.total, hasMore: body.hasMore }).toEqual({
          totals: valuesOf(met, measures),
          total: expected.size,
          hasMore: false,
        });
        sizes.add(expected.size);
      }),
      { examples, numRuns: examples.length + rounds(250) },
    );
    expect(sizes.size).toBeGreaterThan(5);
  }, 180_000);

  test('200 the sums of a search are those of every line that matches', async () => {
    const { projectId, lines } = await takeoffOf(randomLines(40, 20250726));
    const sums = ['quantity', 'totalCost', 'totalManHours', 'nominalPipeSize', 'itemNumber'];
    const measures = sums.map((field) => ({ field, function: 'sum' }));
    await fc.assert(
      fc.asyncProperty(randomCriteria(lines), async (filters) => {
        const json = { projectId, filters, sums, limit: 1 };
        const { status, body } = await call('POST', '/mto/search', { json });
        expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
        expect(body.sums).toEqual(
          valuesOf(
            lines.filter((line) => meets(line, filters)),
            measures,
          ),
        );
      }),
      { numRuns: rounds(60) },
    );
  }, 300_000);

  test('200 the WBS rolled up has the figures of the summary to the cent, and of every item those of the lines', async () => {
    const { projectId, lines } = await takeoffOf(randomLines(60, 20250727));
    const { body: summary } = await call('GET', `/mto/project/${projectId}/summary`);
    const { body } = await call('GET', `/mto/project/${projectId}/wbs-summary`);
    const { itemCount, ...costs } = summary.totals;
    expect(body.root.rolledUp).toEqual({ lines: itemCount, ...costs });
    const measures = Object.keys(body.root.rolledUp).map((field) => ({ field, function: 'sum' }));
    const figures = (codes: (string | null)[]) =>
      valuesOf(
        lines.filter((line) => isCounted(line) && codes.includes((line.wbsCode as string | null) ?? null)),
        measures,
      );
    expect(body.root.children).toEqual([
      {
        wbsCode: '01',
        name: 'Item 01',
        kind: null,
        own: figures([]),
        rolledUp: figures(['01.10']),
        children: [
          {
            wbsCode: '01.10',
            name: 'Item 01.10',
            kind: null,
            own: figures(['01.10']),
            rolledUp: figures(['01.10']),
            children: [],
          },
        ],
      },
      {
        wbsCode: null,
        name: null,
        kind: 'none',
        own: figures([null]),
        rolledUp: figures([null]),
        children: [],
      },
      {
        wbsCode: null,
        name: null,
        kind: 'unknown',
        own: figures(['99']),
        rolledUp: figures(['99']),
        children: [],
      },
    ]);
    const flat = await call('GET', `/mto/project/${projectId}/wbs-summary?depth=1`);
    const [first] = flat.body.root.children;
    expect(first).toMatchObject({ wbsCode: '01', rolledUp: figures(['01.10']), children: [] });
    for (const part of ['byWbs', 'byCrew']) {
      const cost = summary[part].reduce(
        (sum: number, one: Json) => sum + Math.round(Number(one.totalCost) * 100),
        0,
      );
      expect({ part, cost }).toEqual({ part, cost: Math.round(summary.totals.totalCost * 100) });
    }
  }, 300_000);
});
