import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { clientsProjects } from '@consulting/clients-projects/service';
import { crewsRates } from '@consulting/crews-rates/service';
import { equipmentWbs } from '@consulting/equipment-wbs/service';
import { mto } from '@consulting/mto/service';
import { removeOldCopies } from '@consulting/mto-lines/store/rows/takeoff-copy';
import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { type ServiceUnderTest, startTestSystem, type TestSystem } from '../support/system';
import { until } from '../support/takeoff-system';

let system: TestSystem;
let owner: ServiceUnderTest;
let takeoff: ServiceUnderTest;
let sql: postgres.Sql;

beforeAll(async () => {
  system = await startTestSystem([clientsProjects, crewsRates, equipmentWbs, mto]);
  owner = await system.start(clientsProjects);
  await system.start(crewsRates);
  await system.start(equipmentWbs);
  takeoff = await system.start(mto);
  sql = postgres(system.databaseUrl, { max: 1, onnotice: () => {} });
  const { projectId } = await newEstimate();
  await until(async () => (await compare(projectId, 'from=current&to=current')).status === 422);
});

afterAll(async () => {
  await sql.end();
  await system.stop();
});

let made = 0;

async function create(path: string, json: object, by = owner) {
  const { status, body } = await by.request('POST', path, { json });
  expect({ path, status, errors: body.errors }).toEqual({ path, status: 201, errors: undefined });
  return body;
}

async function newEstimate() {
  const code = `C${++made}`;
  const { clientId } = await create('/v1/clients', { code, name: 'Acme' });
  const { projectId } = await create('/v1/projects', { clientId, code, name: 'Plant', currency: 'CAD' });
  const service = { name: 'Estimate', serviceType: 'estimation', status: 'in-progress' };
  const { serviceId } = await create(`/v1/projects/${projectId}/services`, service);
  return { projectId, serviceId, versions: `/v1/projects/${projectId}/services/${serviceId}/estimations` };
}

type Estimate = Awaited<ReturnType<typeof newEstimate>>;

const addLine = ({ projectId, serviceId }: Estimate, line: object) =>
  create('/api/v1/mto', { projectId, serviceId, discipline: 'piping', unitOfMeasure: 'm', ...line }, takeoff);

const compare = (projectId: string, query: string) =>
  takeoff.request('GET', `/api/v1/mto/project/${projectId}/compare?${query}`);

const versions = async ({ serviceId }: Estimate): Promise<number> => {
  const [row] =
    await sql`select count(*)::int as count from mto.takeoff_version where service_id = ${serviceId}`;
  return row?.count;
};

describe('revisions of an estimate', () => {
  test('two approved versions keep their figures, and the comparison adds up to the difference between them', async () => {
    const estimate = await newEstimate();
    const line = await addLine(estimate, { itemNumber: 1, quantity: 100, materialUnitPrice: 12.5 });
    await addLine(estimate, { itemNumber: 2, quantity: 5, materialUnitPrice: 40 });
    const first = await create(estimate.versions, { status: 'approved', versionLabel: 'A' });
    expect(first.totals.lineTotal).toBe(1450);
    const path = `/api/v1/mto/${line.mtoId}?projectId=${estimate.projectId}`;
    await takeoff.request('PUT', path, { json: { quantity: 120 } });
    await addLine(estimate, { itemNumber: 3, quantity: 1, subcontractLumpSum: 99.95 });
    const second = await create(estimate.versions, { versionLabel: 'B' });
    const noCopy = await compare(estimate.projectId, `from=${first.estimationId}&to=${second.estimationId}`);
    expect([noCopy.status, noCopy.body.code]).toEqual([409, 'NO_SNAPSHOT']);
    await owner.request('PUT', `${estimate.versions}/${second.estimationId}`, {
      json: { status: 'approved' },
    });
    await takeoff.request('DELETE', `/api/v1/mto/${line.mtoId}`);

    const { body: versions } = await owner.request('GET', estimate.versions);
    expect(versions.map(({ totals }: { totals: { lineTotal: number } }) => totals.lineTotal)).toEqual([
      1799.95, 1450,
    ]);
    const { body } = await compare(
      estimate.projectId,
      `from=${first.estimationId}&to=${second.estimationId}`,
    );
    expect(body.totals.totalCost).toEqual({
      before: 1450,
      after: 1799.95,
      growth: 349.95,
      growthPercent: 24.13,
    });
    expect(body.total).toEqual({ added: 1, removed: 0, changed: 1 });
    const sinceThen = await compare(estimate.projectId, `from=${second.estimationId}&to=current`);
    expect(sinceThen.body.total).toEqual({ added: 0, removed: 1, changed: 0 });
    expect(sinceThen.body.totals.totalCost).toMatchObject({ before: 1799.95, after: 299.95 });
  });

  test('a version that goes into review again is kept as it is then', async () => {
    const estimate = await newEstimate();
    await addLine(estimate, { itemNumber: 1, quantity: 1 });
    const { estimationId } = await create(estimate.versions, { status: 'in-review' });
    await addLine(estimate, { itemNumber: 2, quantity: 1 });
    const path = `${estimate.versions}/${estimationId}`;
    await owner.request('PUT', path, { json: { status: 'draft' } });
    const before = await compare(estimate.projectId, `from=${estimationId}&to=current`);
    expect([before.status, before.body.code]).toEqual([409, 'NO_SNAPSHOT']);
    await owner.request('PUT', path, { json: { status: 'in-review' } });
    const after = await compare(estimate.projectId, `from=${estimationId}&to=current`);
    expect(after.body.total).toEqual({ added: 0, removed: 0, changed: 0 });
  });

  test('versions go with their service', async () => {
    const estimate = await newEstimate();
    await addLine(estimate, { itemNumber: 1, quantity: 1 });
    await create(estimate.versions, { status: 'in-review' });
    expect(await versions(estimate)).toBe(1);
    const { status } = await owner.request(
      'DELETE',
      `/v1/projects/${estimate.projectId}/services/${estimate.serviceId}`,
    );
    expect(status).toBe(204);
    await until(async () => (await versions(estimate)) === 0);
  });

  test('what an import changed before there was a history goes after 30 days', async () => {
    const estimate = await newEstimate();
    await addLine(estimate, { itemNumber: 1, quantity: 1 });
    const { projectId, serviceId } = estimate;
    const ids = [crypto.randomUUID(), crypto.randomUUID()] as const;
    for (const [id, age] of [
      [ids[0], '31 days'],
      [ids[1], '29 days'],
    ] as const) {
      await sql`insert into mto.takeoff_copy (id, project_id, service_id, is_of_import, taken_at)
        values (${id}, ${projectId}, ${serviceId}, true, now() - ${age}::interval)`;
      await sql`insert into mto.takeoff_copy_line (copy_id, is_after, line_id, project_id, service_id, discipline, quantity)
        values (${id}, true, ${id}, ${projectId}, ${serviceId}, 'civil', 1)`;
    }
    await sql`set search_path to mto`;
    await removeOldCopies(drizzle(sql) as never);
    const stored =
      await sql`select id from mto.takeoff_copy where service_id = ${serviceId} and is_of_import`;
    expect(stored.map(({ id }) => id)).toEqual([ids[1]]);
  });
});
