import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { serviceDeleted } from '@consulting/kernel/contracts/clients-projects';
import { commonProjectSystem, type ProjectSystem, unknownId as unknown } from '../../support/project-system';

let system: ProjectSystem;
let projectId: string;
let path: string;

beforeAll(async () => {
  system = await commonProjectSystem();
});

afterAll(async () => {
  await system.stop();
});

beforeEach(async () => {
  ({ projectId } = await system.newProject());
  path = `/v1/projects/${projectId}/services`;
});

const create = (fields: object) => system.newService(projectId, fields as Record<string, unknown>);
const put = (serviceId: string, json: unknown, headers = {}) =>
  system.request('PUT', `${path}/${serviceId}`, { json, headers });

describe('GET /v1/projects/{projectId}/services/{serviceId}', () => {
  test('404 unknown, no UUID, of another project', async () => {
    const { serviceId } = await create({ serviceType: 'claims' });
    const other = await system.newProject();
    for (const at of [
      `${path}/${unknown}`,
      `${path}/x`,
      `/v1/projects/${other.projectId}/services/${serviceId}`,
    ]) {
      const { status, body } = await system.request('GET', at);
      expect([status, body.resource]).toEqual([404, 'service']);
    }
    const nowhere = await system.request('GET', `/v1/projects/${unknown}/services/${serviceId}`);
    expect([nowhere.status, nowhere.body.resource]).toEqual([404, 'project']);
  });
});

describe('PUT /v1/projects/{projectId}/services/{serviceId}', () => {
  test('200 merges: keys in the body change, null clears, the rest stays', async () => {
    const { serviceId } = await create({ serviceType: 'claims', remarks: 'r', feeAmount: 10.5, team: ['A'] });
    const { status, body, headers } = await put(serviceId, { serviceName: 'Delay', feeAmount: null });
    expect([status, headers.get('etag')]).toEqual([200, '"2"']);
    expect(body).toMatchObject({ name: 'Delay', feeAmount: null, remarks: 'r', team: ['A'] });
  });

  test('200 a record read and sent back changes nothing, its version neither', async () => {
    const { serviceId } = await create({ serviceType: 'loan-monitoring', details: { loanAmount: 5 } });
    const { body } = await system.request('GET', `${path}/${serviceId}`);
    expect((await put(serviceId, body)).body).toEqual(body);
  });

  test('200 a cleared name and code become the default again', async () => {
    const { serviceId } = await create({ serviceType: 'claims', name: 'n', code: 'c' });
    expect((await put(serviceId, { name: null, code: null })).body).toMatchObject({
      name: 'Claims 1',
      code: 'CL-01',
    });
  });

  test('400 serviceType cannot change; the present one is accepted', async () => {
    const { serviceId } = await create({ serviceType: 'claims' });
    const { status, body } = await put(serviceId, { serviceType: 'estimation' });
    expect([status, body.errors[0].code]).toEqual([400, 'READ_ONLY']);
    expect((await put(serviceId, { serviceType: 'claims' })).status).toBe(200);
  });

  test('400 an empty body', async () => {
    const { serviceId } = await create({ serviceType: 'claims' });
    expect((await put(serviceId, {})).status).toBe(400);
  });

  test('404 unknown service', async () => {
    expect((await put(unknown, { name: 'x' })).status).toBe(404);
  });

  test('409 a code that exists', async () => {
    await create({ serviceType: 'claims', code: 'one' });
    const { serviceId } = await create({ serviceType: 'claims', code: 'two' });
    expect((await put(serviceId, { code: 'ONE' })).body.code).toBe('CODE_EXISTS');
    expect((await put(serviceId, { code: 'TWO' })).body.code).toBe('TWO');
  });

  test('412 another version', async () => {
    const { serviceId } = await create({ serviceType: 'claims' });
    const { status, body } = await put(serviceId, { name: 'x' }, { 'if-match': '"7"' });
    expect([status, body.code]).toEqual([412, 'VERSION_MISMATCH']);
    expect((await put(serviceId, { name: 'x' }, { 'if-match': '"1"' })).status).toBe(200);
  });
});

describe('DELETE /v1/projects/{projectId}/services/{serviceId}', () => {
  test('204 with its versions; the event leaves with the commit and the code becomes free', async () => {
    const { serviceId } = await create({ serviceType: 'estimation', code: 'free' });
    await system.request('POST', `${path}/${serviceId}/estimations`, { json: {} });
    const { status } = await system.request('DELETE', `${path}/${serviceId}`);
    expect(status).toBe(204);
    expect((await system.request('GET', `${path}/${serviceId}`)).status).toBe(404);
    expect((await create({ serviceType: 'claims', code: 'FREE' })).code).toBe('FREE');
    expect(await system.events(serviceDeleted.subject)).toContainEqual({ projectId, serviceId });
  });

  test('404 unknown service', async () => {
    expect((await system.request('DELETE', `${path}/${unknown}`)).status).toBe(404);
  });

  test('409 an approved service', async () => {
    const { serviceId } = await create({ serviceType: 'claims', status: 'approved' });
    const { status, body } = await system.request('DELETE', `${path}/${serviceId}`);
    expect([status, body.code]).toEqual([409, 'SERVICE_APPROVED']);
  });

  test('412 another version', async () => {
    const { serviceId } = await create({ serviceType: 'claims' });
    const headers = { 'if-match': '"2"' };
    expect((await system.request('DELETE', `${path}/${serviceId}`, { headers })).status).toBe(412);
  });
});
