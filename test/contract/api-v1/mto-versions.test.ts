import { afterAll, describe, expect, test } from 'bun:test';
import { keepVersionLines, releaseVersionLines } from '@consulting/kernel/contracts/mto';
import fc from 'fast-check';
import type { ImportTarget } from '../../support/import-file';
import { startImportSystem } from '../../support/import-system';
import { randomLines } from '../../support/random-lines';
import { readWorkbook } from '../../support/read-workbook';
import { faultsOf, unknownId } from '../../support/takeoff-lines';
import { lineWriter, lineWrites } from '../../support/version-writes';

type Json = Record<string, unknown>;

const system = await startImportSystem();
const { write, close } = lineWriter(system);

afterAll(async () => {
  await close();
  await system.stop();
});

const call = (method: string, path: string, json?: Json) =>
  system.mto.request(method, `/api/v1/mto${path}`, json ? { json } : {});

async function read(method: string, path: string, json?: Json) {
  const { status, body } = await call(method, path, json);
  expect({ path, status, errors: body.errors }).toEqual({ path, status: 200, errors: undefined });
  return body;
}

async function newService(): Promise<ImportTarget> {
  const target = system.newTarget();
  system.records.addCrew(target.serviceId, { crewCode: 'PF-01' });
  system.records.addWbsCode(target.projectId, '01.10');
  await read200(target, randomLines(12, 7));
  return target;
}

async function read200({ projectId, serviceId }: ImportTarget, items: Json[]): Promise<void> {
  const { status, body } = await call('POST', '/bulk', { projectId, serviceId, items });
  expect({ status, errors: body.errors }).toEqual({ status: 201, errors: undefined });
}

const newVersion = ({ projectId, serviceId }: ImportTarget, status = 'in-review') =>
  system.records.addEstimation(projectId, serviceId, status);

const keep = (target: ImportTarget, estimationId: string) =>
  system.bus.ask(keepVersionLines, { estimationId, ...target });

const release = (estimationId: string) => system.bus.ask(releaseVersionLines, { estimationId });

const searches: Json[] = [
  {},
  { filters: { conditions: [{ field: 'quantity', operator: 'greaterThan', value: 2 }] } },
  {
    filters: {
      logicalOperator: 'OR',
      conditions: [
        { field: 'description', operator: 'contains', value: 'a' },
        { field: 'itemNumber', operator: 'between', value: [1, 4] },
        { field: 'wbsCode', operator: 'equals', value: '01.10' },
      ],
    },
    sort: [{ field: 'totalCost', direction: 'desc' }],
  },
  {
    discipline: 'piping',
    filters: { conditions: [{ field: 'nominalPipeSize', operator: 'isNotEmpty' }] },
    sort: [{ field: 'description', direction: 'asc' }],
    limit: 2,
    skip: 1,
  },
];

/** Everything that is told of the lines of a service, or of those of one of its versions. */
async function told({ projectId, serviceId }: ImportTarget, estimationId?: string) {
  const owner = `projectId=${projectId}&serviceId=${serviceId}`;
  const version = estimationId ? `&estimationId=${estimationId}` : '';
  const named = { projectId, serviceId, ...(estimationId && { estimationId }) };
  const lines: Json[] = [];
  for (let page = { hasMore: true }; page.hasMore; ) {
    const body = await read('GET', `?${owner}${version}&skip=${lines.length}&limit=7`);
    lines.push(...body.data);
    page = body;
  }
  const summary = await read('GET', `/project/${projectId}/summary?serviceId=${serviceId}${version}`);
  const values = (field: string) =>
    read('GET', `/project/${projectId}/distinct-values/${field}?serviceId=${serviceId}${version}`);
  const book = (format: string) => read('GET', `/export?${owner}&format=${format}${version}`);
  const filters = { conditions: [{ field: 'quantity', operator: 'lessThan', value: 9 }] };
  return {
    lines,
    searches: await Promise.all(searches.map((search) => read('POST', '/search', { ...named, ...search }))),
    totals: summary.totals,
    byDiscipline: summary.byDiscipline,
    values: await Promise.all(['crewCode', 'quantity', 'nominalPipeSize'].map(values)),
    whole: await readWorkbook(await book('single-sheet')),
    sheets: await readWorkbook(await book('multi-sheet')),
    selected: await readWorkbook(await read('POST', '/export', { ...named, filters })),
  };
}

type Told = Awaited<ReturnType<typeof told>>;

const totalsOf = ({ totals }: Told) =>
  Object.fromEntries(Object.entries(totals).map(([key, figure]) => [key, Number(figure)]));

describe('lines of estimation versions', () => {
  test('200 every version is told as the lines were when it was frozen, whatever is written, approved and released', async () => {
    const rounds = fc.array(
      fc.record({
        writes: fc.array(lineWrites, { minLength: 1, maxLength: 4 }),
        approved: fc.nat(),
        released: fc.option(fc.nat(), { freq: 2 }),
      }),
      { minLength: 2, maxLength: 4 },
    );
    await fc.assert(
      fc.asyncProperty(rounds, async (all) => {
        const target = await newService();
        const frozen = new Map<string, { state: Told; totals: Json }>();
        for (const { writes, approved, released } of all) {
          const id = newVersion(target);
          const state = await told(target);
          const { totals } = await keep(target, id);
          frozen.set(id, { state, totals });
          expect(totalsOf({ ...state, totals })).toEqual(totalsOf(state));
          for (const one of writes) await write(target, one);
          const again = [...frozen][approved % frozen.size];
          if (again) expect((await keep(target, again[0])).totals).toEqual(again[1].totals as never);
          const gone = released === null ? undefined : [...frozen.keys()][released % frozen.size];
          if (gone !== undefined) {
            await release(gone);
            frozen.delete(gone);
            system.records.estimations.set(gone, { ...target, status: 'draft' });
            expect((await call('GET', `?projectId=${target.projectId}&estimationId=${gone}`)).status).toBe(
              409,
            );
          }
        }
        for (const [id, { state }] of frozen) expect(await told(target, id)).toEqual(state);
      }),
      { numRuns: 8, seed: 1631 },
    );
  }, 240_000);

  const reads: [method: string, path: (projectId: string) => string, isBody: boolean][] = [
    ['GET', (projectId) => `?projectId=${projectId}`, false],
    ['POST', () => '/search', true],
    ['GET', (projectId) => `/export?projectId=${projectId}`, false],
    ['POST', () => '/export', true],
    ['GET', (projectId) => `/project/${projectId}/summary?`, false],
    ['GET', (projectId) => `/project/${projectId}/distinct-values/tag?`, false],
  ];

  for (const [method, path, isBody] of reads) {
    const ask = (projectId: string, version: Json) => {
      if (isBody) return call(method, path(projectId), { projectId, ...version });
      const query = Object.entries(version).map(([key, value]) => `&${key}=${value}`);
      return call(method, `${path(projectId)}${query.join('')}`);
    };
    const name = `${method} ${path('{projectId}')}`;

    test(`404 ${name} for a version that does not exist, of another project and of another service`, async () => {
      const target = system.newTarget();
      const kept = newVersion(target);
      await keep(target, kept);
      const other = system.newTarget();
      expect((await ask(target.projectId, { estimationId: unknownId })).status).toBe(404);
      expect((await ask(other.projectId, { estimationId: kept })).status).toBe(404);
      expect((await ask(other.projectId, { estimationId: newVersion(target, 'draft') })).status).toBe(404);
      const second = system.records.addService(target.projectId);
      expect((await ask(target.projectId, { estimationId: kept, serviceId: second })).status).toBe(404);
    });

    test(`409 NO_SNAPSHOT ${name} for a draft, and 422 for what is no identifier`, async () => {
      const target = system.newTarget();
      const estimationId = newVersion(target, 'draft');
      const { status, body } = await ask(target.projectId, { estimationId });
      expect({ status, code: body.code, id: body.estimationId }).toEqual({
        status: 409,
        code: 'NO_SNAPSHOT',
        id: estimationId,
      });
      const refused = await ask(target.projectId, { estimationId: 'first' });
      expect({ status: refused.status, faults: faultsOf(refused) }).toEqual({
        status: 422,
        faults: ['estimationId FORMAT'],
      });
    });
  }

  test('503 for a version without lines of its own when the owner of versions is silent', async () => {
    const target = system.newTarget();
    const kept = newVersion(target);
    await keep(target, kept);
    await read200(target, randomLines(2, 1));
    await system.without('clients-projects', async () => {
      const path = `?projectId=${target.projectId}&estimationId=`;
      expect((await call('GET', path + unknownId)).status).toBe(503);
      expect((await read('GET', path + kept)).data).toEqual([]);
    });
  });
});
