import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { clientsProjects } from '@consulting/clients-projects/service';
import { connectStore, type Database, databaseUnavailable, type Store } from '@consulting/kernel/postgres';
import { schemaOf } from '@consulting/kernel/service/service-definition';
import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { createTestDatabase } from '../support/database';

const schema = schemaOf(clientsProjects.name);
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let admin: postgres.Sql;

beforeAll(async () => {
  database = await createTestDatabase([clientsProjects]);
  admin = postgres(database.url, { max: 1 });
});
afterAll(async () => {
  await admin.end();
  await database.drop();
});

const sleepLong = (db: Database) => db.execute(sql`select pg_sleep(30)`);

/** Ends the connection while it waits in `work`, and says how the work ended. */
async function loseConnection(store: Store, work: (db: Database) => Promise<unknown>): Promise<string> {
  const [row] = await store.db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
  const ended = work(store.db).then(
    () => 'done',
    () => 'failed',
  );
  const pid = row?.pid ?? 0;
  const isWaiting = () => admin`select 1 from pg_stat_activity where pid = ${pid} and wait_event = 'PgSleep'`;
  while ((await isWaiting()).length === 0) await Bun.sleep(5);
  await admin`select pg_terminate_backend(${pid})`;
  return ended;
}

/** The pool may notice the loss with one failing query, and then goes on. */
async function works(store: Store): Promise<boolean> {
  for (let attempt = 0; attempt < 3; attempt++) if (await store.isAlive()) return true;
  return false;
}

describe('a connection that is lost', () => {
  test.each<[string, (db: Database) => Promise<unknown>]>([
    ['in a query', sleepLong],
    ['in a transaction', (db) => db.transaction((tx) => sleepLong(tx))],
    ['in a nested transaction', (db) => db.transaction((tx) => tx.transaction((inner) => sleepLong(inner)))],
  ])('%s fails the work and leaves the pool usable', async (_where, work) => {
    const store = connectStore({ url: database.url, schema, connectionsMax: 1 });
    expect(await loseConnection(store, work)).toBe('failed');
    expect(await works(store)).toBe(true);
    expect(await store.db.transaction(async (tx) => (await tx.execute(sql`select 1`)).length)).toBe(1);
    await store.close();
  });
});

const settings = async (db: Database) => {
  const [row] = await db.execute<Record<string, string>>(sql`
    select current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle`);
  return { ...row };
};

describe('time-outs', () => {
  let store: Store;
  beforeAll(() => {
    store = connectStore({ url: database.url, schema, connectionsMax: 1 });
  });
  afterAll(() => store.close());

  test('of requests, and of answers to other services', async () => {
    expect(await settings(store.db)).toEqual({ statement: '15s', idle: '30s' });
    expect(await settings(store.answers)).toEqual({ statement: '1min', idle: '30s' });
  });

  test('a statement that takes too long is a 503 that says when to try again', async () => {
    const slow = store.db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('statement_timeout', '1', true)`);
      await sleepLong(tx);
    });
    const error = databaseUnavailable(await slow.catch((thrown) => thrown));
    expect(error).toMatchObject({ code: 'DEPENDENCY_UNAVAILABLE', facts: { retryAfterSeconds: 10 } });
    expect(await works(store)).toBe(true);
  });

  test('a transaction that waits too long for something else is ended as a 503, and the pool goes on', async () => {
    const idle = store.db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('idle_in_transaction_session_timeout', '1', true)`);
      await new Promise(() => {});
    });
    const error = databaseUnavailable(await idle.catch((thrown) => thrown));
    expect(error).toMatchObject({ code: 'DEPENDENCY_UNAVAILABLE', facts: { dependency: 'database' } });
    expect(await works(store)).toBe(true);
  });

  test('an error of the statement itself is none', async () => {
    const error = await store.db.execute(sql`select 1 / 0`).catch((thrown) => thrown);
    expect(databaseUnavailable(error)).toBeUndefined();
  });
});
