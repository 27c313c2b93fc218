import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { clientsProjects } from '@consulting/clients-projects/service';
import { type GatewaySystem, type GatewayUnderTest, startGatewaySystem } from '../../support/gateway-system';
import { faultsOf, unknownId, until } from '../../support/project-system';
import type { Answer } from '../../support/system';

let system: GatewaySystem;
let gateway: GatewayUnderTest;
let key: string;
const path = '/api/v1/access/grants';

beforeAll(async () => {
  system = await startGatewaySystem([clientsProjects]);
  gateway = await system.openGateway();
  key = (await system.newKey('Contributor')).key;
});
afterAll(() => system.stop());

const call = (method: string, at: string, json?: unknown, headers: Record<string, string> = {}) =>
  gateway.call(method, at, { key, headers, ...(json === undefined ? {} : { json }) });

async function made(at: string, json: object): Promise<Answer['body']> {
  const { status, body } = await call('POST', at, json);
  if (status !== 201) throw new Error(`POST ${at} answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

const newClient = () => made('/v1/clients', { code: crypto.randomUUID().slice(0, 18), name: 'Client' });
const newProject = (clientId: string) => made('/v1/projects', { clientId, name: 'Project' });
const user = () => ({ kind: 'user', id: crypto.randomUUID() });
const newGrant = (more: object = {}) => made(path, { subject: user(), ...more });
const ofKey = (id: string, more: object = {}) => newGrant({ subject: { kind: 'api-key', id }, ...more });

describe('POST /api/v1/access/grants', () => {
  test('201: for a person, a group and an API key, which lends its name', async () => {
    const client = await newClient();
    const project = await newProject(client.id);
    const { id } = await system.newKey('Reader', { name: 'Portal of a client' });
    const subjects = [user(), { kind: 'group', id: 'g1', name: 'Estimators' }, { kind: 'api-key', id }];
    const answers = await Promise.all(
      subjects.map((subject) => made(path, { subject, clientIds: [client.id], projectIds: [project.id] })),
    );
    expect(answers.map(({ subject }) => subject.name)).toEqual([
      subjects[0]?.id,
      'Estimators',
      'Portal of a client',
    ]);
    expect(answers[2]).toMatchObject({
      ...{ clientIds: [client.id], projectIds: [project.id], isUnlimited: false, role: null, version: 1 },
    });
    expect(answers[2].grantId).toBe(answers[2].id);
  });

  test('201: without clients and projects it gives nothing', async () => {
    const { id, key: limited } = await system.newKey('Reader');
    await ofKey(id);
    expect((await gateway.call('GET', '/api/v1/me', { key: limited })).status).toBe(200);
    expect((await gateway.call('GET', path, { key: limited })).status).toBe(403);
  });

  test('409 CODE_EXISTS: a second grant of one subject', async () => {
    const subject = user();
    await newGrant({ subject });
    const { status, body } = await call('POST', path, { subject });
    expect([status, body.code, body.field]).toEqual([409, 'CODE_EXISTS', 'subject.id']);
  });

  const refused: [string, object, Record<string, string>][] = [
    ['without a subject', {}, { subject: 'REQUIRED' }],
    ['of another kind', { subject: { kind: 'x', id: 'x' } }, { 'subject.kind': 'ENUM' }],
    ['of an unknown key', { subject: { kind: 'api-key', id: unknownId } }, { 'subject.id': 'REFERENCE' }],
    ['of what is no list of clients', { subject: user(), clientIds: 'x' }, { clientIds: 'TYPE' }],
    [
      'of clients and projects that do not exist',
      { subject: user(), clientIds: [unknownId], projectIds: [unknownId] },
      { 'clientIds[0]': 'REFERENCE', 'projectIds[0]': 'REFERENCE' },
    ],
    [
      'that is unlimited with clients',
      { subject: user(), isUnlimited: true, clientIds: [unknownId] },
      { clientIds: 'MAX_LENGTH' },
    ],
    [
      'of more than 200 in all',
      { subject: user(), clientIds: Array(101).fill(unknownId), projectIds: Array(100).fill(unknownId) },
      { projectIds: 'MAX_LENGTH' },
    ],
  ];
  test.each(refused)('422: %s', async (_, json, faults) => {
    const answer = await call('POST', path, json);
    expect([answer.status, faultsOf(answer.body)]).toEqual([422, faults]);
  });

  test('409 LAST_UNLIMITED_CONTRIBUTOR: for the only key that sees all', async () => {
    const alone = await startGatewaySystem();
    try {
      const only = await alone.newKey('Contributor');
      const opened = await alone.openGateway();
      const limit = (more: object) =>
        opened.call('POST', path, {
          key: only.key,
          json: { subject: { kind: 'api-key', id: only.id }, ...more },
        });
      for (const more of [{}, { isUnlimited: true, role: 'Reader' }]) {
        const { status, body } = await limit(more);
        expect([status, body.code]).toEqual([409, 'LAST_UNLIMITED_CONTRIBUTOR']);
      }
      await alone.newKey('Contributor');
      expect((await limit({})).status).toBe(201);
      expect((await opened.call('GET', path, { key: only.key })).body.code).toBe('INSUFFICIENT_SCOPE');
    } finally {
      await alone.stop();
    }
  });
});

describe('GET /api/v1/access/grants', () => {
  test('200: by kind and by words of the subject', async () => {
    const name = `Estimators ${crypto.randomUUID()}`;
    const grant = await newGrant({ subject: { kind: 'group', id: crypto.randomUUID(), name } });
    const found = async (query: string) => (await call('GET', `${path}?${query}`)).body.data;
    expect(await found(`search=${encodeURIComponent(name)}`)).toEqual([grant]);
    expect(await found(`kind=user&search=${encodeURIComponent(name)}`)).toEqual([]);
  });

  test('403 INSUFFICIENT_ROLE for a Reader', async () => {
    const reader = await system.newKey('Reader');
    expect((await gateway.call('GET', path, { key: reader.key })).body.code).toBe('INSUFFICIENT_ROLE');
  });
});

describe('GET /api/v1/access/grants/{grantId}', () => {
  test('200, 404', async () => {
    const grant = await newGrant();
    expect((await call('GET', `${path}/${grant.id}`)).body).toEqual(grant);
    expect((await call('GET', `${path}/${unknownId}`)).status).toBe(404);
  });
});

describe('PUT /api/v1/access/grants/{grantId}', () => {
  test('200: what is given changes, repeats count once; sent back as it is, nothing does', async () => {
    const client = await newClient();
    const grant = await newGrant({ role: 'Reader' });
    const ids = { clientIds: [client.id, client.id] };
    const { status, body } = await call('PUT', `${path}/${grant.id}`, ids);
    expect([status, body.clientIds, body.role, body.version]).toEqual([200, [client.id], 'Reader', 2]);
    expect((await call('PUT', `${path}/${grant.id}`, body)).body.version).toBe(2);
  });

  test('422 READ_ONLY: another subject; 200: another name of it', async () => {
    const grant = await newGrant();
    const other = await call('PUT', `${path}/${grant.id}`, { subject: user() });
    expect([other.status, faultsOf(other.body)]).toEqual([422, { 'subject.id': 'READ_ONLY' }]);
    const named = { ...grant.subject, name: 'Jane Moreau' };
    expect((await call('PUT', `${path}/${grant.id}`, { subject: named })).body.subject.name).toBe(named.name);
  });

  test('412 VERSION_MISMATCH, 404', async () => {
    const grant = await newGrant();
    const late = await call('PUT', `${path}/${grant.id}`, { role: 'Reader' }, { 'if-match': '"7"' });
    expect(late.status).toBe(412);
    expect((await call('PUT', `${path}/${unknownId}`, { role: 'Reader' })).status).toBe(404);
  });
});

describe('DELETE /api/v1/access/grants/{grantId}', () => {
  test('204 for a person; 409 GRANT_IN_USE while its key is in use, 204 after', async () => {
    expect((await call('DELETE', `${path}/${(await newGrant()).id}`)).status).toBe(204);
    const { id } = await system.newKey('Reader');
    const grant = await ofKey(id);
    const used = await call('DELETE', `${path}/${grant.id}`);
    expect([used.status, used.body.code]).toEqual([409, 'GRANT_IN_USE']);
    await call('DELETE', `/api/v1/api-keys/${id}`);
    expect((await call('DELETE', `${path}/${grant.id}`)).status).toBe(204);
    expect((await call('DELETE', `${path}/${grant.id}`)).status).toBe(404);
  });
});

describe('a client or project that is deleted', () => {
  test('is taken out of grants, which stay', async () => {
    const [client, other] = [await newClient(), await newClient()];
    const project = await newProject(other.id);
    await call('PUT', `/v1/projects/${project.id}`, { status: 'cancelled' });
    const grant = await newGrant({ clientIds: [client.id, other.id], projectIds: [project.id] });
    expect((await call('DELETE', `/v1/clients/${client.id}`)).status).toBe(204);
    expect((await call('DELETE', `/v1/projects/${project.id}`)).status).toBe(204);
    await until(async () => {
      const { body } = await call('GET', `${path}/${grant.id}`);
      return Bun.deepEquals([body.clientIds, body.projectIds], [[other.id], []]);
    });
  });
});

describe('a key that another made', () => {
  test('has the limits of the nearest one, but not what is unlimited', async () => {
    const parent = await system.newKey('Contributor');
    const json = { name: crypto.randomUUID(), role: 'Contributor' };
    const child = (await gateway.call('POST', '/api/v1/api-keys', { key: parent.key, json })).body;
    const statusOf = async () => (await gateway.call('GET', path, { key: child.key })).status;
    expect(await statusOf()).toBe(200);
    const grant = await ofKey(parent.id);
    expect(await statusOf()).toBe(403);
    await call('PUT', `${path}/${grant.id}`, { isUnlimited: true });
    expect(await statusOf()).toBe(200);
    await call('PUT', `${path}/${grant.id}`, { isUnlimited: false });
    await ofKey(child.id, { isUnlimited: true });
    expect(await statusOf()).toBe(200);
  });
});

describe('with ACCESS_DEFAULT=none', () => {
  test('a key without a grant sees nothing, one that is unlimited all', async () => {
    const strict = await startGatewaySystem([], { ACCESS_DEFAULT: 'none' });
    try {
      const opened = await strict.openGateway();
      const { id, key: one } = await strict.newKey('Contributor');
      expect((await opened.call('GET', path, { key: one })).body.code).toBe('INSUFFICIENT_SCOPE');
      await strict.sql`
        insert into identity.access_grant (subject_kind, subject_id, subject_name, is_unlimited, client_ids, project_ids, created_by, updated_by)
        values ('api-key', ${id}, 'x', true, '{}', '{}', 'x', 'x')`;
      await until(async () => (await opened.call('GET', path, { key: one })).status === 200);
    } finally {
      await strict.stop();
    }
  });
});

describe('GET /api/v1/history/grants', () => {
  test('200: who wrote which grant, and what was in it before', async () => {
    const grant = await newGrant();
    await call('PUT', `${path}/${grant.id}`, { role: 'Reader' });
    const { body } = await call('GET', `/api/v1/history/grants?recordId=${grant.id}`);
    expect(body.data.map(({ kind }: { kind: string }) => kind)).toEqual(['update', 'create']);
    const [{ operationId }] = body.data;
    const { changes } = (await call('GET', `/api/v1/history/grants/${operationId}`)).body;
    expect(changes[0]).toMatchObject({
      label: grant.subject.name,
      fields: { role: { before: null, after: 'Reader' } },
    });
  });
});

describe('GET /api/v1/history/grants/{operationId}', () => {
  test('404; 403 for a Reader', async () => {
    const at = `/api/v1/history/grants/${unknownId}`;
    expect((await call('GET', at)).status).toBe(404);
    expect((await gateway.call('GET', at, { key: (await system.newKey('Reader')).key })).status).toBe(403);
  });
});
