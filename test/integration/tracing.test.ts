import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newTraceId, type ReportedSystem, startReportedSystem } from '../support/reported-system';
import { startTraceCollector } from '../support/trace-collector';
import { until } from '../support/until';

const collector = startTraceCollector();
let system: ReportedSystem;
beforeAll(async () => {
  system = await startReportedSystem(collector.url);
}, 300_000);
afterAll(async () => {
  await system.stop();
  await collector.stop();
}, 300_000);

describe('the spans of a request', () => {
  const subject = 'rpc.clients-projects.project.get';
  /** The trace as soon as these spans, as `service: name`, have arrived; every process sends them for itself. */
  const received = async (traceId: string, ...names: string[]) => {
    const isThere = (wanted: string) =>
      collector.of(traceId).spans.some(({ service, name }) => `${service}: ${name}` === wanted);
    await until(async () => names.every(isThere));
    return collector.of(traceId);
  };

  test('are named by route and joined from the gateway to the statement of the service that is asked', async () => {
    const [traceId, projectId] = [newTraceId(), crypto.randomUUID()];
    const path = `/api/v1/equipment-tags?projectId=${projectId}`;
    expect((await system.send('GET', path, { traceId })).status).toBe(404);
    const ways = [
      `clients-projects: process ${subject}`,
      `equipment-wbs: send ${subject}`,
      'equipment-wbs: GET /api/v1/equipment-tags',
      'gateway: GET',
      'gateway: GET /api/v1/equipment-tags',
    ];
    const trace = await received(traceId, ...ways);
    const statement = trace.spans.find(
      ({ service, attributes }) =>
        service === 'clients-projects' && String(attributes['db.query.text']).startsWith('select "'),
    );
    const namespace = system.databaseName;
    expect(statement).toMatchObject({
      name: `SELECT ${namespace}`,
      isError: false,
      attributes: {
        'db.system.name': 'postgresql',
        'db.operation.name': 'SELECT',
        'db.namespace': namespace,
        'db.query.text': expect.stringContaining('$1'),
      },
    });
    expect(statement && trace.waysUp(statement).slice(1)).toEqual(ways);
    expect(trace.the('clients-projects', `process ${subject}`)).toMatchObject({
      kind: 'consumer',
      isError: false,
      attributes: {
        'messaging.system': 'nats',
        'messaging.destination.name': subject,
        'messaging.operation.type': 'process',
      },
    });
    expect(JSON.stringify(trace.spans)).not.toContain(projectId);
  });

  test('refused with 404 are no errors of the servers, and one of the client', async () => {
    const [traceId, id] = [newTraceId(), crypto.randomUUID()];
    expect((await system.send('GET', `/v1/projects/${id}`, { traceId })).status).toBe(404);
    const route = 'GET /v1/projects/{projectId}';
    const trace = await received(
      traceId,
      `clients-projects: ${route}`,
      'gateway: GET /v1/projects/{projectId}',
    );
    const answer = { 'http.request.method': 'GET', 'http.response.status_code': 404 };
    expect(trace.the('clients-projects', route)).toMatchObject({
      kind: 'server',
      isError: false,
      attributes: { ...answer, 'http.route': '/v1/projects/{projectId}', 'url.path': `/v1/projects/${id}` },
    });
    expect(trace.the('gateway', 'GET')).toMatchObject({
      kind: 'client',
      isError: true,
      attributes: {
        ...answer,
        'error.type': '404',
        'url.full': `${system.services['clients-projects'][0]?.url}/v1/projects/${id}`,
      },
    });
    expect(trace.the('gateway', 'GET /v1/projects/{projectId}')).toMatchObject({
      kind: 'server',
      isError: false,
    });
  });

  test('that the server fails are errors of it', async () => {
    const traceId = newTraceId();
    await system.services.mto[0]?.stop();
    expect((await system.send('GET', '/api/v1/mto/items', { traceId })).status).toBe(503);
    const trace = await received(traceId, 'gateway: GET /api/v1/mto/{mtoId}');
    expect(trace.the('gateway', 'GET /api/v1/mto/{mtoId}')).toMatchObject({
      isError: true,
      attributes: { 'http.response.status_code': 503, 'error.type': '503' },
    });
    await system.services.mto[0]?.start();
  }, 300_000);

  test('that uploads a file go on in the run of the import, with its rows, and in the event that it sends', async () => {
    const traceId = newTraceId();
    await system.taskIs(await system.importEquipment(41), 'completed');
    await system.taskIs(await system.importEquipment(42, { traceId }), 'completed');
    const ways = [
      'crews-rates: process evt.equipment-wbs.equipment.prices-changed',
      'equipment-wbs: send evt.equipment-wbs.equipment.prices-changed',
      'equipment-wbs: import equipment-wbs',
      'equipment-wbs: POST /api/v1/equipment/import/async',
      'gateway: POST',
      'gateway: POST /api/v1/equipment/import/async',
    ];
    const trace = await received(traceId, ...ways);
    const run = trace.the('equipment-wbs', 'import equipment-wbs');
    expect(run).toMatchObject({
      kind: 'consumer',
      isError: false,
      attributes: { 'import.status': 'completed', 'import.rows': 1, 'import.rows.updated': 1 },
    });
    expect(
      trace.waysUp(trace.the('crews-rates', 'process evt.equipment-wbs.equipment.prices-changed')),
    ).toEqual(ways);
  }, 300_000);
});

test('headers for the collector may be a file, as secrets are mounted', async () => {
  const heard = Promise.withResolvers<string | null>();
  const server = Bun.serve({
    port: 0,
    fetch({ headers }) {
      heard.resolve(headers.get('authorization'));
      return Response.json({});
    },
  });
  const file = join(tmpdir(), `consulting-headers-${crypto.randomUUID()}`);
  writeFileSync(file, 'authorization=Bearer of traces\n');
  const program = `
    import { startTracing, traced } from './process/tracing';
    const stop = await startTracing('headers', '${server.url}');
    await traced(undefined, () => ({ name: 'one', kind: 'server', attributes: {} }), async () => {});
    await stop();`;
  const child = Bun.spawn([process.execPath, '--eval', program], {
    cwd: join(import.meta.dir, '../../shared/kernel'),
    env: { OTEL_EXPORTER_OTLP_HEADERS_FILE: file },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  expect(await child.exited).toBe(0);
  expect(await heard.promise).toBe('Bearer of traces');
  await server.stop(true);
  rmSync(file);
});
