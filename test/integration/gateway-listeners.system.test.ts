import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { startTestNats, type TestNats } from '@consulting/local/test-servers';
import { createTestDatabase } from '../support/database';
import { type ProcessSystem, startProcessSystem } from '../support/process-system';
import { until } from '../support/until';

const requestsPerMinute = 200;
const failuresPerMinute = 20;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let nats: TestNats;
let system: ProcessSystem;

beforeAll(async () => {
  [database, nats] = await Promise.all([createTestDatabase([]), startTestNats()]);
  system = await startProcessSystem({
    databaseUrl: database.url,
    natsUrlFor: nats.urlFor,
    environment: {
      GATEWAY_LISTENERS: '2',
      RATE_LIMIT_REQUESTS_PER_MINUTE: String(requestsPerMinute),
      RATE_LIMIT_FAILED_AUTH_PER_MINUTE: String(failuresPerMinute),
      TRUSTED_PROXIES: '127.0.0.1',
      METRICS_PUBLIC: 'true',
      MTO_ROLE: 'api',
    },
  });
}, 120_000);

afterAll(async () => {
  await system.stop();
  await nats.stop();
  await database.drop();
}, 60_000);

const gateway = () => {
  const [first] = system.gateways;
  if (!first) throw new Error('There is no gateway.');
  return first;
};

/** Over a connection of its own, so that the kernel gives it to any of the listeners. */
const ask = (path: string, headers: Record<string, string>, method = 'GET') =>
  fetch(gateway().url + path, { method, headers: { ...headers, connection: 'close' }, keepalive: false });

const statuses = async (count: number, headers: () => Record<string, string>, path = '/v1/clients') => {
  const answers = await Promise.all(Array.from({ length: count }, () => ask(path, headers())));
  await Promise.all(answers.map((answer) => answer.arrayBuffer()));
  return Object.fromEntries(
    Map.groupBy(answers, ({ status }) => status)
      .entries()
      .map(([status, { length }]) => [status, length]),
  );
};

/** The processes that a process has started (Linux alone tells). */
const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);

describe('two listeners of one port', () => {
  test('together let a caller do what one would: not a request more, not one less', async () => {
    const { key } = await system.newKey();
    const answers = await statuses(requestsPerMinute + 60, () => ({ 'x-api-key': key }));
    expect(answers[200]).toBe(requestsPerMinute);
    const limitState = (await ask('/api/v1/me', { 'x-api-key': key })).headers;
    expect([limitState.get('ratelimit-limit'), limitState.get('ratelimit-remaining')]).toEqual(['200', '0']);
  });

  test('together let an address fail as often as one would', async () => {
    const wrong = () => `app_${crypto.randomUUID().replaceAll('-', '')}`;
    const from = { 'x-forwarded-for': '203.0.113.40' };
    const answers = await statuses(failuresPerMinute + 40, () => ({ ...from, 'x-api-key': wrong() }));
    expect(answers[401]).toBe(failuresPerMinute);
  });

  test('all hear that a key was revoked', async () => {
    const [operator, revoked] = await Promise.all([system.newKey(), system.newKey()]);
    const used = () => statuses(20, () => ({ 'x-api-key': revoked.key, 'x-forwarded-for': '203.0.113.41' }));
    expect(await used()).toEqual({ 200: 20 });
    const removed = await ask(`/api/v1/api-keys/${revoked.id}`, { 'x-api-key': operator.key }, 'DELETE');
    expect(removed.ok).toBe(true);
    await until(async () => (await used())[200] === undefined);
  });

  test('all end the streams of a key that was revoked', async () => {
    const [operator, revoked] = await Promise.all([system.newKey(), system.newKey()]);
    const path = await waitingImport(operator.key);
    const streams = await Promise.all(
      Array.from({ length: 8 }, () => ask(path, { 'x-api-key': revoked.key })),
    );
    expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
    await ask(`/api/v1/api-keys/${revoked.id}`, { 'x-api-key': operator.key }, 'DELETE');
    await Promise.all(streams.map((stream) => stream.text()));
  });

  test('have metrics as if they were one', async () => {
    const { key } = await system.newKey();
    const before = await forwarded();
    await statuses(40, () => ({ 'x-api-key': key }), '/v1/crew-trades');
    expect((await forwarded()) - before).toBe(40);
  });

  test('one that is killed is started again, and meanwhile the other one answers', async () => {
    const { key } = await system.newKey();
    const [killed = 0, other = 0] = childrenOf(gateway().pid);
    process.kill(killed, 'SIGKILL');
    await until(async () => !childrenOf(gateway().pid).includes(killed));
    expect((await ask('/ready', {})).status).toBe(200);
    expect(await statuses(20, () => ({ 'x-api-key': key }))).toEqual({ 200: 20 });
    await until(async () => childrenOf(gateway().pid).length === 2);
    expect(childrenOf(gateway().pid)).toContain(other);
  });

  test('end with the process that started them, also when that is killed', async () => {
    const listeners = childrenOf(gateway().pid);
    await gateway().kill();
    await until(async () => listeners.every((pid) => !isAlive(pid)));
    await gateway().start();
    await gateway().stop();
    await expect(ask('/ready', {})).rejects.toThrow();
    await gateway().start();
  });
});

/** The events of an import that no worker takes. */
async function waitingImport(key: string): Promise<string> {
  const made = async (path: string, json: object) => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const body = JSON.stringify(json);
    const answer = await fetch(gateway().url + path, { method: 'POST', headers, body });
    return ((await answer.json()) as { id: string }).id;
  };
  const clientId = await made('/v1/clients', { code: 'listeners', name: 'Listeners' });
  const projectId = await made('/v1/projects', { clientId, name: 'Listeners' });
  const serviceId = await made(`/v1/projects/${projectId}/services`, { serviceType: 'estimation' });
  const body = new FormData();
  for (const [name, value] of Object.entries({ projectId, serviceId, discipline: 'piping' }))
    body.set(name, value);
  body.set('file', new File(['Item No.,Description,Quantity,UOM\n1,Pipe,2,m\n'], 'takeoff.csv'));
  const path = `${gateway().url}/api/v1/mto/import/async`;
  const answer = await fetch(path, { method: 'POST', headers: { 'x-api-key': key }, body });
  const { taskId } = (await answer.json()) as { taskId: string };
  return `/api/v1/mto/import/status/${taskId}/events`;
}

async function forwarded(): Promise<number> {
  const text = await (await ask('/metrics', {})).text();
  const [, count = '0'] =
    /^consulting_http_requests_total\{operation="crews-rates",status="200".*\} (\d+)$/m.exec(text) ?? [];
  return Number(count);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
