import { afterAll, beforeAll, expect, test } from 'bun:test';
import { clientsProjects } from '@consulting/clients-projects/service';
import { equipmentWbs } from '@consulting/equipment-wbs/service';
import { freePort } from '@consulting/shared/local/free-port';
import postgres from 'postgres';
import { startTestHouse, type TestHouse } from '../support/house';

const traceOf = (traceId: string) => ({ traceparent: `00-${traceId}-00f067aa0ba902b7-01` });
let house: TestHouse;

beforeAll(async () => {
  house = await startTestHouse([clientsProjects, equipmentWbs]);
});
afterAll(() => house.stop());

test('the trace of a caller goes on in the questions and events of a request', async () => {
  const given = traceOf('4bf92f3577b34da6a3ce929d0e0e4736');
  const projects = await house.start(clientsProjects);
  const client = await projects.request('POST', '/v1/clients', {
    json: { code: 'TRACE', name: 'Traced' },
    headers: given,
  });
  const project = await projects.request('POST', '/v1/projects', {
    json: { clientId: client.body.id, name: 'Traced' },
  });
  const { status } = await projects.request('DELETE', `/v1/projects/${project.body.id}`, { headers: given });
  expect(status).toBe(204);
  const sql = postgres(house.databaseUrl, { max: 1, onnotice: () => {} });
  const rows = await sql<
    { trace: string }[]
  >`select trace from clients_projects.outbox where subject like '%project.deleted'`;
  await sql.end();
  expect(rows.map(({ trace }: { trace: string }) => trace)).toEqual([given.traceparent]);
  await projects.stop();
});

interface Span {
  traceId: string;
  name: string;
  service: string;
}

/** A collector of OpenTelemetry that keeps what it is sent. */
function startCollector() {
  const spans: Span[] = [];
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async (request) => {
      // biome-ignore lint/suspicious/noExplicitAny: the shape is that of OTLP
      const { resourceSpans } = (await request.json()) as any;
      for (const { resource, scopeSpans } of resourceSpans) {
        const name = resource.attributes.find(({ key }: { key: string }) => key === 'service.name');
        for (const span of scopeSpans.flatMap((scope: { spans: Span[] }) => scope.spans))
          spans.push({ traceId: span.traceId, name: span.name, service: name.value.stringValue });
      }
      return Response.json({});
    },
  });
  return { spans, url: `http://127.0.0.1:${server.port}`, stop: () => server.stop(true) };
}

const root = `${import.meta.dir}/../..`;

test('with an endpoint: one trace from the gateway through a service and a message to its neighbour', async () => {
  const collector = startCollector();
  const traceId = 'a3ce929d0e0e47364bf92f3577b34da6';
  const start = (file: string, port: number, more: Record<string, string> = {}) =>
    Bun.spawn([process.execPath, file], {
      cwd: root,
      env: {
        ...process.env,
        DATABASE_URL: house.databaseUrl,
        NATS_URL: house.natsUrl,
        CALLER_SECRET: 'c'.repeat(32),
        HOST: '127.0.0.1',
        PORT: String(port),
        LOG_LEVEL: 'error',
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        ...more,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  const [projectsPort, equipmentPort, gatewayPort] = await Promise.all([freePort(), freePort(), freePort()]);
  const addresses = {
    CLIENTS_PROJECTS_URL: `http://127.0.0.1:${projectsPort}`,
    EQUIPMENT_WBS_URL: `http://127.0.0.1:${equipmentPort}`,
    CREWS_RATES_URL: 'http://127.0.0.1:1',
    MTO_URL: 'http://127.0.0.1:1',
    IDENTITY_URL: 'http://127.0.0.1:1',
    IDP_AUTH_ENABLED: 'false',
  };
  const processes = [
    start('services/clients-projects/index.ts', projectsPort),
    start('services/equipment-wbs/index.ts', equipmentPort),
    start('gateway/index.ts', gatewayPort, addresses),
  ];
  try {
    for (const port of [projectsPort, equipmentPort, gatewayPort]) await ready(port);
    const path = `http://127.0.0.1:${gatewayPort}/api/v1/equipment-tags?projectId=${crypto.randomUUID()}`;
    expect((await fetch(path, { headers: traceOf(traceId) })).status).toBe(404);
  } finally {
    for (const one of processes) one.kill('SIGTERM');
    await Promise.all(processes.map((one) => one.exited));
    await collector.stop();
  }
  const ours = collector.spans.filter((span) => span.traceId === traceId);
  expect(ours.map(({ service, name }) => `${service}: ${name}`).toSorted()).toEqual([
    'clients-projects: rpc.clients-projects.project.get',
    'equipment-wbs: api-v1.equipmentTags.list',
    'equipment-wbs: rpc.clients-projects.project.get',
    'gateway: gateway',
  ]);
});

async function ready(port: number): Promise<void> {
  for (;;) {
    const isReady = await fetch(`http://127.0.0.1:${port}/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await Bun.sleep(20);
  }
}
