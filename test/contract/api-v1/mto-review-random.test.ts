import { afterAll, expect, test } from 'bun:test';
import fc from 'fast-check';
import { rounds } from '../../support/rounds';
import { commonTakeoffLines } from '../../support/takeoff-lines';

const { system, call } = await commonTakeoffLines();

afterAll(() => system.stop());

const of = <T>(...values: T[]) => fc.constantFrom(...values);
const old = '2020-01-31';

const line = fc.record({
  discipline: of('piping', 'structural', 'concrete'),
  tag: of('P-1', 'p-1', 'P-2', null),
  itemCode: of('A', 'a', null),
  description: of('Pipe', 'Elbow', null),
  unitOfMeasure: of('m', 'EA', null),
  quantity: of(0, 1, 10),
  unitManHours: of(1, 1, 1.05, 40, null),
  labourRate: of(100, null),
  materialUnitPrice: of(5, 5, 5.1, 900, null),
  suppliedBy: of('owner', null),
  wbsCode: of('1', null),
  crewCode: of('PF-1', 'NONE', null, null),
  totalCostOverride: of(99, null, null),
  quoteDate: of(old, null),
  confidence: of('low', 'high', null),
  quantitySource: of('factored', '3d-model', null),
  status: of('void', 'draft', null),
  scopeType: of('excluded', 'base', null),
});

const lists = fc.tuple(
  fc.array(line, { minLength: 25, maxLength: 45 }),
  fc.array(line, { minLength: 1, maxLength: 20 }),
);

const like = { discipline: 'piping', quantity: 10, unitOfMeasure: 'm', labourRate: 100 };

// What luck may leave out: outliers, and a unit that few lines have.
const example = [
  Array.from({ length: 24 }, (_, at) => ({
    ...like,
    itemCode: 'A',
    unitManHours: at === 0 ? 40 : 1 + (at % 3) / 50,
    materialUnitPrice: at === 1 ? 900 : 5 + (at % 3) / 10,
    unitOfMeasure: at === 2 ? 'EA' : 'm',
  })),
  [like, like],
];

async function takeoffOf(services: readonly object[][]): Promise<string> {
  const own = system.records.addProject();
  for (const items of services) {
    const serviceId = system.records.addService(own);
    system.records.addCrew(serviceId, { crewCode: 'PF-1' });
    system.records.staleCrews.set(serviceId, ['PF-1']);
    const basis = { accuracyLowPercent: null, accuracyHighPercent: null, estimatePurpose: null };
    const texts = { estimateMethod: null, baseDate: null, basisOfEstimate: null };
    system.records.reports.set(serviceId, { basis: { ...basis, ...texts, estimateClass: '1' } });
    const { status, body } = await call('POST', '/mto/bulk', { json: { projectId: own, serviceId, items } });
    expect({ status, errors: body.errors }).toEqual({ status: 201, errors: undefined });
  }
  return own;
}

test('the filters of each check list exactly the lines that it counts, with the same amount', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(lists, async (services) => {
      const own = await takeoffOf(services);
      const { body } = await call('GET', `/mto/project/${own}/review`);
      for (const { code, count, amount, filters } of body.checks) {
        seen.add(code);
        const json = { projectId: own, filters, limit: 1, sums: ['totalCost'] };
        const found = await call('POST', '/mto/search', { json });
        expect({ code, status: found.status, count: found.body.total }).toEqual({ code, status: 200, count });
        expect({ code, amount: found.body.sums.totalCost ?? 0 }).toEqual({ code, amount });
      }
    }),
    { numRuns: rounds(60), examples: [[example as never]] },
  );
  for (const code of [
    'DUPLICATE_LINES',
    'OUTLIER_HOURS',
    'OUTLIER_PRICE',
    'UNIT_UNUSUAL',
    'CREW_STALE',
    'UNKNOWN_CREW',
  ])
    expect([...seen]).toContain(code);
});
