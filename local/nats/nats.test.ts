import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { freePort } from '../process/free-port';
import { ended, isRunning } from '../process/process-table';
import { throwawayFolder } from '../process/throwaway-folder';
import { startTestNats } from '../test-servers';
import { plainEnvironment } from '../testing/fake-system';
import { findNatsServer } from './find-server';
import { startNats } from './nats';
import { serverSettings } from './settings';
import { natsUsers } from './users';

setDefaultTimeout(300_000);

const users = natsUsers();
let storeDir: string;
beforeEach(() => {
  storeDir = throwawayFolder('consulting-nats-');
});
afterEach(() => rmSync(storeDir, { recursive: true, force: true }));

async function greeting(port: number): Promise<string> {
  const heard = Promise.withResolvers<string>();
  const socket = { data: (_: unknown, bytes: Buffer) => heard.resolve(bytes.toString()) };
  const connection = await Bun.connect({ hostname: '127.0.0.1', port, socket });
  const line = await heard.promise;
  connection.end();
  return line;
}

test('start: a free port, JetStream on, a store in its folder; stop ends it', async () => {
  const server = await startNats({ storeDir, users });
  expect(server.url).toBe(`nats://127.0.0.1:${server.port}`);
  const line = await greeting(server.port);
  expect(line).toStartWith('INFO {');
  expect(JSON.parse(line.slice(5, line.indexOf('\r'))).jetstream).toBe(true);
  expect(existsSync(join(storeDir, 'jetstream'))).toBe(true);
  await server.stop();
  await server.stop();
  expect(isRunning(server.pid)).toBe(false);
});

test('port given: taken when it is free, one sentence when it is not', async () => {
  const port = await freePort();
  const server = await startNats({ storeDir, port, users });
  expect(server.port).toBe(port);
  const other = throwawayFolder('consulting-nats-');
  expect(async () => await startNats({ storeDir: other, port, users, throwaway: true })).toThrow(
    /^The NATS server does not start \(exit code 1\): .*address already in use/,
  );
  rmSync(other, { recursive: true, force: true });
  await server.stop();
});

test('kill -9 of the launcher: the server ends; on its folder the next one starts', async () => {
  const script = `const { startNats } = await import(${JSON.stringify(join(import.meta.dir, './nats.ts'))});
    const { natsUsers } = await import(${JSON.stringify(join(import.meta.dir, './users.ts'))});
    console.log((await startNats({ storeDir: ${JSON.stringify(storeDir)}, users: natsUsers() })).pid);
    setInterval(() => {}, 1000);`;
  const launcher = Bun.spawn([process.execPath, '-e', script], {
    env: plainEnvironment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { value } = await launcher.stdout.getReader().read();
  const pid = Number(new TextDecoder().decode(value));
  expect(isRunning(pid)).toBe(true);
  launcher.kill('SIGKILL');
  const server = await startNats({ storeDir, users });
  expect(await ended(pid, 20_000)).toBe(true);
  expect(readdirSync(storeDir).filter((name) => name.endsWith('.ports'))).toHaveLength(1);
  await server.stop();
});

test('a test server: its own store, removed by stop', async () => {
  const folders = () => readdirSync(dirname(storeDir)).filter((name) => name.startsWith('consulting-nats-'));
  const before = folders();
  const [one, other] = await Promise.all([startTestNats(), startTestNats()]);
  expect(one.port).not.toBe(other.port);
  expect(folders().filter((name) => !before.includes(name)).length).toBeGreaterThanOrEqual(2);
  await Promise.all([one.stop(), other.stop()]);
  expect([isRunning(one.pid), isRunning(other.pid)]).toEqual([false, false]);
});

test('NATS_SERVER_BIN that is no NATS server: one sentence', async () => {
  const program = join(storeDir, 'nats-server');
  writeFileSync(program, '#!/bin/sh\necho nats-server: v1.4.1\n', { mode: 0o755 });
  const given = process.env.NATS_SERVER_BIN;
  process.env.NATS_SERVER_BIN = program;
  try {
    expect(async () => await findNatsServer()).toThrow(
      `NATS_SERVER_BIN names ${program}, which is not a NATS server of version 2.9 or later.`,
    );
  } finally {
    if (given === undefined) delete process.env.NATS_SERVER_BIN;
    else process.env.NATS_SERVER_BIN = given;
  }
});

test('settings: sync_interval only where the version knows it', () => {
  expect(serverSettings('/data', -1, [2, 9], '')).not.toContain('sync_interval');
  expect(serverSettings('/data', -1, [2, 10], '')).toContain('sync_interval: "1s"');
  expect(serverSettings('/data', 4222, [3, 0], '')).toContain('sync_interval');
});
