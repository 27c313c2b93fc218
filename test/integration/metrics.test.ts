import { afterAll, beforeAll, expect, test } from 'bun:test';
import { getCrewUsage } from '@consulting/kernel/contracts/mto';
import { connectBus } from '@consulting/kernel/nats';
import { createTelemetry, Lifecycle, serveMonitoring, serviceLog } from '@consulting/kernel/process';
import { freePorts } from '@consulting/local/process/free-port';
import { mto } from '@consulting/mto/service';
import postgres from 'postgres';
import { type ServiceUnderTest, startTestSystem, type TestSystem } from '../support/system';
import { until } from '../support/until';

let system: TestSystem;
let service: ServiceUnderTest;

beforeAll(async () => {
  system = await startTestSystem([mto]);
  service = await system.start(mto);
});
afterAll(() => system.stop());

test('GET /metrics: requests, imports, events, messages and connections', async () => {
  await service.request('GET', '/api/v1/mto/import/status/nothing');
  const text = await (await service.fetch(new Request('http://127.0.0.1/metrics'))).text();
  for (const line of [
    /^consulting_http_requests_total\{operation="[^"]+",status="404",service="mto"\} 1$/m,
    /^consulting_http_request_seconds_count\{service="mto",operation="[^"]+"\} 1$/m,
    /^consulting_imports\{status="queued",service="mto"\} 0$/m,
    /^consulting_imports\{status="running",service="mto"\} 0$/m,
    /^consulting_dead_letters\{service="mto"\} 0$/m,
    /^consulting_outbox_wait_seconds\{service="mto"\} 0$/m,
    /^consulting_messages_connected\{service="mto"\} 1$/m,
    /^consulting_database_connections\{service="mto"\} [1-9]\d*$/m,
    /^consulting_database_connected\{service="mto"\} 1$/m,
    /^consulting_database_server_connections\{kind="used",service="mto"\} [1-9]\d*$/m,
    /^consulting_database_server_connections\{kind="allowed",service="mto"\} [1-9]\d*$/m,
    /^consulting_import_wait_seconds\{service="mto"\} 0$/m,
  ])
    expect(text).toMatch(line);
});

test('consulting_database_connections: those for requests, for answers to other services, for listening and for imports', async () => {
  const asker = connectBus({ url: system.natsUrlFor('crews-rates'), name: 'asker', log: serviceLog() });
  await new Promise<void>((heard) => asker.onConnected(heard));
  const crews = [{ serviceId: null, crewCode: 'NONE' }];
  await asker.ask(getCrewUsage, { crews, itemsMax: 0, includesWriters: false });
  await asker.close();
  const sql = postgres(system.databaseUrl, { max: 1 });
  const countOf = async () => {
    const counts = await sql<{ name: string; count: number }[]>`
      select application_name as name, count(*)::int as count from pg_stat_activity
      where datname = current_database() and application_name like 'mto%' group by 1`;
    expect(counts.map(({ name }) => name)).toContain('mto-answers');
    return counts.reduce((sum, { count }) => sum + count, 0);
  };
  // Reading the figures may open connections, too, which are kept.
  await until(async () => {
    const text = await (await service.fetch(new Request('http://127.0.0.1/metrics'))).text();
    return text.includes(`consulting_database_connections{service="mto"} ${await countOf()}\n`);
  });
  await sql.end();
});

test('METRICS_PORT: metrics, liveness and readiness on a port of their own, nothing else', async () => {
  const [port] = await freePorts(1);
  const lifecycle = new Lifecycle(serviceLog());
  const telemetry = createTelemetry('gateway');
  let isReady = true;
  serveMonitoring({ telemetry, isReady: () => isReady }, '127.0.0.1', Number(port), lifecycle);
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  expect(await (await get('/metrics')).text()).toContain('process_resident_memory_bytes{service="gateway"}');
  expect((await get('/live')).status).toBe(200);
  expect((await get('/ready')).status).toBe(200);
  isReady = false;
  expect((await get('/ready')).status).toBe(503);
  expect((await get('/v1/clients')).status).toBe(404);
  await lifecycle.stop();
  expect(get('/live')).rejects.toThrow();
});
