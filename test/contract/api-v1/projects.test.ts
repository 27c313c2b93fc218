import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  commonProjectSystem,
  faultsOf,
  freshCode,
  type ProjectSystem,
  unknownId,
} from '../../support/project-system';
import type { ServiceUnderTest } from '../../support/system';

let system: ProjectSystem;
let request: ServiceUnderTest['request'];

beforeAll(async () => {
  system = await commonProjectSystem();
  request = system.request;
});
afterAll(() => system.stop());

const at = (project: { id: string; clientId: string }) =>
  `/api/v1/projects/${project.id}?clientId=${project.clientId}`;

describe('GET /api/v1/projects', () => {
  test('200: paginated list with hasMore', async () => {
    const { id: clientId } = await system.newClient();
    const older = await system.newProject({ clientId });
    const newer = await system.newProject({ clientId });
    const first = await request('GET', `/api/v1/projects?clientId=${clientId}&limit=1`);
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({ total: 2, skip: 0, limit: 1, hasMore: true });
    expect(first.body.data[0].projectId).toBe(newer.id);
    const last = await request('GET', `/api/v1/projects?clientId=${clientId}&limit=1&skip=1`);
    expect(last.body).toMatchObject({ hasMore: false });
    expect(last.body.data[0].projectId).toBe(older.id);
  });

  test('200: status, projectType and search filter; an unknown client gives an empty list', async () => {
    const { id: clientId } = await system.newClient();
    const wanted = await system.newProject({
      clientId,
      status: 'active',
      projectType: 'power',
      description: 'Turbine',
    });
    await system.newProject({ clientId });
    for (const filter of ['status=active', 'projectType=Power', 'search=turbine']) {
      const { body } = await request('GET', `/api/v1/projects?clientId=${clientId}&${filter}`);
      expect(body.data.map((project: { id: string }) => project.id)).toEqual([wanted.id]);
    }
    expect((await request('GET', `/api/v1/projects?clientId=${unknownId}`)).body).toMatchObject({
      data: [],
      total: 0,
    });
  });

  const refused: [string, string, string][] = [
    ['clientId=x', 'clientId', 'FORMAT'],
    ['limit=101', 'limit', 'MAX'],
    ['status=open', 'status', 'ENUM'],
    ['year=2025', 'year', 'UNKNOWN_FIELD'],
  ];
  for (const [query, field, code] of refused) {
    test(`422: ${query}`, async () => {
      const { status, body } = await request('GET', `/api/v1/projects?${query}`);
      expect(status).toBe(422);
      expect(body).toMatchObject({ code: 'VALIDATION_ERROR', title: 'Unprocessable Entity' });
      expect(faultsOf(body)).toEqual({ [field]: code });
    });
  }
});

describe('POST /api/v1/projects', () => {
  test('201: with the names of the document, and with those of set 1', async () => {
    const { id: clientId } = await system.newClient();
    const create = (json: object) => request('POST', '/api/v1/projects', { json: { clientId, ...json } });
    const { status, headers, body } = await create({ projectCode: 'P-1', projectName: 'Expansion' });
    expect(status).toBe(201);
    expect(headers.get('etag')).toBe('"1"');
    expect(body).toMatchObject({
      projectCode: 'P-1',
      code: 'P-1',
      projectName: 'Expansion',
      name: 'Expansion',
    });
    expect((await create({ code: 'P-2', name: 'Other' })).status).toBe(201);
  });

  test('422: projectCode, projectName and clientId are required', async () => {
    const { status, body } = await request('POST', '/api/v1/projects', { json: { projectCode: ' ' } });
    expect(status).toBe(422);
    expect(faultsOf(body)).toEqual({
      projectCode: 'REQUIRED',
      projectName: 'REQUIRED',
      clientId: 'REQUIRED',
    });
  });

  test('422: both names with different values', async () => {
    const { id: clientId } = await system.newClient();
    const { body } = await request('POST', '/api/v1/projects', {
      json: { clientId, projectCode: 'A', code: 'B', projectName: 'N' },
    });
    expect(faultsOf(body)).toEqual({ code: 'CONFLICTING_NAMES' });
  });

  test('400: unreadable JSON', async () => {
    const { status, body } = await request('POST', '/api/v1/projects', {
      text: '[',
      headers: { 'content-type': 'application/json' },
    });
    expect([status, body.code]).toEqual([400, 'INVALID_JSON']);
  });

  test('404: unknown client', async () => {
    const json = { projectCode: 'A', projectName: 'A', clientId: unknownId };
    expect((await request('POST', '/api/v1/projects', { json })).status).toBe(404);
  });

  test('409 CODE_EXISTS', async () => {
    const { id: clientId } = await system.newClient();
    const json = { projectCode: 'A', projectName: 'A', clientId };
    await request('POST', '/api/v1/projects', { json });
    const { status, body } = await request('POST', '/api/v1/projects', { json });
    expect([status, body.code]).toEqual([409, 'CODE_EXISTS']);
  });

  test('201 and 409: Idempotency-Key', async () => {
    const { id: clientId } = await system.newClient();
    const json = { projectCode: 'A', projectName: 'A', clientId };
    const headers = { 'idempotency-key': freshCode('key-') };
    const first = await request('POST', '/api/v1/projects', { json, headers });
    expect((await request('POST', '/api/v1/projects', { json, headers })).body).toEqual(first.body);
    const other = await request('POST', '/api/v1/projects', { json: { ...json, projectCode: 'B' }, headers });
    expect(other.body.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  test('the document requires the documented names', async () => {
    const { body } = await request('GET', '/openapi.json');
    const requiredBy = (path: string): string[] => {
      const { $ref } = body.paths[path].post.requestBody.content['application/json'].schema;
      return body.components.schemas[$ref.split('/').at(-1)].required.toSorted();
    };
    expect(requiredBy('/api/v1/projects')).toEqual(['clientId', 'projectCode', 'projectName']);
    expect(requiredBy('/v1/projects')).toEqual(['clientId', 'name']);
  });
});

/** What holds for all three calls on a single project. */
function describeClientOfProject(method: 'GET' | 'PUT' | 'DELETE') {
  const json = method === 'PUT' ? { city: 'X' } : undefined;

  test('422: without clientId, and one that is no UUID', async () => {
    const { id } = await system.newProject();
    const missing = await request(method, `/api/v1/projects/${id}`, { json });
    expect(missing.status).toBe(422);
    expect(faultsOf(missing.body)).toEqual({ clientId: 'REQUIRED' });
    const broken = await request(method, `/api/v1/projects/${id}?clientId=x`, { json });
    expect(faultsOf(broken.body)).toEqual({ clientId: 'FORMAT' });
  });

  test('404: a project of another client, and an unknown one', async () => {
    const [project, other] = [await system.newProject(), await system.newProject()];
    const foreign = await request(method, at({ id: project.id, clientId: other.clientId }), { json });
    expect([foreign.status, foreign.body.resource]).toEqual([404, 'project']);
    const unknown = await request(method, at({ id: unknownId, clientId: project.clientId }), { json });
    expect(unknown.status).toBe(404);
    expect((await request('GET', at(project))).status).toBe(200);
  });
}

describe('GET /api/v1/projects/{projectId}', () => {
  test('200: project with services', async () => {
    const project = await system.newProject();
    const service = await system.newService(project.id);
    const { status, body } = await request('GET', at(project));
    expect(status).toBe(200);
    expect(body).toMatchObject({ projectCode: project.code, client: { id: project.clientId } });
    expect(body.services[0]).toMatchObject({ serviceId: service.id });
  });

  test('200: an upper-case clientId', async () => {
    const project = await system.newProject();
    expect((await request('GET', at({ ...project, clientId: project.clientId.toUpperCase() }))).status).toBe(
      200,
    );
  });

  describeClientOfProject('GET');
});

describe('PUT /api/v1/projects/{projectId}', () => {
  test('200: merges under either name', async () => {
    const project = await system.newProject({ city: 'Jubail' });
    const { status, headers, body } = await request('PUT', at(project), {
      json: { projectName: 'New', code: 'C' },
    });
    expect(status).toBe(200);
    expect(headers.get('etag')).toBe('"2"');
    expect(body).toMatchObject({ name: 'New', projectCode: 'C', city: 'Jubail' });
  });

  test('422: a required key cleared, under the name that was sent', async () => {
    const project = await system.newProject();
    const { status, body } = await request('PUT', at(project), { json: { projectCode: null, name: null } });
    expect(status).toBe(422);
    expect(faultsOf(body)).toEqual({ projectCode: 'REQUIRED', name: 'REQUIRED' });
  });

  test('409 INVALID_STATUS_TRANSITION and 412', async () => {
    const project = await system.newProject({ status: 'completed' });
    const refused = await request('PUT', at(project), { json: { status: 'planning' } });
    expect([refused.status, refused.body.code]).toEqual([409, 'INVALID_STATUS_TRANSITION']);
    const stale = await request('PUT', at(project), { json: { city: 'X' }, headers: { 'if-match': '"5"' } });
    expect(stale.status).toBe(412);
  });

  test('200: moved to another client; the old clientId is then 404', async () => {
    const project = await system.newProject();
    const client = await system.newClient();
    const { status, body } = await request('PUT', at(project), { json: { clientId: client.id } });
    expect([status, body.clientId]).toEqual([200, client.id]);
    expect((await request('GET', at(project))).status).toBe(404);
  });

  test('503: the currency changes and the takeoff service does not answer', async () => {
    const project = await system.newProject();
    const { status, body } = await request('PUT', at(project), { json: { currency: 'CAD' } });
    expect([status, body.code]).toEqual([503, 'DEPENDENCY_UNAVAILABLE']);
  });

  describeClientOfProject('PUT');
});

describe('DELETE /api/v1/projects/{projectId}', () => {
  test('204, and the other services are told', async () => {
    const project = await system.newProject();
    expect((await request('DELETE', at(project))).status).toBe(204);
    expect(await system.events('evt.clients-projects.project.deleted')).toContainEqual({
      projectId: project.id,
    });
  });

  test('409 PROJECT_HAS_ACTIVE_SERVICES and 412', async () => {
    const project = await system.newProject();
    await system.newService(project.id);
    const { status, body } = await request('DELETE', at(project));
    expect([status, body.code]).toEqual([409, 'PROJECT_HAS_ACTIVE_SERVICES']);
    expect((await request('DELETE', at(project), { headers: { 'if-match': '"5"' } })).status).toBe(412);
  });

  describeClientOfProject('DELETE');
});
