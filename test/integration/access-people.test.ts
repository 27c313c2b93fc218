import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { clientsProjects } from '@consulting/clients-projects/service';
import { crewsRates } from '@consulting/crews-rates/service';
import { equipmentWbs } from '@consulting/equipment-wbs/service';
import { mto } from '@consulting/mto/service';
import { type GatewaySystem, type GatewayUnderTest, startGatewaySystem } from '../support/gateway-system';
import {
  clientId as audience,
  type IdentityProvider,
  startIdentityProvider,
  tenantId,
} from '../support/identity-provider';
import { until } from '../support/until';

let provider: IdentityProvider;
let system: GatewaySystem;
let gateways: GatewayUnderTest[];
let all: string;
const clients: string[] = [];

beforeAll(async () => {
  provider = await startIdentityProvider();
  const settings = {
    ...{ IDP_TENANT_ID: tenantId, IDP_CLIENT_ID: audience, IDP_AUTHORITY: provider.authority },
    ...{ IDP_GROUPS_CLAIM: 'teams', MTO_ROLE: 'api' },
  };
  system = await startGatewaySystem([clientsProjects, crewsRates, equipmentWbs, mto], settings);
  gateways = [await system.openGateway(), await system.openGateway()];
  all = (await system.newKey('Contributor')).key;
  for (const code of ['one', 'two'])
    clients.push((await made('/v1/clients', { code, name: code })).id as string);
});
afterAll(async () => {
  await system.stop();
  await provider.stop();
});

const first = () => gateways[0] as GatewayUnderTest;

async function made(path: string, json: object) {
  const { status, body } = await first().call('POST', path, { key: all, json });
  if (status >= 300) throw new Error(`POST ${path} answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

const grant = (json: object) => made('/api/v1/access/grants', json);

const change = (grantId: string, json: object) =>
  first().call('PUT', `/api/v1/access/grants/${grantId}`, { key: all, json });

const person = (oid: string, more: object = {}) => provider.sign({ oid, sub: oid, ...more });

async function codesFor(token: string, through = first()) {
  const { status, body } = await through.call('GET', '/v1/clients', { token });
  return status === 200 ? body.data.map(({ code }: { code: string }) => code).toSorted() : status;
}

describe('a person with a token', () => {
  test('sees what her grant and those of her groups name together, and is a Reader by one of them', async () => {
    const id = crypto.randomUUID();
    const token = await person(id, { teams: ['borealis', 'others'] });
    expect(await codesFor(token)).toEqual(['one', 'two']);
    await grant({ subject: { kind: 'group', id: 'borealis' }, clientIds: [clients[0]] });
    expect(await codesFor(token)).toEqual(['one']);
    expect(await codesFor(await person(crypto.randomUUID(), { groups: ['borealis'] }))).toEqual([
      'one',
      'two',
    ]);
    await grant({ subject: { kind: 'user', id }, clientIds: [clients[1]], role: 'Reader' });
    expect(await codesFor(token)).toEqual(['one', 'two']);
    const json = { clientId: clients[0], name: 'x' };
    expect((await first().call('POST', '/v1/projects', { token, json })).status).toBe(403);
  });

  test('whose token does not name all groups sees nothing while a group has a grant', async () => {
    const elsewhere = { _claim_names: { teams: 'src1' }, _claim_sources: { src1: { endpoint: 'x' } } };
    expect(await codesFor(await person(crypto.randomUUID(), elsewhere))).toEqual([]);
    expect(await codesFor(await person(crypto.randomUUID(), { hasgroups: true }))).toEqual([]);
  });

  test('an API key that she makes sees no more than she does', async () => {
    const id = crypto.randomUUID();
    const token = await person(id);
    const { body } = await first().call('POST', '/api/v1/api-keys', { token, json: { name: `of ${id}` } });
    const seen = async () => (await first().call('GET', '/v1/clients', { key: body.key })).body.total;
    expect(await seen()).toBe(2);
    await grant({ subject: { kind: 'user', id }, clientIds: [clients[0]] });
    expect(await seen()).toBe(1);
    const more = await first().call('POST', '/api/v1/api-keys', { token, json: { name: `more ${id}` } });
    expect([more.status, more.body.code]).toEqual([403, 'INSUFFICIENT_SCOPE']);
  });

  test('another grant counts for her next request at every gateway', async () => {
    const id = crypto.randomUUID();
    const token = await person(id);
    const { id: grantId } = await grant({ subject: { kind: 'user', id }, clientIds: [clients[0]] });
    expect(await Promise.all(gateways.map((one) => codesFor(token, one)))).toEqual([['one'], ['one']]);
    await change(grantId, { clientIds: [clients[1]] });
    expect(await codesFor(token)).toEqual(['two']);
    await until(async () => `${await codesFor(token, gateways[1])}` === 'two');
    expect(await codesFor(token, gateways[1])).toEqual(['two']);
  });
});

describe('a change of a grant', () => {
  const path = (taskId: string) => `/api/v1/mto/import/status/${taskId}/events`;

  async function newTask(): Promise<string> {
    const projectId = (await made('/v1/projects', { clientId: clients[0], name: 'Streams' })).id;
    const serviceId = (await made(`/v1/projects/${projectId}/services`, { serviceType: 'estimation' })).id;
    const form = new FormData();
    for (const [name, value] of Object.entries({ projectId, serviceId, discipline: 'piping' }))
      form.set(name, value);
    form.set('file', new File(['Item No.,Description,Quantity,UOM\n1,Pipe,2,m\n'], 'takeoff.csv'));
    return (await first().call('POST', '/api/v1/mto/import/async', { key: all, form })).body.taskId;
  }

  async function follow(through: GatewayUnderTest, url: string, token?: string) {
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const response = await fetch(through.url + url, { headers });
    expect(response.status).toBe(200);
    const reader = response.body?.getReader();
    await reader?.read();
    while (!(await reader?.read())?.done);
  }

  // A gateway that hears of the grant after the ticket was made takes it for one of before.
  async function heardByAll(): Promise<void> {
    await until(
      async () => (await system.sql`select from identity.outbox where published_at is null`).length === 0,
    );
    await Bun.sleep(500);
  }

  test('ends open streams of events at every gateway, and a ticket from before it is refused', async () => {
    const taskId = await newTask();
    const id = crypto.randomUUID();
    const token = await person(id);
    const { id: grantId } = await grant({ subject: { kind: 'user', id }, clientIds: [clients[0]] });
    await heardByAll();
    const ticket = async () =>
      (await first().call('POST', `${path(taskId)}/ticket`, { token })).body.url as string;
    const [used, unused] = [await ticket(), await ticket()];
    const streams = gateways.flatMap((one) => [follow(one, path(taskId), token), follow(one, used)]);
    await Bun.sleep(500);
    await change(grantId, { clientIds: [] });
    await Promise.all(streams);
    for (const one of gateways) {
      expect((await fetch(one.url + unused)).status).toBe(401);
      expect((await one.call('GET', path(taskId), { token })).status).toBe(404);
    }
  });
});

describe('a scope of as many identifiers as there may be', () => {
  test('is carried to the services; one more is 422, and two grants that are more together are 403 TOO_MANY_GRANTED', async () => {
    const id = crypto.randomUUID();
    const token = await person(id, { teams: ['large'] });
    const projectIds: string[] = [];
    for (let at = 0; at < 200; at += 1)
      projectIds.push((await made('/v1/projects', { clientId: clients[0], name: `P ${at}` })).id);
    await grant({ subject: { kind: 'user', id }, projectIds });
    const { body } = await first().call('GET', '/v1/projects?limit=1', { token });
    expect(body.total).toBe(200);
    const last = `/api/v1/mto?projectId=${projectIds.at(-1)}`;
    expect((await first().call('GET', last, { token })).status).toBe(200);
    const subject = { kind: 'group', id: 'large' };
    const json = { subject, projectIds, clientIds: [clients[1]] };
    const refused = await first().call('POST', '/api/v1/access/grants', { key: all, json });
    expect([refused.status, refused.body.errors[0]]).toEqual([
      422,
      expect.objectContaining({ field: 'projectIds', code: 'MAX_LENGTH' }),
    ]);
    const { id: grantId } = await grant({ subject, clientIds: [clients[1]] });
    for (const path of ['/v1/clients', '/api/v1/me', last]) {
      const { status: found, body: problem } = await first().call('GET', path, { token });
      expect([path, found, problem.code]).toEqual([path, 403, 'TOO_MANY_GRANTED']);
      expect([problem.limit, problem.granted, problem.detail]).toEqual([
        200,
        201,
        expect.stringContaining('grant clients instead'),
      ]);
    }
    await change(grantId, { clientIds: [] });
    expect((await first().call('GET', last, { token })).status).toBe(200);
  });
});
