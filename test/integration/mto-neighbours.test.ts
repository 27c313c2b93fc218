import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { clientsProjects } from '@consulting/clients-projects/service';
import { crewsRates } from '@consulting/crews-rates/service';
import { equipmentWbs } from '@consulting/equipment-wbs/service';
import { mto } from '@consulting/mto/service';
import { type ServiceUnderTest, startTestSystem, type TestSystem } from '../support/system';
import { until } from '../support/takeoff-system';

let system: TestSystem;
let owner: ServiceUnderTest;
let takeoff: ServiceUnderTest;
let clientId: string;

beforeAll(async () => {
  const services = [clientsProjects, crewsRates, equipmentWbs, mto];
  system = await startTestSystem(services);
  owner = await system.start(clientsProjects);
  await system.start(crewsRates);
  await system.start(equipmentWbs);
  takeoff = await system.start(mto);
  clientId = (await made('/v1/clients', { code: 'ACME', name: 'Acme' })).clientId;
  const { projectId } = await addProject();
  await until(
    async () => (await takeoff.request('GET', `/api/v1/mto?projectId=${projectId}`)).status === 200,
  );
  const wholeSystem = { ...(await lineOf(projectId)), crewCode: 'NONE', wbsCode: '1' };
  await until(
    async () => (await takeoff.request('POST', '/api/v1/mto', { json: wholeSystem })).status === 201,
  );
});

afterAll(async () => {
  await system.stop();
});

async function made(path: string, json: unknown) {
  const { status, body } = await owner.request('POST', path, { json });
  expect({ path, status, errors: body.errors }).toEqual({ path, status: 201, errors: undefined });
  return body;
}

let projectsMade = 0;
const addProject = () =>
  made('/v1/projects', { clientId, code: `P-${projectsMade++}`, name: 'Plant', currency: 'CAD' });

const addService = (projectId: string) =>
  made(`/v1/projects/${projectId}/services`, {
    name: 'Estimate',
    serviceType: 'estimation',
    status: 'in-progress',
  });

async function lineOf(projectId: string, more: Record<string, unknown> = {}) {
  const { serviceId } = await addService(projectId);
  return { projectId, serviceId, discipline: 'concrete', quantity: 4, ...more };
}

async function stored(json: Record<string, unknown>) {
  const { status, body } = await takeoff.request('POST', '/api/v1/mto', { json });
  expect({ status, errors: body.errors }).toEqual({ status: 201, errors: undefined });
  return body;
}

describe('takeoff lines among the other services', () => {
  test('take the currency of the project and refuse another', async () => {
    const { projectId } = await addProject();
    const line = await lineOf(projectId, { materialUnitPrice: 2 });
    expect(await stored(line)).toMatchObject({ currency: 'CAD', totalCost: 8 });
    const { status } = await takeoff.request('POST', '/api/v1/mto', { json: { ...line, currency: 'USD' } });
    expect(status).toBe(422);
  });

  test('know that no crew and no WBS item has their code', async () => {
    const { projectId } = await addProject();
    const line = await stored(await lineOf(projectId, { crewCode: 'PF-01', wbsCode: '30' }));
    expect(line).toMatchObject({ crewRateMatched: false, wbsMatched: false });
  });

  test('are closed while their service is approved', async () => {
    const { projectId } = await addProject();
    const line = await stored(await lineOf(projectId));
    const approve = (status: string) =>
      owner.request('PUT', `/api/v1/services/${line.serviceId}`, { json: { status } });
    const change = () =>
      takeoff.request('PUT', `/api/v1/mto/${line.mtoId}?projectId=${projectId}`, { json: { quantity: 5 } });
    expect((await approve('approved')).status).toBe(200);
    expect((await change()).body.code).toBe('SERVICE_APPROVED');
    expect((await approve('completed')).status).toBe(200);
    expect((await change()).status).toBe(200);
  });

  test('vanish with their service', async () => {
    const { projectId } = await addProject();
    const line = await stored(await lineOf(projectId));
    const cancelled = { json: { status: 'cancelled' } };
    expect((await owner.request('PUT', `/api/v1/services/${line.serviceId}`, cancelled)).status).toBe(200);
    expect((await owner.request('DELETE', `/api/v1/services/${line.serviceId}`)).status).toBe(204);
    await until(async () => (await takeoff.request('GET', `/api/v1/mto/${line.mtoId}`)).status === 404);
  });

  test('carry subcontractors of their project, who cannot be deleted meanwhile', async () => {
    const { projectId } = await addProject();
    const list = `/api/v1/projects/${projectId}/subcontractors`;
    const { subcontractorId } = await made(list, { code: 'SUB-1', name: 'Scaffold Ltd', currency: 'CAD' });
    const line = await stored(await lineOf(projectId, { subcontractorId, tag: 'S-1' }));
    const refused = await owner.request('DELETE', `${list}/${subcontractorId}`);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ code: 'SUBCONTRACTOR_IN_USE', blocking: { count: 1 } });
    expect((await takeoff.request('DELETE', `/api/v1/mto/${line.mtoId}`)).status).toBe(204);
    expect((await owner.request('DELETE', `${list}/${subcontractorId}`)).status).toBe(204);
  });

  test('with a cost fix the currency of their project', async () => {
    const { projectId } = await addProject();
    const line = await stored(await lineOf(projectId, { totalCost: 5 }));
    const change = { json: { currency: 'USD' } };
    const path = `/v1/projects/${projectId}`;
    expect((await owner.request('PUT', path, change)).body.code).toBe('CURRENCY_IN_USE');
    await takeoff.request('DELETE', `/api/v1/mto/${line.mtoId}`);
    expect((await owner.request('PUT', path, change)).status).toBe(200);
  });
});
