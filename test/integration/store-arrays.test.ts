import { afterAll, beforeAll, expect, test } from 'bun:test';
import { testDatabaseUrl } from '@consulting/shared/local/test-servers';
import { connectStore, type Store } from '@consulting/shared/store/connect';
import { sql } from 'drizzle-orm';

let store: Store;
beforeAll(async () => {
  store = connectStore({ url: await testDatabaseUrl(), schema: 'postgres' });
});
afterAll(() => store.close());

test.each<[string, unknown[]]>([
  ['text', []],
  ['text', ['a', '', 'a,b', '{c}', 'say "no"', 'back\\slash', 'NULL', 'null', ' line\nend ', null]],
  ['uuid', ['0195e2a8-0000-7000-8000-000000000001', null]],
  ['integer', [1, -2, null]],
])('an array of %s is read as it was written: %j', async (type, values) => {
  const [row] = await store.db.execute<{ values: unknown[] }>(
    sql`select ${sql.param(values)}::${sql.raw(type)}[] as values`,
  );
  expect(row?.values).toEqual(values);
});

test('a connection that ends while it is opened fails the statement alone', async () => {
  const server = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      open() {},
      // An authentication that succeeds, a server that is ready, and silence to the first statement.
      data: (socket, bytes) => {
        if (bytes[0] === 0) socket.write(Buffer.from([82, 0, 0, 0, 8, 0, 0, 0, 0, 90, 0, 0, 0, 5, 73]));
        else socket.end();
      },
    },
  });
  const broken = connectStore({ url: `postgres://u@127.0.0.1:${server.port}/d`, schema: 'postgres' });
  const failed = broken.db.execute(sql`select 1`).then(
    () => 'done',
    () => 'failed',
  );
  expect(await failed).toBe('failed');
  await broken.close();
  server.stop(true);
});
