import { afterAll, beforeAll, expect, test } from 'bun:test';
import { connect } from 'node:net';
import { clientsProjects } from '@consulting/clients-projects/service';
import { crewsRates } from '@consulting/crews-rates/service';
import { equipmentWbs } from '@consulting/equipment-wbs/service';
import { mto } from '@consulting/mto/service';
import { type GatewaySystem, type GatewayUnderTest, startGatewaySystem } from '../support/gateway-system';
import { LiveEvents } from '../support/live-events';

let system: GatewaySystem;
let gateway: GatewayUnderTest;

beforeAll(async () => {
  system = await startGatewaySystem([clientsProjects, crewsRates, equipmentWbs, mto]);
  gateway = await system.openGateway();
});
afterAll(() => system.stop());

test('GET /api/v1/mto/project/{projectId}/events through a gateway: a client that stops reading is ended, what it missed is stored nowhere', async () => {
  const key = (await system.newKey('Contributor')).key;
  const made = async (path: string, json: object) =>
    (await gateway.call('POST', path, { key, json })).body.id as string;
  const clientId = await made('/v1/clients', { code: 'live', name: 'Live' });
  const projectId = await made('/v1/projects', { clientId, name: 'Live' });
  const path = `/api/v1/mto/project/${projectId}/events`;
  const { port } = new URL(gateway.url);
  const socket = connect(Number(port), '127.0.0.1');
  const begun = Promise.withResolvers<void>();
  socket.once('data', () => {
    socket.pause();
    begun.resolve();
  });
  socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-Key: ${key}\r\nConnection: close\r\n\r\n`);
  await begun.promise;
  const quick = new LiveEvents(await fetch(gateway.url + path, { headers: { 'x-api-key': key } }));
  await quick.next();
  let sent = 0;
  for (let round = 0; round < 24; round += 1) {
    await system.sql`
      with operation as (
        insert into mto.history_operation (id, "by", kind, record_type, project_id, updated)
        select gen_random_uuid(), 'many', 'update', 'takeoff-lines', ${projectId}, 200 from generate_series(1, 100)
        returning position)
      insert into mto.history_change (project_id, operation, record_id, action)
      select ${projectId}, position, gen_random_uuid(), 'u' from operation, generate_series(1, 200)`;
    for (let count = 0; count < 100; count += 1)
      sent += (await quick.nextOf('operation')).data.recordIds.length;
  }
  await quick.close();
  expect(sent).toBe(24 * 100 * 200);
  const ended = new Promise<void>((resolve) => {
    for (const event of ['end', 'close', 'error']) socket.on(event, () => resolve());
  });
  let bytes = 0;
  socket.on('data', (data) => {
    bytes += data.length;
  });
  socket.resume();
  await ended;
  const bytesOfId = 39;
  expect(bytes).toBeLessThan(sent * bytesOfId);
}, 120_000);
