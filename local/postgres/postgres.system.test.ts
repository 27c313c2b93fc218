import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { freePort } from '../process/free-port';
import { commandOf, ended, isRunning, isZombie, signal } from '../process/process-table';
import { plainEnvironment } from '../testing/fake-system';
import { runningPostgresUrl, startPostgres } from './postgres';

setDefaultTimeout(300_000);

let folder: string;
let dataDir: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'consulting-postgres-'));
  dataDir = join(folder, 'data');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function valueFrom(url: string, expression: string): Promise<unknown> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const [row] = await sql.unsafe(`select ${expression} as value`);
  await sql.end();
  return row?.value;
}

async function startElsewhere(): Promise<{ launcher: Bun.Subprocess; pid: number }> {
  const module = JSON.stringify(join(import.meta.dir, './postgres.ts'));
  const script = `const { startPostgres } = await import(${module});
    const { pid } = await startPostgres({ dataDir: ${JSON.stringify(dataDir)} });
    console.log(pid);
    setInterval(() => {}, 1000);`;
  const launcher = Bun.spawn([process.execPath, '-e', script], {
    env: plainEnvironment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { value } = await launcher.stdout.getReader().read();
  return { launcher, pid: Number(new TextDecoder().decode(value)) };
}

test('start, stop, start: one collation everywhere, UTC, a password, and the data is still there', async () => {
  const first = await startPostgres({ dataDir });
  const sql = postgres(first.url, { max: 1, onnotice: () => {} });
  await sql`create table kept (id integer)`;
  await sql.end();
  const locale =
    "(select datlocprovider::text || ' ' || datlocale from pg_database where datname = current_database())";
  expect(await valueFrom(first.url, locale)).toBe('b C.UTF-8');
  expect(await valueFrom(first.url, "current_setting('timezone')")).toBe('UTC');
  expect(await valueFrom(first.url, "current_setting('fsync')")).toBe('on');
  expect(runningPostgresUrl(dataDir)).toBe(first.url);
  await first.stop();
  await first.stop();
  expect(await first.exited).toBe('exit code 0');
  expect(isRunning(first.pid)).toBe(false);
  expect(runningPostgresUrl(dataDir)).toBeUndefined();
  const second = await startPostgres({ dataDir });
  expect(await valueFrom(second.url, '(select count(*) from kept)::text')).toBe('0');
  await second.stop();
});

test.each([false, true])('without the password: refused (throw-away: %p)', async (throwaway) => {
  const server = await startPostgres({ dataDir, throwaway });
  const stranger = new URL(server.url);
  stranger.password = 'a guess';
  expect(async () => await valueFrom(stranger.href, '1')).toThrow(/password authentication failed/);
  expect(statSync(join(dataDir, 'superuser-password')).mode & 0o777).toBe(0o600);
  await server.stop();
});

test('throw-away: nothing is synced, and the folder is gone after the stop', async () => {
  const server = await startPostgres({ dataDir, throwaway: true });
  const settings =
    "array_to_string(array(select setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes', 'autovacuum')), ' ')";
  expect(await valueFrom(server.url, settings)).toBe('off off off off');
  expect(await valueFrom(server.url, "current_setting('max_connections')")).toBe('500');
  await server.stop();
  expect(existsSync(dataDir)).toBe(false);
});

test('port given: taken when it is free, one sentence when it is not', async () => {
  const port = await freePort();
  const server = await startPostgres({ dataDir, port });
  expect(server.port).toBe(port);
  const other = startPostgres({ dataDir: join(folder, 'other'), port });
  expect(async () => await other).toThrow(
    /^Postgres does not start \(exit code 1\): .*Address already in use/,
  );
  await server.stop();
});

test('kill -9 of the launcher: the server ends in order', async () => {
  const { launcher, pid } = await startElsewhere();
  launcher.kill('SIGKILL');
  expect(await ended(pid, 20_000)).toBe(true);
  expect(existsSync(join(dataDir, 'postmaster.pid'))).toBe(false);
});

test('a server that an earlier launcher left on the folder: stopped, then started anew', async () => {
  const { launcher, pid } = await startElsewhere();
  const server = await startPostgres({ dataDir });
  expect(server.pid).not.toBe(pid);
  expect(isRunning(pid)).toBe(false);
  await server.stop();
  launcher.kill('SIGKILL');
  await launcher.exited;
});

test.each([
  ['of a process that ended', () => 2 ** 22 - 1],
  ['of a process that is not ours', () => process.pid],
])('postmaster.pid %s: no obstacle', async (_, pid) => {
  await (await startPostgres({ dataDir })).stop();
  writeFileSync(join(dataDir, 'postmaster.pid'), `${pid()}\n${dataDir}\n0\n5432\n\n127.0.0.1\n\nready   \n`);
  const server = await startPostgres({ dataDir });
  expect(await valueFrom(server.url, '1::text')).toBe('1');
  await server.stop();
});

test('data folder of another version: one sentence, folder untouched', async () => {
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, 'PG_VERSION'), '17\n');
  expect(async () => await startPostgres({ dataDir })).toThrow(
    `The data folder ${dataDir} was made by Postgres 17 and this is 18: move it away or set DATA_DIR to another one.`,
  );
  expect(readFileSync(join(dataDir, 'PG_VERSION'), 'utf8')).toBe('17\n');
});

test('folder with something else in it: one sentence, folder untouched', async () => {
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, 'thesis.txt'), 'years of work');
  expect(async () => await startPostgres({ dataDir })).toThrow(
    /holds no Postgres data: empty it or set DATA_DIR/,
  );
  expect(readFileSync(join(dataDir, 'thesis.txt'), 'utf8')).toBe('years of work');
});

test('server, backends and watchdog killed at once, and nobody asks after them: no obstacle', async () => {
  const { launcher, pid } = await startElsewhere();
  const sql = postgres(runningPostgresUrl(dataDir) ?? '', { max: 1, onnotice: () => {} });
  const sleeping = sql`select pg_sleep(600)`.catch(() => 'cut off');
  launcher.kill('SIGSTOP');
  const pids = readdirSync('/proc').map(Number);
  const [watchdog] = pids.filter((id) => commandOf(id)?.includes(`watchdog ${pid} `));
  expect(watchdog).toBeGreaterThan(1);
  signal(watchdog as number, 'SIGKILL');
  signal(pid, 'SIGKILL');
  await ended(pid, 20_000);
  expect(isZombie(pid)).toBe(true);
  const server = await startPostgres({ dataDir });
  expect(await valueFrom(server.url, '1::text')).toBe('1');
  expect(await sleeping).toBe('cut off');
  await server.stop();
  launcher.kill('SIGKILL');
  await launcher.exited;
  await sql.end();
});
