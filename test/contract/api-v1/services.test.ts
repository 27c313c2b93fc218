import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { commonProjectSystem, type ProjectSystem, unknownId as unknown } from '../../support/project-system';

let system: ProjectSystem;
let projectId: string;
let clientId: string;
let list: string;

beforeAll(async () => {
  system = await commonProjectSystem();
});

afterAll(async () => {
  await system.stop();
});

beforeEach(async () => {
  ({ projectId, clientId } = await system.newProject());
  list = `/api/v1/projects/${projectId}/services`;
});

const post = (json: unknown) => system.request('POST', list, { json });
const claims = (serviceName: string, more = {}) => post({ serviceType: 'claims', serviceName, ...more });

describe('GET /api/v1/projects/{projectId}/services', () => {
  test('200 the paginated envelope with counts by type', async () => {
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c']) ids.unshift((await claims(name)).body.serviceId);
    await post({ serviceType: 'loan-monitoring', serviceName: 'd' });
    const { status, body } = await system.request(
      'GET',
      `${list}?clientId=${clientId}&serviceType=claims&skip=1&limit=1`,
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: 3, skip: 1, limit: 1, hasMore: true });
    expect(body.data.map((one: { serviceId: string }) => one.serviceId)).toEqual([ids[1]]);
    expect(body.data[0]).not.toHaveProperty('details');
    expect(body.byType).toEqual({ estimation: 0, loanMonitoring: 1, projectControls: 0, claims: 3 });
    const last = await system.request('GET', `${list}?clientId=${clientId}&skip=3`);
    expect(last.body).toMatchObject({ total: 4, skip: 3, limit: 20, hasMore: false });
  });

  test('200 filtered by status, which the counts follow', async () => {
    await claims('a', { status: 'completed' });
    await claims('b');
    const { body } = await system.request('GET', `${list}?clientId=${clientId}&status=completed`);
    expect(body).toMatchObject({ total: 1, byType: { claims: 1 } });
  });

  test('404 the project of another client, and an unknown project', async () => {
    const other = await system.newProject();
    const ofAnother = await system.request('GET', `${list}?clientId=${other.clientId}`);
    expect([ofAnother.status, ofAnother.body.resource]).toEqual([404, 'project']);
    const nowhere = await system.request('GET', `/api/v1/projects/${unknown}/services?clientId=${clientId}`);
    expect(nowhere.status).toBe(404);
  });

  test.each([
    ['', 'clientId', 'REQUIRED'],
    ['clientId=7', 'clientId', 'FORMAT'],
    [`clientId=${unknown}&limit=101`, 'limit', 'MAX'],
    [`clientId=${unknown}&serviceType=audit`, 'serviceType', 'ENUM'],
    [`clientId=${unknown}&search=a`, 'search', 'UNKNOWN_FIELD'],
  ])('422 query "%s"', async (query, field, code) => {
    const { status, body } = await system.request('GET', `${list}?${query}`);
    expect([status, body.code]).toEqual([422, 'VALIDATION_ERROR']);
    expect(body.errors).toEqual([expect.objectContaining({ field, code })]);
  });
});

describe('POST /api/v1/projects/{projectId}/services', () => {
  test('201 with a name and a generated code', async () => {
    const { status, body } = await claims('Delay claim');
    expect(status).toBe(201);
    expect(body).toMatchObject({ serviceName: 'Delay claim', name: 'Delay claim', serviceCode: 'CL-01' });
  });

  test('201 the other spelling of the name', async () => {
    expect((await post({ serviceType: 'claims', name: 'n' })).body.serviceName).toBe('n');
  });

  test.each([
    ['without serviceName', { serviceType: 'claims' }, ['serviceName REQUIRED']],
    ['an empty serviceName', { serviceType: 'claims', serviceName: ' ' }, ['serviceName REQUIRED']],
    ['a serviceName of another type', { serviceType: 'claims', serviceName: 5 }, ['serviceName TYPE']],
    ['without anything', {}, ['serviceType REQUIRED', 'serviceName REQUIRED']],
  ])('422 %s', async (_case, json, expected) => {
    const { status, body } = await post(json);
    expect(status).toBe(422);
    expect(body.errors.map((one: { field: string; code: string }) => `${one.field} ${one.code}`)).toEqual(
      expected,
    );
  });

  test('404 unknown project', async () => {
    const json = { serviceType: 'claims', serviceName: 'x' };
    const at = `/api/v1/projects/${unknown}/services`;
    expect((await system.request('POST', at, { json })).status).toBe(404);
  });

  test('409 a code that exists', async () => {
    await claims('a', { serviceCode: 'x' });
    expect((await claims('b', { code: 'X' })).body.code).toBe('CODE_EXISTS');
  });
});

describe('GET /api/v1/services/{serviceId}', () => {
  test('200 with details and ETag', async () => {
    const { serviceId } = (await claims('a', { details: { claimNumber: '7' } })).body;
    const { status, body, headers } = await system.request(
      'GET',
      `/api/v1/services/${serviceId}?projectId=${projectId}`,
    );
    expect([status, headers.get('etag')]).toEqual([200, '"1"']);
    expect(body).toMatchObject({ serviceId, details: { claimNumber: '7' } });
  });

  test('404 of another project, unknown, no UUID', async () => {
    const { serviceId } = (await claims('a')).body;
    const other = await system.newProject();
    for (const at of [
      `${serviceId}?projectId=${other.projectId}`,
      `${unknown}?projectId=${projectId}`,
      `x?projectId=${projectId}`,
    ]) {
      const { status, body } = await system.request('GET', `/api/v1/services/${at}`);
      expect([status, body.resource]).toEqual([404, 'service']);
    }
  });

  test('422 without projectId', async () => {
    const { serviceId } = (await claims('a')).body;
    const { status, body } = await system.request('GET', `/api/v1/services/${serviceId}`);
    expect([status, body.errors[0].field]).toEqual([422, 'projectId']);
  });
});

describe('PUT /api/v1/services/{serviceId}', () => {
  const put = (serviceId: string, json: unknown) =>
    system.request('PUT', `/api/v1/services/${serviceId}`, { json });

  test('200 merges', async () => {
    const { serviceId } = (await claims('a', { remarks: 'r' })).body;
    const { status, body } = await put(serviceId, { serviceName: 'b' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: 'b', remarks: 'r', version: 2 });
  });

  test('404 unknown service', async () => {
    expect((await put(unknown, { serviceName: 'b' })).status).toBe(404);
  });

  test('409 an approved service', async () => {
    const { serviceId } = (await claims('a', { status: 'approved' })).body;
    expect((await put(serviceId, { remarks: 'x' })).body.code).toBe('SERVICE_APPROVED');
  });

  test('422 a required name cannot be cleared', async () => {
    const { serviceId } = (await claims('a')).body;
    const { status, body } = await put(serviceId, { serviceName: null });
    expect(status).toBe(422);
    expect(body.errors).toEqual([expect.objectContaining({ field: 'serviceName', code: 'REQUIRED' })]);
  });
});

describe('DELETE /api/v1/services/{serviceId}', () => {
  test('204', async () => {
    const { serviceId } = (await claims('a')).body;
    expect((await system.request('DELETE', `/api/v1/services/${serviceId}`)).status).toBe(204);
    expect((await system.request('DELETE', `/api/v1/services/${serviceId}`)).status).toBe(404);
  });

  test('409 an approved service', async () => {
    const { serviceId } = (await claims('a', { status: 'approved' })).body;
    const { status, body } = await system.request('DELETE', `/api/v1/services/${serviceId}`);
    expect([status, body.code]).toEqual([409, 'SERVICE_APPROVED']);
  });
});
