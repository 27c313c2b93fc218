import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { clientsProjects } from '@consulting/clients-projects/service';
import { Connector, connectStore } from '@consulting/kernel/postgres';
import { requireSessions } from '@consulting/kernel/postgres/database/session-mode';
import { patience } from '@consulting/kernel/postgres/driver/pool';
import { mto } from '@consulting/mto/service';
import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { createTestDatabase } from '../support/database';
import { csvFile, endOf, upload } from '../support/import-file';
import { startImportSystem } from '../support/import-system';
import { startPooler } from '../support/pooler';
import { startTestSystem, type TestSystem } from '../support/system';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let system: TestSystem;

beforeAll(async () => {
  [database, system] = await Promise.all([createTestDatabase([clientsProjects]), startTestSystem([])]);
});
afterAll(async () => {
  await system.stop();
  await database.drop();
});

const refusal = 'behind a pooler in transaction or statement mode';

describe('pgbouncer', () => {
  test('in session mode: a service starts and every acknowledged write is in the database', async () => {
    const pooler = await startPooler(database.url, { pool_mode: 'session', default_pool_size: 40 });
    const service = await system.start(clientsProjects, { DATABASE_URL: pooler.url });
    const codes = Array.from({ length: 40 }, (_, at) => `POOL${at}`);
    const answers = await Promise.all(
      codes.map((code) =>
        service.request('POST', '/v1/clients', {
          json: { code, name: code },
          headers: { 'idempotency-key': crypto.randomUUID() },
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(codes.map(() => 201));
    await service.stop();
    await pooler.stop();
    const admin = postgres(database.url, { max: 1 });
    expect(await admin`select from clients_projects.client where code like 'POOL%'`).toHaveLength(
      codes.length,
    );
    await admin.end();
  });

  test('in session mode: a file is imported', async () => {
    const imports = await startImportSystem();
    const pooler = await startPooler(imports.databaseUrl, { pool_mode: 'session', default_pool_size: 40 });
    await imports.mto.stop();
    imports.mto = await imports.start(mto, { DATABASE_URL: pooler.url });
    const file = csvFile('Item No.,Description,Quantity,UOM\n1,Pipe,2,m\n', 'piping.csv');
    const { body } = await upload(imports, imports.newTarget(), file);
    expect((await endOf(imports, body.taskId)).status).toBe('completed');
    await imports.stop();
    await pooler.stop();
  });

  test.each([
    ['whose connections to the server are all in use', { default_pool_size: 2 }],
    ['that takes no more clients', { default_pool_size: 2, max_client_conn: 2 }],
  ])('in session mode %s: statements under way go on, and others wait for them', async (_state, more) => {
    patience.probeMs = 1000;
    const pooler = await startPooler(database.url, { pool_mode: 'session', ...more });
    const store = connectStore({ url: pooler.url, schema: 'postgres' });
    const ask = () => store.db.execute(sql`select 1`);
    const work = () => store.db.transaction((tx) => tx.execute(sql`select pg_sleep(4)`));
    await Promise.all([ask(), ask()]);
    await Promise.all([work(), work(), ask(), ask()]);
    await store.close();
    await pooler.stop();
  });

  test.each([
    ['transaction', {}],
    ['transaction', { server_round_robin: 1 }],
    ['transaction', { default_pool_size: 1 }],
    ['statement', {}],
  ])('in %s mode with %p is refused in one sentence, also beside other clients', async (pool_mode, more) => {
    const pooler = await startPooler(database.url, { pool_mode, ...more });
    let isOver = false;
    const others = [1, 2, 3].map(async () => {
      const client = postgres(pooler.url, { max: 1, prepare: false, fetch_types: false });
      while (!isOver) await client.unsafe('select 1').catch(() => {});
      await client.end({ timeout: 0 });
    });
    await expect(system.start(clientsProjects, { DATABASE_URL: pooler.url })).rejects.toThrow(refusal);
    isOver = true;
    await Promise.all(others);
    await pooler.stop();
  });
});

test('without a pooler nothing is refused', async () => {
  const connector = new Connector(database.url);
  const connection = await connector.open();
  await requireSessions(connection, connector);
  connection.close();
});
