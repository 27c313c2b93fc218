import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { clientsProjects } from '@consulting/clients-projects/service';
import { crewsRates } from '@consulting/crews-rates/service';
import { equipmentWbs } from '@consulting/equipment-wbs/service';
import { mto } from '@consulting/mto/service';
import { type GatewaySystem, type GatewayUnderTest, startGatewaySystem } from '../support/gateway-system';

let system: GatewaySystem;
let gateway: GatewayUnderTest;
let contributor: string;
/** An import that waits for a worker, of which there is none. */
let task: string;

beforeAll(async () => {
  system = await startGatewaySystem([clientsProjects, crewsRates, equipmentWbs, mto], { MTO_ROLE: 'api' });
  gateway = await system.openGateway();
  contributor = (await system.newKey('Contributor')).key;
  task = await newTask();
});
afterAll(() => system.stop());

async function newTask(): Promise<string> {
  const made = async (path: string, json: object) =>
    (await gateway.call('POST', path, { key: contributor, json })).body.id as string;
  const clientId = await made('/v1/clients', { code: 'streams', name: 'Streams' });
  const projectId = await made('/v1/projects', { clientId, name: 'Streams' });
  const serviceId = await made(`/v1/projects/${projectId}/services`, { serviceType: 'estimation' });
  const form = new FormData();
  for (const [name, value] of Object.entries({ projectId, serviceId, discipline: 'piping' }))
    form.set(name, value);
  form.set('file', new File(['Item No.,Description,Quantity,UOM\n1,Pipe,2,m\n'], 'takeoff.csv'));
  return (await gateway.call('POST', '/api/v1/mto/import/async', { key: contributor, form })).body.taskId;
}

const streamOf = (taskId: string) => `/api/v1/mto/import/status/${taskId}/events`;

/** A stream that has begun, and everything that comes on it until it ends. */
async function follow(through: GatewayUnderTest, path: string, key?: string) {
  const headers: Record<string, string> = key === undefined ? {} : { 'x-api-key': key };
  const response = await fetch(through.url + path, { headers });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  const reader = response.body?.getReader();
  const first = await reader?.read();
  expect(Buffer.from(first?.value ?? []).toString()).toContain('id: queued');
  const ended = (async () => {
    while (!(await reader?.read())?.done);
  })();
  return { ended, leave: () => reader?.cancel() };
}

const ticketOf = async (key: string) =>
  (await gateway.call('POST', `${streamOf(task)}/ticket`, { key })).body.url as string;

const revoke = async (id: string) =>
  expect((await gateway.call('DELETE', `/api/v1/api-keys/${id}`, { key: contributor })).status).toBe(204);

describe('GET /api/v1/mto/import/status/{taskId}/events', () => {
  test('ends when its key is revoked, at the gateway that handles it and at every other one', async () => {
    const other = await system.openGateway();
    const { id, key } = await system.newKey('Reader');
    const ticket = await ticketOf(key);
    const streams = [
      await follow(gateway, streamOf(task), key),
      await follow(gateway, ticket),
      await follow(other, streamOf(task), key),
      await follow(other, ticket),
    ];
    const untouched = await follow(other, streamOf(task), contributor);
    await revoke(id);
    await Promise.all(streams.map(({ ended }) => ended));
    const open = await Promise.race([untouched.ended.then(() => 'ended'), Bun.sleep(200).then(() => 'open')]);
    expect(open).toBe('open');
    await untouched.leave();
  });

  test('ends when its key is revoked and the gateway does not hear of it', async () => {
    const deaf = await system.openGateway({ NATS_URL: 'nats://127.0.0.1:1' });
    const { id, key } = await system.newKey('Reader');
    const streams = [await follow(deaf, streamOf(task), key), await follow(deaf, await ticketOf(key))];
    await revoke(id);
    await Promise.all(streams.map(({ ended }) => ended));
  });

  test('ends when its key expires, also one that was opened with a ticket', async () => {
    const { key } = await system.newKey('Reader', { expiresAt: new Date(Date.now() + 3000).toISOString() });
    const streams = [await follow(gateway, streamOf(task), key), await follow(gateway, await ticketOf(key))];
    await Promise.all(streams.map(({ ended }) => ended));
  });
});
