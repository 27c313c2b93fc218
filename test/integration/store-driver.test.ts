import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  Connection,
  Connector,
  connectStore,
  isConnectionLost,
  openSnapshot,
  type Store,
} from '@consulting/kernel/postgres';
import { listen } from '@consulting/kernel/postgres/driver/listener';
import { testDatabaseUrl } from '@consulting/local/test-servers';
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

test('statements asked at once in a transaction are answered in turn, after one that fails, too', async () => {
  const asked = store.db.transaction(async (tx) => {
    const add = (value: number) =>
      tx.execute<{ sum: number }>(sql`select ${value}::int + 1 as sum`).then(([row]) => row?.sum);
    expect(await Promise.all([1, 2, 3, 4, 5, 6].map(add))).toEqual([2, 3, 4, 5, 6, 7]);
    const outcomes = await Promise.allSettled([tx.execute(sql`select 1 / 0`), add(1), add(2)]);
    return outcomes.map(({ status }) => status);
  });
  await expect(asked).rejects.toThrow('division by zero');
  expect(await store.isAlive()).toBe(true);
});

test('a snapshot whose connection is lost between two statements fails as a lost connection', async () => {
  const snapshot = await openSnapshot(store.db);
  const [own] = await snapshot.run<{ pid: number }>(sql`select pg_backend_pid() as pid`);
  await store.db.execute(sql`select pg_terminate_backend(${own?.pid}::int, 5000)`);
  await Bun.sleep(20);
  const failure = await snapshot.run(sql`select 1`).catch((error: unknown) => error);
  await snapshot.close();
  expect(isConnectionLost(failure)).toBe(true);
});

test('a parameter that cannot be written fails its statement alone, and is no loss of the connection', async () => {
  const failure = await store.db
    .execute(sql`select ${sql.param({ value: 1n })}::jsonb`)
    .catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Error);
  expect(isConnectionLost(failure)).toBe(false);
  expect(await store.isAlive()).toBe(true);
});

test('several passwords: the one that is accepted opens this connection and later ones, and none is a refusal', async () => {
  const url = new URL(await testDatabaseUrl());
  const withPasswords = (list: string) => url.href.replace(`:${url.password}@`, `:${list}@`);
  const connector = new Connector(withPasswords(`wrong,former,${url.password}`));
  const connections = await Promise.all([connector.open(), connector.open(), connector.open()]);
  for (const connection of [...connections, await connector.open()]) connection.close();
  const refused = new Connector(withPasswords('wrong,former')).open();
  await expect(refused).rejects.toThrow('password authentication failed');
});

const ready = (state: string) => [90, 0, 0, 0, 5, state.charCodeAt(0)];
const authenticated = [82, 0, 0, 0, 8, 0, 0, 0, 0, ...ready('I')];
const begun = [67, 0, 0, 0, 10, ...Buffer.from('BEGIN\0'), ...ready('T')];
const fits = Buffer.from(
  'T\0\0\0\x1d\0\x01fits\0\0\0\0\0\0\0\0\0\0\x10\0\x01\xff\xff\xff\xff\0\0D\0\0\0\x0b\0\x01\0\0\0\x01tC\0\0\0\rSELECT 1\0Z\0\0\0\x05I',
  'latin1',
);
const isStart = (bytes: Uint8Array) => bytes[0] === 0;

/** Something that takes connections as a server would, and what becomes of each thing that is sent to it. */
function fakeServer(hear: (bytes: Buffer, socket: Bun.Socket) => void) {
  let opened = 0;
  const server = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      open: () => void opened++,
      data: (socket, bytes) => hear(Buffer.from(bytes), socket),
    },
  });
  const url = `postgres://u@127.0.0.1:${server.port}/d`;
  return { url, opened: () => opened, stop: () => server.stop(true) };
}

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error) => (isConnectionLost(error) ? 'lost' : error),
  );

describe('a server that', () => {
  test('hangs up before it has answered anything is asked once', async () => {
    const server = fakeServer((_, socket) => void socket.end());
    expect(await failureOf(new Connector(server.url).open())).toBe('lost');
    expect(server.opened()).toBe(1);
    server.stop();
  });

  test('hangs up at the first statement fails that alone, and nothing that nobody waits for', async () => {
    const server = fakeServer((bytes, socket) =>
      isStart(bytes) ? void socket.write(Buffer.from(authenticated)) : void socket.end(),
    );
    expect(await failureOf(new Connector(server.url).open())).toBe('lost');
    expect(server.opened()).toBe(1);
    server.stop();
  });

  test('breaks the connection in a transaction: what is sent after that fails, too', async () => {
    const server = fakeServer((bytes, socket) => {
      if (isStart(bytes)) socket.write(Buffer.from(authenticated));
      else if (bytes.includes('begin')) socket.write(Buffer.from(begun));
      else socket.terminate();
    });
    const { address } = new Connector(server.url);
    const connection = new Connection(address.servers[0] ?? { host: '', port: 0 }, address);
    await connection.connect();
    await connection.run('begin');
    expect(await failureOf(connection.run('select 1'))).toBe('lost');
    expect(await failureOf(connection.run('rollback'))).toBe('lost');
    expect(await failureOf(connection.run('rollback'))).toBe('lost');
    server.stop();
  });

  test('never answers that it listens fails the listening as a lost connection', async () => {
    const server = fakeServer((bytes, socket) => {
      if (isStart(bytes)) socket.write(Buffer.from(authenticated));
      else if (bytes.includes('fits')) socket.write(fits);
    });
    expect(await failureOf(listen(new Connector(server.url), 'channel', () => {}))).toBe('lost');
    server.stop();
  });
});
