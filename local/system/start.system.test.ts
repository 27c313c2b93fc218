import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { freePort } from '../process/free-port';
import { isRunning, signal } from '../process/process-table';
import { elsewhere, environmentAt, fakeHome, pair, until } from '../testing/fake-system';

setDefaultTimeout(300_000);

let home: ReturnType<typeof fakeHome>;
beforeEach(() => {
  home = fakeHome();
});
afterEach(() => home.remove());

test('start: a line for each process, ready last, ports.json and pid files', async () => {
  const launcher = home.launch(pair);
  const url = await launcher.ready();
  const ports = JSON.parse(home.textOf('ports.json'));
  expect(Object.keys(ports).sort()).toEqual(['crews-rates', 'gateway', 'nats', 'postgres']);
  expect(url).toBe(`http://127.0.0.1:${ports.gateway}`);
  expect(launcher.output.toSorted()).toEqual([
    `crews-rates ready http://127.0.0.1:${ports['crews-rates']}`,
    `gateway ready ${url}`,
    `nats ready nats://127.0.0.1:${ports.nats}`,
    `postgres ready postgres://127.0.0.1:${ports.postgres}`,
    `ready ${url}`,
  ]);
  expect(launcher.output.at(-1)).toBe(`ready ${url}`);
  expect(home.pidFiles().sort()).toEqual(['crews-rates.pid', 'gateway.pid', 'nats.pid', 'postgres.pid']);
  for (const pid of home.running()) expect(isRunning(pid)).toBe(true);
  launcher.kill('SIGTERM');
  expect(await launcher.exitCode()).toBe(0);
  expect(home.pidFiles()).toEqual([]);
});

test('environment: a login for each process, one caller secret, addresses for the gateway, authentication off with a warning', async () => {
  const launcher = home.launch(pair);
  const url = await launcher.ready();
  const gateway = await environmentAt(url);
  const service = await environmentAt(gateway.CREWS_RATES_URL ?? '');
  const login = /^postgres:\/\/crews_rates:[0-9a-f]{48}@127\.0\.0\.1:\d+\/postgres$/;
  expect(service.CREWS_RATES_DATABASE_URL).toMatch(login);
  expect(service.NATS_URL).toMatch(/^nats:\/\/crews-rates:s[0-9a-f]{48}@127\.0\.0\.1:\d+$/);
  expect(gateway.NATS_URL).toMatch(/^nats:\/\/gateway:s[0-9a-f]{48}@127\.0\.0\.1:\d+$/);
  expect([service.DATABASE_URL, gateway.DATABASE_URL, gateway.CREWS_RATES_DATABASE_URL]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(service.CALLER_SECRET?.length).toBeGreaterThanOrEqual(32);
  expect(gateway.CALLER_SECRET).toBe(service.CALLER_SECRET);
  expect(service.IDP_AUTH_ENABLED).toBe('false');
  expect(service.CREWS_RATES_URL).toBeUndefined();
  expect(launcher.warnings.filter((line) => line.startsWith('Authentication is off'))).toHaveLength(1);
  const said = [...launcher.output, ...launcher.warnings].join('\n');
  for (const url of [service.CREWS_RATES_DATABASE_URL, service.NATS_URL])
    expect(said).not.toContain(new URL(url ?? '').password);
  expect(said).not.toContain(service.CALLER_SECRET);
});

test('METRICS_PORT: the gateway has it, every other process a free one, as ports.json says', async () => {
  const metricsPort = await freePort();
  const launcher = home.launch(pair, { ...elsewhere, METRICS_PORT: String(metricsPort) });
  const gateway = await environmentAt(await launcher.ready());
  const service = await environmentAt(gateway.CREWS_RATES_URL ?? '');
  const ports = JSON.parse(home.textOf('ports.json'));
  expect(gateway.METRICS_PORT).toBe(String(metricsPort));
  expect(service.METRICS_PORT).toBe(String(ports['crews-rates-metrics']));
  expect(ports['gateway-metrics']).toBe(metricsPort);
  expect(new Set(Object.values(ports)).size).toBe(4);
});

test('servers: nobody gets in without a credential', async () => {
  const launcher = home.launch(pair);
  await launcher.ready();
  const ports = JSON.parse(home.textOf('ports.json'));
  const sql = new Bun.SQL(`postgres://postgres@127.0.0.1:${ports.postgres}/postgres`, { max: 1 });
  const refused = await sql`select 1`.catch((error: Error) => error.message);
  expect(refused).toMatch(/password/i);
  await sql.close({ timeout: 0 });
  const said = Promise.withResolvers<string>();
  let text = '';
  const take = (_: unknown, bytes: Buffer) => {
    text += bytes.toString();
    if (/^(PONG|-ERR)/m.test(text)) said.resolve(text);
  };
  const socket = await Bun.connect({ hostname: '127.0.0.1', port: ports.nats, socket: { data: take } });
  socket.write('CONNECT {}\r\nSUB > 1\r\nPING\r\n');
  expect(await said.promise).toContain("-ERR 'Authorization Violation'");
  socket.end();
});

test('environment: IDP_AUTH_ENABLED and CALLER_SECRET of the user are kept, without a warning', async () => {
  const own = {
    ...elsewhere,
    IDP_AUTH_ENABLED: 'true',
    CALLER_SECRET: 'a secret that the user chose for the system',
  };
  const launcher = home.launch(pair, own);
  const gateway = await environmentAt(await launcher.ready());
  expect(gateway).toMatchObject(own);
  expect(launcher.warnings.filter((line) => !line.includes(' | '))).toEqual([]);
});

test('log: warnings are shown, every line is kept', async () => {
  const launcher = home.launch(pair, elsewhere);
  await launcher.ready();
  await launcher.warned('crews-rates | {"level":"WARN","message":"loud crews-rates"}');
  expect(launcher.warnings.join('\n')).not.toContain('quiet');
  expect(home.textOf('crews-rates.log').split('\n').slice(0, 2)).toEqual([
    '{"level":"INFO","message":"quiet crews-rates"}',
    '{"level":"WARN","message":"loud crews-rates"}',
  ]);
});

test.each(['crews-rates', 'gateway', 'postgres', 'nats'])(
  '%s killed: started again on the same port',
  async (name) => {
    const launcher = home.launch(pair);
    await launcher.ready();
    const pid = home.pidOf(name) ?? 0;
    signal(pid, 'SIGKILL');
    await launcher.warned(`${name} is ready again.`);
    const again = home.pidOf(name) ?? 0;
    expect(again).not.toBe(pid);
    expect(isRunning(again)).toBe(true);
    const port = JSON.parse(home.textOf('ports.json'))[name];
    const socket = await Bun.connect({ hostname: '127.0.0.1', port, socket: { data() {} } });
    expect(socket.remotePort).toBe(port);
    socket.end();
  },
);

test('restart after restart: the pauses grow', async () => {
  const launcher = home.launch([{ name: 'mto', program: 'service', isFront: true }], elsewhere);
  await launcher.ready();
  for (const words of [
    'mto starts again: signal SIGKILL',
    'mto starts again in 0.2 s',
    'mto starts again in 0.4 s',
  ]) {
    signal(
      await until(
        () => 'a running process',
        () => home.pidOf('mto'),
      ),
      'SIGKILL',
    );
    await launcher.warned(words);
  }
});
