import { afterAll, describe, expect, test } from 'bun:test';
import { keepVersionLines, releaseVersionLines } from '@consulting/kernel/contracts/mto';
import fc from 'fast-check';
import postgres from 'postgres';
import type { ImportTarget } from '../../support/import-file';
import { commonImportSystem } from '../../support/import-system';
import { randomLines } from '../../support/random-lines';
import { readsTakeoffs } from '../../support/reported-takeoff';
import { rounds } from '../../support/rounds';
import { faultsOf, unknownId } from '../../support/takeoff-lines';
import { lineWriter, lineWrites } from '../../support/version-writes';

type Json = Record<string, unknown>;

const system = await commonImportSystem();
const { write, close } = lineWriter(system);
const { call, read, reported } = readsTakeoffs(system);
const sql = postgres(system.databaseUrl, { max: 2, onnotice: () => {} });

afterAll(async () => {
  await close();
  await sql.end();
  await system.stop();
});

async function frozenVersion(target: ImportTarget): Promise<string> {
  const estimationId = system.records.addEstimation(target.projectId, target.serviceId, 'in-review');
  await system.bus.ask(keepVersionLines, { estimationId, ...target });
  return estimationId;
}

const restore = ({ projectId, serviceId }: ImportTarget, estimationId: string) =>
  system.mto.request(
    'POST',
    `/v1/projects/${projectId}/services/${serviceId}/estimations/${estimationId}/restore`,
  );

async function addLine(target: ImportTarget, line: Json): Promise<string> {
  const { status, body } = await call('POST', '', { ...target, discipline: 'piping', quantity: 10, ...line });
  expect({ status, errors: body.errors }).toEqual({ status: 201, errors: undefined });
  return body.mtoId;
}

const lineOf = (mtoId: string): Promise<Json> => read('GET', `/${mtoId}`);

const change = ({ projectId }: ImportTarget, mtoId: string, json: Json) =>
  read('PUT', `/${mtoId}?projectId=${projectId}`, json);

const server = ['version', 'updatedAt', 'updatedBy', 'crewRateMatched', 'wbsMatched'];

const valuesOf = (lines: readonly Json[]) =>
  lines.map((line) => Object.fromEntries(Object.entries(line).filter(([key]) => !server.includes(key))));

describe('POST /v1/projects/{projectId}/services/{serviceId}/estimations/{estimationId}/restore', () => {
  test('200 the current lines are those of the version, and all versions stay as they were', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(lineWrites, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 3 }),
        fc.nat(),
        async (rounds, chosen) => {
          const target = system.newTarget();
          system.records.addCrew(target.serviceId, { crewCode: 'PF-01' });
          system.records.addWbsCode(target.projectId, '01.10');
          const items = randomLines(10, 3);
          expect((await call('POST', '/bulk', { ...target, items })).status).toBe(201);
          const states = new Map<string, Awaited<ReturnType<typeof reported>>>();
          for (const writes of rounds) {
            states.set(await frozenVersion(target), await reported(target));
            for (const one of writes) await write(target, one);
          }
          const [id = '', state] = [...states][chosen % states.size] ?? [];
          const before = await reported(target);
          const { status, body } = await restore(target, id);
          expect({ status, kind: body.kind }).toEqual({ status: 200, kind: 'restore' });
          const after = await reported(target);
          expect(valuesOf(after.lines)).toEqual(valuesOf(state?.lines ?? []));
          expect(after.totals).toEqual(state?.totals);
          const [was, is] = [before, after].map(({ lines }) => new Map(lines.map((line) => [line.id, line])));
          expect(body.counts).toEqual({
            created: after.lines.filter((line) => !was?.has(line.id)).length,
            deleted: before.lines.filter((line) => !is?.has(line.id)).length,
            updated: after.lines.filter((line) => {
              const version = was?.get(line.id)?.version;
              return version !== undefined && version !== line.version;
            }).length,
          });
          for (const [version, its] of states) expect(await reported(target, version)).toEqual(its);
          const again = await restore(target, id);
          expect(again.status).toBe(200);
          expect(again.body).toMatchObject({ operationId: null, canUndo: false });
          expect(again.body.counts).toEqual({ created: 0, updated: 0, deleted: 0 });
        },
      ),
      { numRuns: rounds(3, 1) },
    );
  }, 240_000);

  test('200 gives a changed line its next version, and one that is gone its identifier and creation', async () => {
    const target = system.newTarget();
    const changed = await addLine(target, { description: 'Pipe' });
    const gone = await addLine(target, { description: 'Valve' });
    const same = await addLine(target, { description: 'Tee' });
    const before = await Promise.all([changed, gone, same].map(lineOf));
    const version = await frozenVersion(target);
    await change(target, changed, { description: 'Tube' });
    expect((await call('DELETE', `/${gone}`)).status).toBe(204);
    const added = await addLine(target, { description: 'Cap' });
    const { body } = await restore(target, version);
    expect(body.counts).toEqual({ created: 1, updated: 1, deleted: 1 });
    const [first, second, third] = await Promise.all([changed, gone, same].map(lineOf));
    expect(first).toMatchObject({ description: 'Pipe', version: 3, updatedBy: before[0]?.updatedBy });
    expect(second).toMatchObject({ description: 'Valve', version: 2, createdAt: before[1]?.createdAt });
    expect(third).toEqual(before[2] as Json);
    expect((await call('GET', `/${added}`)).status).toBe(404);
    await change(target, gone, { description: 'Gate valve' });
    const lines = (await reported(target, version)).lines;
    expect(lines.map(({ description }) => description).toSorted()).toEqual(['Pipe', 'Tee', 'Valve']);
  });

  test('200 asks anew whether codes are known, keeps rates, and leaves out a subcontractor that is gone', async () => {
    const target = system.newTarget();
    const { projectId, serviceId } = target;
    system.records.addCrew(serviceId, { crewCode: 'PF-01', labourRate: '80' });
    system.records.addWbsCode(projectId, '10');
    const subcontractorId = system.records.addSubcontractor(projectId);
    const given = {
      crewCode: 'PF-01',
      wbsCode: '10',
      unitManHours: 1,
      subcontractorId,
      subcontractor: 'Weld Ltd',
    };
    const line = await addLine(target, given);
    const before = await lineOf(line);
    const version = await frozenVersion(target);
    await change(target, line, { quantity: 20, subcontractorId: null });
    system.records.crews.delete(serviceId);
    system.records.wbsCodes.delete(projectId);
    system.records.subcontractors.delete(subcontractorId);
    expect((await restore(target, version)).body.counts.updated).toBe(1);
    const after = await lineOf(line);
    expect(valuesOf([after])).toEqual(valuesOf([{ ...before, subcontractorId: null }]));
    expect(after).toMatchObject({
      labourRate: 80,
      labourCost: 800,
      crewRateMatched: false,
      wbsMatched: false,
    });
    expect((await restore(target, version)).body.counts.updated).toBe(0);
    expect((await reported(target, version)).lines).toEqual([before]);
  });

  test('200 once for an Idempotency-Key', async () => {
    const target = system.newTarget();
    const line = await addLine(target, { description: 'Pipe' });
    const version = await frozenVersion(target);
    await change(target, line, { description: 'Tube' });
    const path = `/v1/projects/${target.projectId}/services/${target.serviceId}/estimations/${version}/restore`;
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const first = await system.mto.request('POST', path, { headers });
    await change(target, line, { description: 'Hose' });
    const second = await system.mto.request('POST', path, { headers });
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body).toEqual(first.body);
    expect((await lineOf(line)).description).toBe('Hose');
  });

  test('200 with an empty body, 400 for keys of any name and for no object, and 415 for another type', async () => {
    const target = system.newTarget();
    const version = await frozenVersion(target);
    const path = `/v1/projects/${target.projectId}/services/${target.serviceId}/estimations/${version}/restore`;
    const send = (json: unknown) => system.mto.request('POST', path, { json });
    expect((await send({})).status).toBe(200);
    const refused = await send({ dryRun: true });
    expect({ status: refused.status, faults: faultsOf(refused) }).toEqual({
      status: 400,
      faults: ['dryRun UNKNOWN_FIELD'],
    });
    expect((await send([])).status).toBe(400);
    const form = new FormData();
    form.append('dryRun', 'true');
    expect((await system.mto.request('POST', path, { form })).status).toBe(415);
  });

  test('404 for an unknown project, service or version, and for one of another service', async () => {
    const target = system.newTarget();
    const version = await frozenVersion(target);
    const other = system.newTarget();
    const second = { ...target, serviceId: system.records.addService(target.projectId) };
    const refused: [ImportTarget, string][] = [
      [{ ...target, projectId: unknownId }, version],
      [{ ...target, serviceId: unknownId }, version],
      [{ ...target, projectId: other.projectId }, version],
      [{ ...target, projectId: 'x' }, version],
      [{ ...target, serviceId: 'x' }, version],
      [target, unknownId],
      [target, 'x'],
      [other, version],
      [second, version],
    ];
    for (const [owner, id] of refused) expect((await restore(owner, id)).status).toBe(404);
  });

  test('409 SERVICE_APPROVED, and nothing changes', async () => {
    const target = system.newTarget();
    const line = await addLine(target, { description: 'Pipe' });
    const version = await frozenVersion(target);
    await change(target, line, { description: 'Tube' });
    system.records.setStatus(target.serviceId, 'approved');
    const { status, body } = await restore(target, version);
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'SERVICE_APPROVED' });
    expect((await lineOf(line)).description).toBe('Tube');
  });

  test('409 NO_SNAPSHOT for a draft, also one that was in review', async () => {
    const target = system.newTarget();
    const draft = system.records.addEstimation(target.projectId, target.serviceId);
    const released = await frozenVersion(target);
    await system.bus.ask(releaseVersionLines, { estimationId: released });
    for (const id of [draft, released]) {
      const { status, body } = await restore(target, id);
      expect({ status, code: body.code }).toEqual({ status: 409, code: 'NO_SNAPSHOT' });
    }
  });

  test('503 while codes cannot be looked up or an import matches lines of the service, and nothing changes', async () => {
    const target = system.newTarget();
    const line = await addLine(target, { wbsCode: '10' });
    const version = await frozenVersion(target);
    await change(target, line, { quantity: 20 });
    await system.without('equipment-wbs', async () => {
      expect((await restore(target, version)).status).toBe(503);
    });
    await system.without('clients-projects', async () => {
      expect((await restore(target, version)).status).toBe(503);
    });
    await sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(hashtextextended(${`mto.import.${target.serviceId}`}, 0))`;
      expect((await restore(target, version)).status).toBe(503);
    });
    expect((await lineOf(line)).quantity).toBe(20);
    expect((await restore(target, version)).status).toBe(200);
  }, 300_000);
});
