import { afterAll, describe, expect, test } from 'bun:test';
import { keepVersionLines, releaseVersionLines } from '@consulting/kernel/contracts/mto';
import { connectStore } from '@consulting/kernel/postgres';
import { findDifferences } from '@consulting/mto-lines/store/totals/verify-totals';
import { addMissingTotals } from '@consulting/mto-lines/store/totals/version-totals';
import fc from 'fast-check';
import postgres from 'postgres';
import type { ImportTarget } from '../../support/import-file';
import { commonImportSystem } from '../../support/import-system';
import { randomLines } from '../../support/random-lines';
import { type ReportedTakeoff, readsTakeoffs } from '../../support/reported-takeoff';
import { rounds } from '../../support/rounds';
import { faultsOf, unknownId } from '../../support/takeoff-lines';
import { lineWriter, lineWrites } from '../../support/version-writes';

type Json = Record<string, unknown>;

const system = await commonImportSystem();
const { write, close } = lineWriter(system);
const store = connectStore({ url: system.databaseUrl, schema: 'mto', connectionsMax: 2 });
const sql = postgres(system.databaseUrl, { max: 1, connection: { search_path: 'mto' } });

afterAll(async () => {
  await Promise.all([close(), store.close(), sql.end()]);
  await system.stop();
});

const { call, read, reported } = readsTakeoffs(system);

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

const totalTables = ['discipline', 'wbs', 'crew', 'item'].map((name) => `takeoff_version_${name}_total`);

/** Leaves versions as a process of the version before freezes them. */
async function forgetTotals({ projectId }: ImportTarget): Promise<void> {
  await sql`update takeoff_version set has_totals = false where project_id = ${projectId}`;
  for (const table of totalTables) await sql`delete from ${sql(table)} where project_id = ${projectId}`;
}

const totalsOf = ({ totals }: ReportedTakeoff) =>
  Object.fromEntries(Object.entries(totals).map(([key, figure]) => [key, Number(figure)]));

describe('lines of estimation versions', () => {
  test('200 every version is told as the lines were when it was frozen, whatever is written, approved and released', async () => {
    const freezes = fc.array(
      fc.record({
        writes: fc.array(lineWrites, { minLength: 1, maxLength: 4 }),
        approved: fc.nat(),
        released: fc.option(fc.nat(), { freq: 2 }),
      }),
      { minLength: 2, maxLength: 4 },
    );
    await fc.assert(
      fc.asyncProperty(freezes, async (all) => {
        const target = await newService();
        const frozen = new Map<string, { state: ReportedTakeoff; totals: Json }>();
        for (const { writes, approved, released } of all) {
          const id = newVersion(target);
          const state = await reported(target);
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
        const expectFrozen = async () => {
          for (const [id, { state }] of frozen) expect(await reported(target, id)).toEqual(state);
        };
        await expectFrozen();
        expect(await findDifferences(store.db)).toEqual([]);
        await forgetTotals(target);
        await expectFrozen();
        await addMissingTotals(store.db);
        expect(await findDifferences(store.db)).toEqual([]);
      }),
      { numRuns: rounds(5, 2), seed: 1631 },
    );
  }, 240_000);

  const reads: [method: string, path: (projectId: string) => string, isBody: boolean][] = [
    ['GET', (projectId) => `?projectId=${projectId}`, false],
    ['POST', () => '/search', true],
    ['GET', (projectId) => `/export?projectId=${projectId}`, false],
    ['POST', () => '/export', true],
    ['GET', (projectId) => `/project/${projectId}/summary?`, false],
    ['GET', (projectId) => `/project/${projectId}/wbs-summary?`, false],
    ['POST', () => '/aggregate', true],
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
      const stored = newVersion(target);
      await keep(target, stored);
      const other = system.newTarget();
      expect((await ask(target.projectId, { estimationId: unknownId })).status).toBe(404);
      expect((await ask(other.projectId, { estimationId: stored })).status).toBe(404);
      expect((await ask(other.projectId, { estimationId: newVersion(target, 'draft') })).status).toBe(404);
      const second = system.records.addService(target.projectId);
      expect((await ask(target.projectId, { estimationId: stored, serviceId: second })).status).toBe(404);
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
    const stored = newVersion(target);
    await keep(target, stored);
    await read200(target, randomLines(2, 1));
    await system.without('clients-projects', async () => {
      const path = `?projectId=${target.projectId}&estimationId=`;
      expect((await call('GET', path + unknownId)).status).toBe(503);
      expect((await read('GET', path + stored)).data).toEqual([]);
    });
  });
});
