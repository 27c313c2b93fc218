import { afterAll, beforeAll, expect, test } from 'bun:test';
import { clientsProjects } from '@consulting/clients-projects/service';
import { connectStore } from '@consulting/kernel/postgres';
import { schemaOf } from '@consulting/kernel/service/service-definition';
import { sql } from 'drizzle-orm';
import { DatabaseServer } from '../support/database-server';
import { type ServiceUnderTest, startTestSystem, type TestSystem } from '../support/system';
import { until } from '../support/until';

const writers = 4;

let primary: DatabaseServer;
let standby: DatabaseServer;
let system: TestSystem;
let service: ServiceUnderTest;
let url: string;

/** The address of both, the standby first. */
const addressOf = (attribute: string) =>
  `${primary.url.replace(/@.*/, `@127.0.0.1:${standby.port},127.0.0.1:${primary.port}`)}/postgres?target_session_attrs=${attribute}`;

const onStandby = <T extends object>(statement: string) => standby.run<T>(statement);

async function codesOnStandby(): Promise<Set<string>> {
  const rows = await onStandby<{ code: string }>('select code from clients_projects.client');
  return new Set(rows.map(({ code }) => code));
}

beforeAll(async () => {
  primary = await DatabaseServer.start();
  standby = await primary.addStandby();
  system = await startTestSystem([]);
  url = addressOf('read-write');
  service = await system.start(clientsProjects, { DATABASE_URL: url });
}, 60_000);
afterAll(async () => {
  await system.stop();
  await standby.remove();
  await primary.remove();
});

test.each([
  ['read-write', false],
  ['primary', false],
  ['standby', true],
  ['read-only', true],
  ['prefer-standby', true],
])('%s finds its server wherever it stands in the address', async (attribute, isStandby) => {
  const store = connectStore({ url: addressOf(attribute), schema: schemaOf(clientsProjects.name) });
  await until(
    async () => (await onStandby(`select from pg_namespace where nspname = 'clients_projects'`)).length === 1,
  );
  const [row] = await store.db.execute<{ found: boolean }>(sql`select pg_is_in_recovery() as found`);
  expect(row?.found).toBe(isStandby);
  await store.close();
});

test('the primary is killed under load and the standby promoted: writes go on there, and what both had is not lost', async () => {
  const written: string[] = [];
  let isOver = false;
  let refused = 0;
  let unknown = 0;
  const others: number[] = [];
  const write = async (name: string) => {
    for (let count = 0; !isOver; count++) {
      const code = `${name}-${count}`;
      const { status } = await service.request('POST', '/v1/clients', { json: { code, name: code } });
      if (status === 201) written.push(code);
      else if (status === 503) refused += 1;
      else if (status === 502) unknown += 1;
      else others.push(status);
      if (status === 503) await Bun.sleep(20);
    }
  };
  const load = Promise.all(Array.from({ length: writers }, (_, at) => write(`W${at}`)));
  await until(async () => written.length > 40);
  const replicated = [...written];
  await until(async () => {
    const codes = await codesOnStandby();
    return replicated.every((code) => codes.has(code));
  });
  await primary.kill();
  const before = written.length;
  await until(async () => refused > 0);
  const started = performance.now();
  await standby.promote();
  await until(async () => written.length > before + 20);
  if (process.env.SHOW_TIMES) console.log(`${performance.now() - started} ms, ${refused} refused`);
  isOver = true;
  await load;
  expect(others).toEqual([]);
  // Of those whose commit was on its way nobody knows what became of it.
  expect(unknown).toBeLessThanOrEqual(writers);
  const codes = await codesOnStandby();
  // Replication is not synchronous here: what the standby had not been sent yet is lost, and nothing else.
  const promised = [...replicated, ...written.slice(before)];
  expect(promised.filter((code) => !codes.has(code))).toEqual([]);
}, 60_000);
