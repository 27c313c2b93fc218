import { afterAll, describe, expect, test } from 'bun:test';
import { serviceCrewRatesChanged } from '@consulting/kernel/contracts/crews-rates';
import { disciplines } from '@consulting/takeoff-fields/discipline';
import fc from 'fast-check';
import { type Criteria, meets } from '../../support/criteria-oracle';
import { randomCriteria, randomLines, randomUpdates } from '../../support/random-lines';
import { randomOperations } from '../../support/random-operations';
import { rounds } from '../../support/rounds';
import { commonTakeoffLines } from '../../support/takeoff-lines';
import { until } from '../../support/until';

type Json = Record<string, unknown>;
interface Change {
  filters?: Criteria;
  updates: Json;
}

interface Order {
  changes: Change[];
  crews?: Record<string, Json>;
  /** Which service; null for all of them. */
  at: number | null;
}

const { system, projectWith, call } = await commonTakeoffLines();

afterAll(() => system.stop());

const figureKeys = [
  'itemCount',
  'totalManHours',
  'labourCost',
  'materialCost',
  'equipmentCost',
  'subcontractCost',
  'totalCost',
];
const codes = ['PF-01', 'PF-02', 'LAST'];
const wbs = { '01.10': '01', '99': '99' };

async function takeoffOf(seed: number) {
  const { own, service } = await projectWith();
  const services = [service, system.records.addService(own)];
  for (const [code, root] of Object.entries(wbs)) {
    if (code !== '99') system.records.addWbsItem(own, root);
    if (code !== '99') system.records.addWbsItem(own, code, root);
  }
  for (const [at, serviceId] of services.entries()) {
    for (const crewCode of codes) system.records.addCrew(serviceId, { crewCode });
    const last = { discipline: 'piping', crewCode: 'LAST', quantity: 1, unitManHours: 1 };
    const items = [...randomLines(45, seed + at), last];
    const { status } = await call('POST', '/mto/bulk', { json: { projectId: own, serviceId, items } });
    expect(status).toBe(201);
  }
  return { own, services };
}

const linesOf = async (own: string): Promise<Json[]> =>
  (await call('GET', `/mto?projectId=${own}&limit=100`)).body.data;

const summaryOf = async (own: string, serviceId: string | null) => {
  const service = serviceId === null ? '' : `?serviceId=${serviceId}`;
  return (await call('GET', `/mto/project/${own}/summary${service}`)).body;
};

const outside = new Set(['version', 'updatedAt', 'updatedBy', 'crewRateMatched', 'wbsMatched']);
const valuesOf = (line: Json) =>
  Object.fromEntries(Object.entries(line).filter(([key]) => !outside.has(key)));

/** Tells of new rates of crews, and waits until the lines have them. */
async function changeCrews(own: string, serviceId: string, crews: Record<string, Json>) {
  const known = (system.records.crews.get(serviceId) ?? []).map((crew) => {
    const { labourRate, equipmentRate } = crews[crew.crewCode] ?? {};
    return {
      ...crew,
      labourRate: labourRate === undefined ? crew.labourRate : String(labourRate),
      equipmentRate: equipmentRate === undefined ? crew.equipmentRate : String(equipmentRate),
    };
  });
  system.records.crews.set(serviceId, known);
  const changed = Object.keys(crews).map((crewCode) => ({ serviceCrewId: crypto.randomUUID(), crewCode }));
  const payload = { projectId: own, serviceId, crews: changed };
  const origin = { requestId: 'r-1', caller: { id: 'ana', name: 'Ana' }, causedBy: crypto.randomUUID() };
  await system.bus.publish(serviceCrewRatesChanged.subject, payload, crypto.randomUUID(), { origin });
  await until(async () => {
    const lines = (await linesOf(own)).filter((line) => line.serviceId === serviceId);
    return lines.some((line) => line.crewCode === 'LAST' && line.labourRate === crews.LAST?.labourRate);
  });
}

const ofDiscipline = (value: string) => ({ field: 'discipline', operator: 'equals', value });
const isNotLast = { field: 'crewCode', operator: 'notEquals', value: 'LAST' };

function changeOf(lines: readonly Json[]): fc.Arbitrary<Change> {
  const narrow = fc.constantFrom(...disciplines).chain((discipline) =>
    fc.record({
      filters: fc.option(randomCriteria(lines), { nil: { conditions: [] } }).map(
        ({ conditions }): Criteria => ({
          logicalOperator: 'AND',
          conditions: [ofDiscipline(discipline), isNotLast, ...conditions],
        }),
      ),
      updates: fc.oneof(randomUpdates(discipline), randomOperations(discipline)),
    }),
  );
  const wide: fc.Arbitrary<Json> = fc.constantFrom<Json>(
    { quantity: { multiply: 1.1, round: 3 } },
    { crewCode: 'PF-01', labourRateSource: 'crew' },
    { crewCode: 'pf-02' },
    { labourRate: { percent: 5 } },
    { materialUnitPrice: { add: 0.333333, ifEmpty: 7 } },
    { unitManHours: 0.5, wbsCode: '01.10' },
    { remarks: { copyFrom: 'crewCode' } },
    { area: null, labourRate: null },
    { area: 'moved', wbsCode: null },
    { subcontractLumpSum: { copyFrom: 'totalCost' } },
    { quantity: { copyFrom: 'totalManHours' } },
    { status: 'void' },
    { scopeType: 'excluded' },
    { status: null, scopeType: null },
  );
  const some: fc.Arbitrary<Criteria> = fc
    .constantFrom('crewCode', 'area', 'unitOfMeasure', 'wbsCode', 'labourRate', 'status')
    .chain((field) => fc.constantFrom('isEmpty', 'isNotEmpty').map((operator) => ({ field, operator })))
    .map((condition) => ({ conditions: [condition, isNotLast] }));
  return fc.oneof(narrow, fc.record({ filters: some, updates: wide }));
}

/** One order of every kind: refused, with rates of crews, and with a change that finds a line that an earlier one has altered. */
function examplesOf(): [Order][] {
  const last = { conditions: [{ field: 'crewCode', operator: 'equals', value: 'LAST' }] };
  const moved = { conditions: [{ field: 'area', operator: 'equals', value: 'moved there' }] };
  return [
    [{ changes: [{ updates: { quantity: { add: -1e6 } } }], at: null }],
    [
      {
        changes: [
          { filters: last, updates: { area: 'moved there' } },
          { filters: moved, updates: { unitManHours: 2 } },
        ],
        crews: { 'PF-01': { labourRate: 99.9999 } },
        at: null,
      },
    ],
  ];
}

const rate = fc.constantFrom(0, 12.5, 99.9999, 150);
const crewsOf = fc.record(
  {
    'PF-01': fc.record({ labourRate: rate, equipmentRate: rate }),
    'PF-02': fc.record({ equipmentRate: rate }),
  },
  { requiredKeys: [] },
);

const compared = (before: Json, after: Json) =>
  Object.fromEntries(figureKeys.map((key) => [key, { before: before[key], after: after[key] }]));

const stripped = (figures: Json) =>
  Object.fromEntries(
    figureKeys.map((key) => {
      const { before, after } = figures[key] as Json;
      return [key, { before, after }];
    }),
  );

const none = Object.fromEntries(figureKeys.map((key) => [key, 0]));

/** The rows of two summaries side by side; one that a summary lacks has no figures there. */
function rows(before: Json[], after: Json[], keyOf: (row: Json) => string) {
  const keys = new Set([...before, ...after].map(keyOf));
  const find = (list: Json[], key: string) => list.find((row) => keyOf(row) === key) ?? none;
  return Object.fromEntries([...keys].map((key) => [key, compared(find(before, key), find(after, key))]));
}

const disciplineKey = (row: Json) => String(row.discipline);
const wbsKey = (row: Json) => JSON.stringify([row.wbsCode, row.name, row.kind]);

describe('POST /api/v1/mto/what-if', () => {
  test('200 what the summary tells when the changes, and then the rates of crews, are made for real, each of the lines that it finds then; 422 where they are refused', async () => {
    const { own, services } = await takeoffOf(2026);
    const lines = await linesOf(own);
    const seen = { changed: 0, refused: 0, crews: 0, selectedAgain: 0 };
    let round = 0;
    const examples = examplesOf();
    const orders: fc.Arbitrary<Order> = fc.record({
      changes: fc.array(changeOf(lines), { minLength: 1, maxLength: 4 }),
      crews: fc.option(crewsOf, { nil: undefined }),
      at: fc.constantFrom(null, 0, 1),
    });
    await fc.assert(
      fc.asyncProperty(orders, async ({ changes, crews: chosen, at }) => {
        round += 1;
        const crews: Record<string, Json> | undefined = chosen && {
          ...chosen,
          LAST: { labourRate: round },
        };
        const serviceId = at === null ? null : (services[at] ?? null);
        const [before, was] = [await summaryOf(own, serviceId), await linesOf(own)];
        const json = { projectId: own, serviceId, changes, crews };
        const reported = await call('POST', '/mto/what-if', { json });
        expect(await linesOf(own)).toEqual(was);
        const inScope = was.filter((line) => serviceId === null || line.serviceId === serviceId);
        const matched = new Set<unknown>();
        for (const { filters, updates } of changes) {
          const current = (await linesOf(own)).filter(
            (line) => serviceId === null || line.serviceId === serviceId,
          );
          const stored = inScope.filter((line) => !filters || meets(line, filters)).map(({ id }) => id);
          const ids = current.filter((line) => !filters || meets(line, filters)).map(({ id }) => id);
          for (const id of ids) matched.add(id);
          if (!Bun.deepEquals(new Set(stored), new Set(ids))) seen.selectedAgain += 1;
          if (ids.length === 0) continue;
          const edit = { projectId: own, serviceId, selection: { mode: 'ids', ids }, updates };
          const { status, body } = await call('POST', '/mto/bulk-edit', { json: edit });
          if (status === 200) continue;
          expect({ status, reported: reported.status }).toEqual({ status: 422, reported: 422 });
          expect(['RESULT_INVALID', 'VALIDATION_ERROR']).toContain(body.code);
          seen.refused += 1;
          return;
        }
        expect(reported.status).toBe(200);
        const wanted = Object.keys(crews ?? {}).map((code) => code.toLowerCase());
        for (const line of inScope)
          if (wanted.includes(String(line.crewCode).toLowerCase())) matched.add(line.id);
        if (crews) {
          seen.crews += 1;
          for (const each of serviceId === null ? services : [serviceId]) await changeCrews(own, each, crews);
        }
        const [after, is] = [await summaryOf(own, serviceId), await linesOf(own)];
        const stored = new Map(is.map((line) => [line.id, valuesOf(line)]));
        const changed = was.filter((line) => !Bun.deepEquals(stored.get(line.id), valuesOf(line)));
        const { total, byDiscipline, byWbs } = reported.body;
        expect({ matched: reported.body.matched, changed: reported.body.changed }).toEqual({
          matched: matched.size,
          changed: changed.length,
        });
        expect(stripped(total)).toEqual(compared(before.totals, after.totals));
        const reportedAgain = (list: Json[], keyOf: (row: Json) => string) =>
          Object.fromEntries(list.map((row) => [keyOf(row), stripped(row)]));
        expect(reportedAgain(byDiscipline, disciplineKey)).toEqual(
          rows(before.byDiscipline, after.byDiscipline, disciplineKey),
        );
        expect(reportedAgain(byWbs, wbsKey)).toEqual(rows(before.byWbs, after.byWbs, wbsKey));
        seen.changed += changed.length;
      }),
      { examples, numRuns: examples.length + rounds(40), endOnFailure: true },
    );
    expect(seen.changed).toBeGreaterThan(0);
    expect(seen.refused).toBeGreaterThan(0);
    expect(seen.crews).toBeGreaterThan(0);
    expect(seen.selectedAgain).toBeGreaterThan(0);
  }, 300_000);
});
