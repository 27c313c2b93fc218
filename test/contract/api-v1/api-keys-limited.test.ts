import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { clientsProjects } from '@consulting/clients-projects/service';
import { type GatewaySystem, type GatewayUnderTest, startGatewaySystem } from '../../support/gateway-system';
import { faultsOf, freshCode, unknownId } from '../../support/project-system';

let system: GatewaySystem;
let gateway: GatewayUnderTest;
let all: string;
let own: Record<'clientId' | 'projectId', string>;
let other: typeof own;
const path = '/api/v1/api-keys';
const grants = '/api/v1/access/grants';

const call = (key: string, method: string, at: string, json?: object) =>
  gateway.call(method, at, { key, ...(json && { json }) });

async function newProject() {
  const code = freshCode('CL');
  const clientId = (await call(all, 'POST', '/v1/clients', { code, name: code })).body.id;
  const projectId = (await call(all, 'POST', '/v1/projects', { clientId, name: code })).body.id;
  return { clientId, projectId };
}

const newKey = (more: object = {}) =>
  call(all, 'POST', path, { name: crypto.randomUUID(), role: 'Contributor', ...more });

async function seenBy(key: string): Promise<string[]> {
  const { body } = await call(key, 'GET', '/v1/projects');
  return body.data.map(({ id }: { id: string }) => id);
}

beforeAll(async () => {
  system = await startGatewaySystem([clientsProjects]);
  gateway = await system.openGateway();
  all = (await system.newKey('Contributor')).key;
  own = await newProject();
  other = await newProject();
});
afterAll(() => system.stop());

describe('POST /api/v1/api-keys with clients and projects', () => {
  test('201: the key sees these alone from its first request on, by a grant that the answer names', async () => {
    const { status, body } = await newKey({ clientIds: [own.clientId, own.clientId] });
    expect(status).toBe(201);
    expect(await seenBy(body.key)).toEqual([own.projectId]);
    const grant = (await call(all, 'GET', `${grants}/${body.grantId}`)).body;
    expect(grant).toMatchObject({
      subject: { kind: 'api-key', id: body.id, name: body.name },
      ...{ isUnlimited: false, clientIds: [own.clientId], projectIds: [], role: null },
    });
    const project = (await newKey({ projectIds: [other.projectId] })).body;
    expect(await seenBy(project.key)).toEqual([other.projectId]);
    const clientIdsOf = async (key: string) => (await call(key, 'GET', '/api/v1/me')).body.clientIds;
    expect(await clientIdsOf(body.key)).toEqual([own.clientId]);
    expect(await clientIdsOf(project.key)).toEqual([]);
    expect(await clientIdsOf(all)).toBeNull();
  });

  test('201: empty lists give nothing; null, as left out, makes no grant', async () => {
    for (const given of [{ clientIds: [] }, { projectIds: [] }, { isUnlimited: false }]) {
      const { body } = await newKey(given);
      expect([given, await seenBy(body.key)]).toEqual([given, []]);
    }
    const { body } = await newKey({ clientIds: null, projectIds: null, isUnlimited: null });
    expect(body.grantId).toBeNull();
    expect(await seenBy(body.key)).toContain(other.projectId);
  });

  const refused: [string, object, Record<string, string>][] = [
    ['of what is no list', { clientIds: 'x', expiresAt: 'x' }, { clientIds: 'TYPE', expiresAt: 'FORMAT' }],
    [
      'that do not exist',
      { clientIds: [unknownId], projectIds: [unknownId] },
      { 'clientIds[0]': 'REFERENCE', 'projectIds[0]': 'REFERENCE' },
    ],
    ['beside isUnlimited', { isUnlimited: true, projectIds: [unknownId] }, { projectIds: 'MAX_LENGTH' }],
    [
      'of more than 200 in all',
      { clientIds: Array(101).fill(unknownId), projectIds: Array(100).fill(unknownId) },
      { projectIds: 'MAX_LENGTH' },
    ],
  ];
  test.each(refused)('422: %s, and no key is made', async (_, given, faults) => {
    const name = crypto.randomUUID();
    const answer = await newKey({ name, ...given });
    expect([answer.status, faultsOf(answer.body)]).toEqual([422, faults]);
    expect((await newKey({ name })).status).toBe(201);
  });

  test('409 CODE_EXISTS: no grant is left', async () => {
    const { body } = await newKey();
    const again = await newKey({ name: body.name, clientIds: [own.clientId] });
    expect([again.status, again.body.code, again.body.field]).toEqual([409, 'CODE_EXISTS', 'name']);
    expect((await call(all, 'GET', `${grants}?search=${body.name}`)).body.total).toBe(0);
  });

  test('403 INSUFFICIENT_SCOPE for a limited key, 403 INSUFFICIENT_ROLE for a Reader', async () => {
    const limited = (await newKey({ clientIds: [own.clientId] })).body.key;
    const reader = (await newKey({ role: 'Reader' })).body.key;
    const json = { name: crypto.randomUUID(), clientIds: [own.clientId] };
    expect((await call(limited, 'POST', path, json)).body.code).toBe('INSUFFICIENT_SCOPE');
    expect((await call(reader, 'POST', path, json)).body.code).toBe('INSUFFICIENT_ROLE');
  });

  test('the history has the grant as what the new key caused', async () => {
    const { body } = await newKey({ clientIds: [own.clientId] });
    const of = async (type: string, recordId: string) =>
      (await call(all, 'GET', `/api/v1/history/${type}?recordId=${recordId}`)).body.data;
    const [made] = await of('api-keys', body.id);
    const [granted] = await of('grants', body.grantId);
    expect([made.kind, granted.kind, granted.causedBy]).toEqual(['create', 'cascade', made.operationId]);
  });

  test('503 DEPENDENCY_UNAVAILABLE: nobody says whether the clients exist; no key is made', async () => {
    const alone = await startGatewaySystem();
    try {
      const { key } = await alone.newKey('Contributor');
      const opened = await alone.openGateway();
      const send = (json: object) => opened.call('POST', path, { key, json: { name: 'Portal', ...json } });
      expect((await send({ clientIds: [own.clientId] })).body.code).toBe('DEPENDENCY_UNAVAILABLE');
      expect((await send({})).status).toBe(201);
    } finally {
      await alone.stop();
    }
  });
});

describe('POST /api/v1/api-keys with isUnlimited, under ACCESS_DEFAULT=none', () => {
  test('201: the key sees all; one without a grant nothing', async () => {
    const strict = await startGatewaySystem([clientsProjects], { ACCESS_DEFAULT: 'none' });
    try {
      const opened = await strict.openGateway();
      const { id, key } = await strict.newKey('Contributor');
      await strict.sql`
        insert into identity.access_grant (subject_kind, subject_id, subject_name, is_unlimited, client_ids, project_ids, created_by, updated_by)
        values ('api-key', ${id}, 'x', true, '{}', '{}', 'x', 'x')`;
      const made = async (json: object) =>
        (await opened.call('POST', path, { key, json: { name: crypto.randomUUID(), ...json } })).body.key;
      const isLimited = async (one: string) =>
        (await opened.call('GET', '/api/v1/me', { key: one })).body.isLimited;
      expect(await isLimited(await made({ isUnlimited: true }))).toBe(false);
      expect(await isLimited(await made({}))).toBe(true);
    } finally {
      await strict.stop();
    }
  });
});
