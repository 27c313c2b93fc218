import { afterAll, beforeAll, expect, test } from 'bun:test';
import { startTestNats, type TestNats } from '@consulting/local/test-servers';
import postgres, { type Sql } from 'postgres';
import { createTestDatabase } from '../support/database';
import { type ProcessSystem, startProcessSystem } from '../support/process-system';
import { SteadyLoad } from '../support/steady-load';

const instances = {
  'clients-projects': 2,
  'crews-rates': 2,
  mto: 2,
  'equipment-wbs': 2,
  identity: 2,
  gateway: 2,
};

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let nats: TestNats;
let system: ProcessSystem;
let sql: Sql;

beforeAll(async () => {
  [database, nats] = await Promise.all([createTestDatabase([]), startTestNats()]);
  system = await startProcessSystem({ databaseUrl: database.url, natsUrlFor: nats.urlFor, instances });
  sql = postgres(database.url, { max: 2, onnotice: () => {} });
}, 120_000);

afterAll(async () => {
  await sql.end();
  await system.stop();
  await nats.stop();
  await database.drop();
}, 60_000);

test('every process is restarted, one after the other, and no request of the steady load fails', async () => {
  const { key } = await system.newKey();
  const bases = system.gateways.map(({ url }) => url);
  const load = new SteadyLoad({ bases, key, clientsPerBase: 4 });
  await load.start();
  const processes = [...Object.values(system.services).flat(), ...system.gateways];
  for (const process of processes) {
    await load.passes(30);
    await process.stop();
    await load.passes(30);
    await process.start();
  }
  await load.passes(30);
  await load.stop();
  expect(load.failures).toEqual([]);
  expect(await load.misplaced(sql)).toEqual([]);
  expect(load.writes).toBeGreaterThan(processes.length * 60);
}, 300_000);
