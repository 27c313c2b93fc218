import { afterAll, beforeAll, expect, test } from 'bun:test';
import postgres, { type Sql } from 'postgres';
import { createTestDatabase } from '../support/database';
import { type NatsCluster, startNatsCluster } from '../support/nats-cluster';
import { type ProcessSystem, startProcessSystem } from '../support/process-system';
import { SteadyLoad } from '../support/steady-load';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let cluster: NatsCluster;
let system: ProcessSystem;
let sql: Sql;

beforeAll(async () => {
  [database, cluster] = await Promise.all([createTestDatabase([]), startNatsCluster()]);
  system = await startProcessSystem({ databaseUrl: database.url, natsUrlFor: cluster.urlFor });
  sql = postgres(database.url, { max: 2, onnotice: () => {} });
}, 120_000);

afterAll(async () => {
  await sql.end();
  await system.stop();
  await cluster.stop();
  await database.drop();
}, 60_000);

/** Waits as long as it takes; the time limit of the test ends it. */
async function untilSo(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition().catch(() => false))) await Bun.sleep(50);
}

test('each of three servers is killed under writes: no request fails, and events arrive meanwhile', async () => {
  const { key } = await system.newKey();
  const [gateway] = system.gateways;
  const send = async (method: string, path: string, json?: object) => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const response = await fetch(`${gateway?.url}${path}`, {
      method,
      headers,
      body: json && JSON.stringify(json),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === '' ? {} : JSON.parse(text);
  };
  const client = await send('POST', '/v1/clients', { code: 'CLUSTER', name: 'Cluster' });
  const { id: projectId } = await send('POST', '/v1/projects', { clientId: client.id, name: 'Cluster' });
  const newService = async (): Promise<string> => {
    const { id } = await send('POST', `/v1/projects/${projectId}/services`, { serviceType: 'estimation' });
    await send('POST', '/api/v1/mto', { projectId, serviceId: id, discipline: 'civil', quantity: 1 });
    return id;
  };
  const hasLines = async (serviceId: string) =>
    (await sql`select from mto.takeoff_line where service_id = ${serviceId}`).length > 0;
  await untilSo(cluster.isWhole);
  const load = new SteadyLoad({ bases: [gateway?.url ?? ''], key, clientsPerBase: 6 });
  await load.start();
  for (const server of cluster.servers) {
    await load.passes(20);
    const serviceId = await newService();
    await server.kill();
    await send('DELETE', `/api/v1/services/${serviceId}`);
    await load.passes(50);
    await untilSo(async () => !(await hasLines(serviceId)));
    await server.start();
    await untilSo(cluster.isWhole);
  }
  await load.stop();
  expect(load.failures).toEqual([]);
  expect(await load.misplaced(sql)).toEqual([]);
}, 240_000);
