import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import postgres from 'postgres';
import { elsewhere, environmentAt, expectNothingLeft, fakeHome, pair } from '../testing/fake-system';

setDefaultTimeout(300_000);

let home: ReturnType<typeof fakeHome>;
beforeEach(() => {
  home = fakeHome();
});
afterEach(() => home.remove());

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s: the gateway ends first, then services, exit code 0',
  async (name) => {
    const launcher = home.launch([{ name: 'mto', program: 'service' }, ...pair], elsewhere);
    await launcher.ready();
    const pids = home.running();
    launcher.kill(name);
    expect(await launcher.exitCode()).toBe(0);
    expect(home.ends()[0]).toBe('gateway');
    expect(home.ends().toSorted()).toEqual(['crews-rates', 'gateway', 'mto']);
    await expectNothingLeft(pids);
  },
);

test('SIGTERM before everything is ready: ends in order, exit code 0', async () => {
  const launcher = home.launch(pair);
  await launcher.printed('postgres ready');
  const pids = home.running();
  launcher.kill('SIGTERM');
  expect(await launcher.exitCode()).toBe(0);
  await expectNothingLeft(pids);
});

test('SIGTERM, a process that does not end: killed, exit code 0', async () => {
  const launcher = home.launch([{ name: 'mto', program: 'deaf', isFront: true }], elsewhere);
  await launcher.ready();
  const pids = home.running();
  launcher.kill('SIGTERM');
  expect(await launcher.exitCode()).toBe(0);
  await expectNothingLeft(pids);
});

test('SIGTERM twice: ends at once, exit code 143, nothing left', async () => {
  const launcher = home.launch([{ name: 'mto', program: 'deaf', isFront: true }]);
  await launcher.ready();
  const pids = home.running();
  launcher.kill('SIGTERM');
  await Bun.sleep(50);
  launcher.kill('SIGTERM');
  expect(await launcher.exitCode()).toBe(143);
  await expectNothingLeft(pids);
});

const serviceEnvironmentAt = async (url: string) =>
  environmentAt((await environmentAt(url)).CREWS_RATES_URL ?? '');

test('kill -9 of the launcher: nothing left, and the next start finds its data', async () => {
  const first = home.launch(pair);
  const before = await serviceEnvironmentAt(await first.ready());
  const pids = home.running();
  expect(pids).toHaveLength(4);
  const sql = postgres(before.CREWS_RATES_DATABASE_URL ?? '', { max: 1, onnotice: () => {} });
  await sql`create table kept (id integer)`;
  await sql.end();
  first.kill('SIGKILL');
  await expectNothingLeft(pids);
  const second = home.launch(pair);
  const after = await serviceEnvironmentAt(await second.ready());
  const again = postgres(after.CREWS_RATES_DATABASE_URL ?? '', { max: 1, onnotice: () => {} });
  expect(await again`select id from kept`).toHaveLength(0);
  await again.end();
  expect(after.CALLER_SECRET).toBe(before.CALLER_SECRET);
});

test('kill -9 of the launcher and a start at once: the next launcher takes over', async () => {
  const first = home.launch(pair);
  await first.ready();
  const pids = home.running();
  first.kill('SIGKILL');
  await home.launch(pair).ready();
  await expectNothingLeft(pids);
});

test('kill -9 of the parent of the launcher: nothing left', async () => {
  const launcher = home.launch(pair, {}, ['/bin/sh', '-c', '"$@" & wait', 'sh']);
  await launcher.ready();
  const pids = [...home.running(), JSON.parse(home.textOf('launcher.json')).pid];
  expect(pids).toHaveLength(5);
  expect(pids).not.toContain(launcher.pid);
  launcher.kill('SIGKILL');
  await expectNothingLeft(pids);
});
