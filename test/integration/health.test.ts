import { afterAll, beforeAll, expect, test } from 'bun:test';
import { clientsProjects } from '@consulting/clients-projects/service';
import { crewsRates } from '@consulting/crews-rates/service';
import { equipmentWbs } from '@consulting/equipment-wbs/service';
import { systemHealth } from '@consulting/gateway/endpoints/health';
import { createUpstreams } from '@consulting/gateway/routing/upstream';
import { startTestNats, type TestNats } from '@consulting/local/test-servers';
import { mto } from '@consulting/mto/service';
import { type GatewaySystem, type GatewayUnderTest, startGatewaySystem } from '../support/gateway-system';
import { until } from '../support/until';

let nats: TestNats;
let system: GatewaySystem;
let gateway: GatewayUnderTest;

beforeAll(async () => {
  nats = await startTestNats();
  system = await startGatewaySystem([clientsProjects, crewsRates, equipmentWbs, mto], { NATS_URL: nats.url });
  gateway = await system.openGateway();
});
afterAll(async () => {
  await system.stop();
  await nats.stop();
});

const health = async () => (await gateway.call('GET', '/api/v1/health')).body;
const readiness = async () => (await fetch(`${system.services.get('mto')?.url}/ready`)).status;
const services = (status: string) =>
  Object.fromEntries(
    ['clients-projects', 'crews-rates', 'mto', 'equipment-wbs', 'identity'].map((name) => [name, status]),
  );

test('GET /api/v1/health: ok, and degraded with the part that does not answer', async () => {
  await until(async () => (await health()).status === 'ok');
  expect(await health()).toEqual({
    status: 'ok',
    service: 'gateway',
    version: '1.0.0',
    database: 'connected',
    messages: 'connected',
    services: services('ok'),
  });
  await system.services.get('mto')?.leave();
  await until(async () => (await health()).status === 'degraded');
  expect(await health()).toMatchObject({
    database: 'disconnected',
    messages: 'disconnected',
    services: { ...services('ok'), mto: 'unreachable' },
  });
  system.services.get('mto')?.comeBack();
  await until(async () => (await health()).status === 'ok');
});

test('without NATS: health is degraded by messages, services are not ready, and reads go on', async () => {
  expect(await readiness()).toBe(200);
  await nats.stop();
  await until(async () => (await health()).messages === 'disconnected');
  expect(await health()).toMatchObject({
    status: 'degraded',
    database: 'connected',
    messages: 'disconnected',
    services: services('degraded'),
  });
  expect(await readiness()).toBe(503);
  const { key } = await system.newKey('Reader');
  expect((await gateway.call('GET', '/v1/clients', { key })).status).toBe(200);
});

test('GET /api/v1/health of many at once asks each service once', async () => {
  let asked = 0;
  const service = Bun.serve({
    port: 0,
    fetch() {
      asked += 1;
      return Response.json({ status: 'ok', database: 'connected', messages: 'connected' });
    },
  });
  const names = Object.keys(services('ok')).map((name) => `${name.toUpperCase().replaceAll('-', '_')}_URL`);
  const address = `http://127.0.0.1:${service.port}`;
  const upstreams = createUpstreams(Object.fromEntries(names.map((name) => [name, [address]])));
  const answers = await Promise.all(Array.from({ length: 40 }, () => systemHealth(upstreams)));
  const reports = await Promise.all(answers.map((answer) => answer.json()));
  expect(reports).toEqual(Array(40).fill(expect.objectContaining({ status: 'ok' })));
  expect(asked).toBe(names.length);
  await systemHealth(upstreams);
  expect(asked).toBe(2 * names.length);
  await service.stop(true);
});
