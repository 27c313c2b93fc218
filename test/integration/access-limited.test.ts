import { afterAll, beforeAll, expect, test } from 'bun:test';
import { clientsProjects } from '@consulting/clients-projects/service';
import { crewsRates } from '@consulting/crews-rates/service';
import { equipmentWbs } from '@consulting/equipment-wbs/service';
import { mto } from '@consulting/mto/service';
import { type GatewaySystem, type GatewayUnderTest, startGatewaySystem } from '../support/gateway-system';
import type { Answer } from '../support/system';

let system: GatewaySystem;
let gateway: GatewayUnderTest;
let all: string;
let limited: string;
let grantId: string;
let own: Record<'clientId' | 'projectId', string>;
let other: typeof own;

const call = (key: string, method: string, path: string, json?: unknown, headers = {}) =>
  gateway.call(method, path, { key, headers, ...(json === undefined ? {} : { json }) });

async function made(key: string, path: string, json: object): Promise<Answer['body']> {
  const { status, body } = await call(key, 'POST', path, json);
  if (status >= 300) throw new Error(`POST ${path} answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

async function newProject(code: string) {
  const clientId = (await made(all, '/v1/clients', { code, name: code })).id as string;
  const projectId = (await made(all, '/v1/projects', { clientId, name: code })).id as string;
  return { clientId, projectId };
}

beforeAll(async () => {
  system = await startGatewaySystem([clientsProjects, crewsRates, equipmentWbs, mto]);
  gateway = await system.openGateway();
  all = (await system.newKey('Contributor')).key;
  own = await newProject('own');
  other = await newProject('other');
  const { id, key } = await system.newKey('Contributor');
  limited = key;
  const subject = { kind: 'api-key', id };
  grantId = (await made(all, '/api/v1/access/grants', { subject, clientIds: [own.clientId] })).id;
});
afterAll(() => system.stop());

const idsOf = async (path: string) =>
  (await call(limited, 'GET', path)).body.data.map(({ id }: { id: string }) => id);

test('a limited key works on its own client: project, service, version, line, search, note, history', async () => {
  const project = await made(limited, '/v1/projects', { clientId: own.clientId, name: 'Later' });
  const at = `/v1/projects/${project.id}/services`;
  const service = await made(limited, at, { serviceType: 'estimation' });
  await made(limited, `${at}/${service.id}/estimations`, {});
  const item = { description: 'Pipe', quantity: 2, discipline: 'piping' };
  const line = await made(limited, '/api/v1/mto', { projectId: project.id, serviceId: service.id, ...item });
  const found = await made(limited, '/api/v1/mto/search', { projectId: project.id });
  expect([found.total, found.data[0].id]).toEqual([1, line.id]);
  await made(limited, '/api/v1/notes/takeoff-lines', { recordId: line.id, text: 'Ask for it.' });
  const changed = await call(limited, 'PUT', `/api/v1/mto/${line.id}?projectId=${project.id}`, {
    quantity: 3,
  });
  expect([changed.status, changed.body.quantity]).toEqual([200, 3]);
  const history = await call(limited, 'GET', `/api/v1/history/takeoff-lines?projectId=${project.id}`);
  expect(history.body.total).toBe(2);
  expect((await call(limited, 'DELETE', `${at}/${service.id}`)).status).toBe(204);
});

test('lists and totals have its own alone', async () => {
  expect(await idsOf('/v1/clients')).toEqual([own.clientId]);
  expect(await idsOf('/v1/projects')).not.toContain(other.projectId);
  expect((await call(limited, 'GET', '/v1/clients?search=other')).body.total).toBe(0);
});

test('403 for a client, a trade, a key and an item of the standard structure; the libraries are read', async () => {
  const refused: [string, object][] = [
    ['/v1/clients', { code: 'new', name: 'New' }],
    ['/v1/crew-trades', { tradeCode: 'NEW', tradeName: 'New' }],
    ['/api/v1/api-keys', { name: 'new' }],
    ['/api/v1/wbs', { wbsCode: '99', name: 'New', scope: 'universal' }],
  ];
  for (const [path, json] of refused) {
    const { status, body } = await call(limited, 'POST', path, json);
    expect([path, status, body.code]).toEqual([path, 403, 'INSUFFICIENT_SCOPE']);
  }
  expect((await call(limited, 'GET', '/v1/crew-trades')).status).toBe(200);
});

test('who sees one project of a client alone reads the client; 403 for its change, deletion and another project', async () => {
  const { id, key } = await system.newKey('Contributor');
  const sibling = await made(all, '/v1/projects', { clientId: other.clientId, name: 'Sibling' });
  const subject = { kind: 'api-key', id };
  await made(all, '/api/v1/access/grants', { subject, projectIds: [other.projectId, own.projectId] });
  const client = `/v1/clients/${other.clientId}`;
  const { body } = await call(key, 'GET', client);
  expect(body.projects.map((one: { id: string }) => one.id)).toEqual([other.projectId]);
  const refused: [string, string, object?][] = [
    ['PUT', client, { name: 'Mine' }],
    ['DELETE', client],
    ['POST', '/v1/projects', { clientId: other.clientId, name: 'Another' }],
    ['PUT', `/v1/projects/${own.projectId}`, { clientId: other.clientId }],
  ];
  for (const [method, path, json] of refused) {
    const { status, body } = await call(key, method, path, json);
    expect([method, path, status, body.code]).toEqual([method, path, 403, 'INSUFFICIENT_SCOPE']);
  }
  const renamed = await call(key, 'PUT', `/v1/projects/${other.projectId}`, { name: 'Renamed' });
  expect([renamed.status, renamed.body.name]).toEqual([200, 'Renamed']);
  expect((await call(key, 'GET', `/v1/projects/${sibling.id}`)).status).toBe(404);
});

test('what was stored under an Idempotency-Key before is gone with the right to see it', async () => {
  const { id, key } = await system.newKey('Contributor');
  const send = () =>
    call(
      key,
      'POST',
      '/v1/projects',
      { clientId: other.clientId, name: 'Once' },
      { 'idempotency-key': 'once' },
    );
  const first = await send();
  expect([(await send()).body.id, first.status]).toEqual([first.body.id, 201]);
  await made(all, '/api/v1/access/grants', { subject: { kind: 'api-key', id }, clientIds: [own.clientId] });
  expect(JSON.stringify((await send()).body)).not.toContain(first.body.id);
});

test('another grant counts for the next request at every gateway', async () => {
  const second = await system.openGateway();
  const path = `/v1/projects/${other.projectId}`;
  const statuses = async () =>
    Promise.all([gateway, second].map(async (one) => (await one.call('GET', path, { key: limited })).status));
  const change = (json: object) => call(all, 'PUT', `/api/v1/access/grants/${grantId}`, json);
  expect(await statuses()).toEqual([404, 404]);
  await change({ projectIds: [other.projectId] });
  expect((await gateway.call('GET', path, { key: limited })).status).toBe(200);
  const until = Date.now() + 5000;
  while ((await statuses())[1] !== 200 && Date.now() < until) await Bun.sleep(20);
  expect(await statuses()).toEqual([200, 200]);
  await change({ projectIds: [] });
  expect((await gateway.call('GET', path, { key: limited })).status).toBe(404);
});

test('a client with more than 20,000 projects is granted; 403 TOO_MANY_GRANTED but for requests of one project', async () => {
  const large = await newProject('large');
  const { key } = await made(all, '/api/v1/api-keys', { name: 'large', clientIds: [large.clientId] });
  const path = `/api/v1/mto?projectId=${large.projectId}`;
  const statuses = async () =>
    Promise.all(
      ['/v1/projects?limit=1', '/v1/crew-trades?limit=1', path].map(async (one) => {
        const { status, body } = await call(key, 'GET', one);
        return body.code === undefined ? status : [body.code, body.limit];
      }),
    );
  expect(await statuses()).toEqual([200, 200, 200]);
  await system.sql.begin(async (tx) => {
    await tx`set local history.is_off = true`;
    await tx`insert into clients_projects.project select (jsonb_populate_record(project,
      jsonb_build_object('id', gen_random_uuid(), 'code', 'L' || number))).* from clients_projects.project,
      generate_series(1, 20000) as number where project.id = ${large.projectId}`;
  });
  const tooMany = ['TOO_MANY_GRANTED', 20_000];
  expect(await statuses()).toEqual([tooMany, tooMany, 200]);
  const again = await call(all, 'POST', '/api/v1/api-keys', { name: 'again', clientIds: [large.clientId] });
  expect(again.status).toBe(201);
});
