import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { clientsProjects } from '@consulting/clients-projects/service';
import { schemaOf } from '@consulting/shared/process';
import { connectStore, type Database, type Store } from '@consulting/shared/store/connect';
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
