import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { clientsProjects } from '@consulting/clients-projects/service';
import { crewsRates } from '@consulting/crews-rates/service';
import { equipmentWbs } from '@consulting/equipment-wbs/service';
import { mto } from '@consulting/mto/service';
import { type GatewaySystem, type GatewayUnderTest, startGatewaySystem } from '../support/gateway-system';
import { LiveEvents } from '../support/live-events';
import { until } from '../support/until';

let system: GatewaySystem;
/** Each gateway has a takeoff service of its own. */
let gateway: GatewayUnderTest;
let other: GatewayUnderTest;
let key: string;
let clientId: string;
let projectId: string;
let serviceId: string;

beforeAll(async () => {
  system = await startGatewaySystem([clientsProjects, crewsRates, equipmentWbs, mto]);
  gateway = await system.openGateway();
  const second = await system.startAnother(mto);
  other = await system.openGateway({ MTO_URL: second.url });
  key = (await system.newKey('Contributor')).key;
  const made = async (path: string, json: object) =>
    (await gateway.call('POST', path, { key, json })).body.id as string;
  clientId = await made('/v1/clients', { code: 'live', name: 'Live' });
  projectId = await made('/v1/projects', { clientId, name: 'Live' });
  serviceId = await made(`/v1/projects/${projectId}/services`, { serviceType: 'estimation' });
});
afterAll(() => system.stop());

const path = () => `/api/v1/mto/project/${projectId}/events`;

async function store(through: GatewayUnderTest): Promise<string> {
  const json = { projectId, serviceId, discipline: 'piping', quantity: 1 };
  const { status, body } = await through.call('POST', '/api/v1/mto', { key, json });
  expect(status).toBe(201);
  return body.id;
}

async function follow(through: GatewayUnderTest, at = path(), headers: Record<string, string> = {}) {
  const response = await fetch(through.url + at, { headers });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  expect(response.headers.get('content-encoding')).toBeNull();
  return new LiveEvents(response);
}

const mine = () => ({ 'x-api-key': key });

const ticketOf = async (through: GatewayUnderTest, own = key) =>
  (await through.call('POST', `${path()}/ticket`, { key: own })).body.url as string;

describe('GET /api/v1/mto/project/{projectId}/events through gateways', () => {
  test('200 both gateways, with a key or a ticket, have each operation once, whichever it was stored through', async () => {
    const streams = [
      await follow(gateway, path(), mine()),
      await follow(other, path(), mine()),
      await follow(gateway, await ticketOf(other)),
      await follow(other, await ticketOf(gateway)),
    ];
    for (const stream of streams) expect((await stream.next())?.event).toBe('presence');
    const ids = [await store(gateway), await store(other), await store(gateway)];
    for (const stream of streams) {
      const seen: string[] = [];
      while (seen.length < ids.length) seen.push((await stream.nextOf('operation')).data.recordIds[0]);
      expect(seen).toEqual(ids);
      await stream.close();
    }
  });

  test('200 Last-Event-ID of one gateway goes on at the other, in the query with another ticket, too', async () => {
    const first = await follow(gateway, path(), mine());
    await first.next();
    await store(gateway);
    const { id } = await first.nextOf('operation');
    await first.close();
    const missed = [await store(other), await store(gateway)];
    const resumed = [
      await follow(other, path(), { ...mine(), 'last-event-id': id }),
      await follow(other, `${await ticketOf(other)}&lastEventId=${id}`),
    ];
    for (const stream of resumed) {
      for (const record of missed) expect((await stream.next())?.data.recordIds).toEqual([record]);
      expect((await stream.next())?.event).toBe('presence');
      await stream.close();
    }
  });

  test('200 presence that a Reader reports at one gateway arrives at the other', async () => {
    const events = await follow(other, path(), mine());
    await events.next();
    const reader = await system.newKey('Reader');
    const presence = `/api/v1/mto/project/${projectId}/presence`;
    const { status } = await gateway.call('PUT', presence, { key: reader.key, json: { mtoId: null } });
    expect(status).toBe(204);
    const { data } = await events.nextOf('presence');
    expect(data.people.map((person: { id: string }) => person.id)).toEqual([`key:${reader.id}`]);
    await events.close();
  });

  test('401 without a credential, and for a ticket of another project', async () => {
    expect((await fetch(gateway.url + path())).status).toBe(401);
    const ticket = new URL(gateway.url + (await ticketOf(gateway))).search;
    const elsewhere = `/api/v1/mto/project/${crypto.randomUUID()}/events`;
    expect((await fetch(gateway.url + elsewhere + ticket)).status).toBe(401);
  });

  test('a limited caller loses the stream when a grant changes, and 404 is what is left', async () => {
    const limited = await system.newKey('Contributor');
    const grant = { subject: { kind: 'api-key', id: limited.id }, clientIds: [clientId] };
    const { status, body } = await gateway.call('POST', '/api/v1/access/grants', { key, json: grant });
    expect(status).toBe(201);
    const stream = await follow(other, path(), { 'x-api-key': limited.key });
    expect((await stream.next())?.event).toBe('presence');
    const ticket = await ticketOf(other, limited.key);
    const changes = { clientIds: [], projectIds: [] };
    const changed = await gateway.call('PUT', `/api/v1/access/grants/${body.id}`, { key, json: changes });
    expect(changed.status).toBe(200);
    while ((await stream.next().catch(() => undefined)) !== undefined);
    await until(async () => (await other.call('GET', path(), { key: limited.key })).status === 404);
    expect((await fetch(other.url + ticket)).status).toBe(401);
  });
});
