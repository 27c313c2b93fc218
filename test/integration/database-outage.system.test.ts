import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { clientsProjects } from '@consulting/clients-projects/service';
import { connectStore, isConnectionLost, type Store } from '@consulting/kernel/postgres';
import { schemaOf } from '@consulting/kernel/service/service-definition';
import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { DatabaseServer } from '../support/database-server';
import { type Answer, type ServiceUnderTest, startTestSystem, type TestSystem } from '../support/system';
import { until } from '../support/until';

const requestsAtOnce = 60;

let server: DatabaseServer;
let system: TestSystem;
let service: ServiceUnderTest;
let store: Store;
let heard = 0;

beforeAll(async () => {
  server = await DatabaseServer.start();
  system = await startTestSystem([]);
  service = await system.start(clientsProjects, { DATABASE_URL: server.url });
  store = connectStore({ url: server.url, schema: schemaOf(clientsProjects.name) });
  await store.listen('test', () => {
    heard += 1;
  });
}, 60_000);
afterAll(async () => {
  await store.close();
  await system.stop();
  await server.remove();
});

let codes = 0;
const read = () => service.request('GET', '/v1/clients?limit=1');
const write = (key: string) => {
  codes += 1;
  const json = { code: `OUT${codes}`, name: 'Outage' };
  return service.request('POST', '/v1/clients', { json, headers: { 'idempotency-key': key } });
};

const said = ({ status, headers, body }: Answer) =>
  [status, body?.code, headers.get('retry-after') && 'Retry-After'].filter(Boolean).join(' ');

const refusal = '503 DEPENDENCY_UNAVAILABLE Retry-After';

/** Many reads and writes at once, all of which are answered while the database is away: nothing else ends the waiting. */
async function allRefused(): Promise<void> {
  const started = performance.now();
  const asked = Array.from({ length: requestsAtOnce }, (_, at) =>
    at % 2 ? read() : write(crypto.randomUUID()),
  );
  expect(new Set((await Promise.all(asked)).map(said))).toEqual(new Set([refusal]));
  if (process.env.SHOW_TIMES) console.log(`${requestsAtOnce} refused in ${performance.now() - started} ms`);
}

/** Requests succeed again by themselves, notifications are heard, and events are sent. */
async function comesBack(): Promise<void> {
  const started = performance.now();
  await until(async () => (await write(crypto.randomUUID())).status === 201);
  if (process.env.SHOW_TIMES) console.log(`written again after ${performance.now() - started} ms`);
  expect((await read()).status).toBe(200);
  const before = heard;
  await until(async () => {
    await store.db.execute(sql`select pg_notify('test', '')`).catch(() => {});
    return heard > before;
  });
  await until(async () => {
    const [waiting] = await store.db.execute<{ count: number }>(
      sql`select count(*)::int as count from outbox where published_at is null`,
    );
    return waiting?.count === 0;
  });
}

describe('while the database is away every request is 503, and all goes on when it is back', () => {
  test('stopped', async () => {
    await server.stop();
    for (let round = 0; round < 4; round++) {
      await allRefused();
      await Bun.sleep(500);
    }
    await server.start();
    await comesBack();
  }, 60_000);

  test('killed again and again', async () => {
    for (let round = 0; round < 3; round++) {
      await server.kill();
      await allRefused();
      await server.start();
    }
    await comesBack();
  }, 60_000);

  test('it takes connections and says nothing', async () => {
    await comesBack();
    server.freeze();
    await allRefused();
    await allRefused();
    server.thaw();
    await comesBack();
  }, 60_000);

  test('it says nothing more to statements that are under way', async () => {
    const pause = () => store.db.execute(sql`select pg_sleep(0.1)`);
    await Promise.all([pause(), pause(), pause()]);
    server.freeze();
    const ask = () => store.db.execute(sql`select 1`).then(() => 'done', isConnectionLost);
    const asked = Array.from({ length: 8 }, ask);
    expect(new Set(await Promise.all(asked))).toEqual(new Set([true]));
    expect(await ask()).toBe(true);
    server.thaw();
    await comesBack();
  }, 60_000);

  test('its port is taken by something that hangs up at once', async () => {
    await server.stop();
    const other = Bun.listen({
      hostname: '127.0.0.1',
      port: server.port,
      socket: { open: (socket) => void socket.end(), data() {} },
    });
    await allRefused();
    other.stop(true);
    await server.start();
    await comesBack();
  }, 60_000);
});

test('a transaction under way fails when its server is killed, and is undone', async () => {
  const begun = Promise.withResolvers<void>();
  const failed = store.db
    .transaction(async (tx) => {
      await tx.execute(sql`insert into outbox (subject, payload) values ('clients-projects.lost', '{}')`);
      begun.resolve();
      await tx.execute(sql`select pg_sleep(600)`);
    })
    .then(() => 'done', isConnectionLost);
  await Promise.race([begun.promise, failed]);
  await server.kill();
  expect(await failed).toBe(true);
  await server.start();
  await comesBack();
  expect(
    await store.db.execute(sql`select from outbox where subject = 'clients-projects.lost'`),
  ).toHaveLength(0);
}, 60_000);

/** Acts as the superuser of the server. */
async function administer(...statements: string[]): Promise<void> {
  const admin = postgres(server.url, { max: 1, onnotice: () => {} });
  for (const statement of statements) await admin.unsafe(statement);
  await admin.end();
}

const endSessions = `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'clients_projects%'`;

test('writes on a server that has become read-only are 503, reads go on, and its sessions are left for others', async () => {
  await administer('alter database postgres set default_transaction_read_only = on', endSessions);
  try {
    await until(async () => (await read()).status === 200);
    for (let attempt = 0; attempt < 3; attempt++)
      expect(said(await write(crypto.randomUUID()))).toBe(refusal);
  } finally {
    await administer(
      'set default_transaction_read_only = off',
      'alter database postgres reset default_transaction_read_only',
    );
  }
  await comesBack();
});

test('no more connections than the server allows: 503, and enough again later', async () => {
  await administer(
    'create role limited login superuser connection limit 0',
    "alter role limited password 'x'",
  );
  await administer('alter role limited nosuperuser', 'grant clients_projects to limited');
  const url = server.url.replace(/\/\/.*@/, '//limited:x@');
  const limited = connectStore({ url, schema: schemaOf(clientsProjects.name) });
  const ask = () => limited.db.execute(sql`select 1`).then(() => 'done', isConnectionLost);
  expect(await ask()).toBe(true);
  await administer('alter role limited connection limit 1');
  await until(async () => (await ask()) === 'done');
  expect(await Promise.all([ask(), ask(), ask()])).toEqual(['done', 'done', 'done']);
  await limited.close();
});
