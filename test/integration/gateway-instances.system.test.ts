import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { createUpstreams } from '@consulting/gateway/routing/upstream';
import { Lifecycle, serviceLog } from '@consulting/kernel/process';
import { gatewayAlone } from '../support/gateway-alone';
import { until } from '../support/until';

/** A service whose process can be frozen: it tells its number, and how often it was written to. */
const program = `
  let writes = 0;
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', async fetch(request) {
    if (request.method === 'POST') writes += 1;
    return Response.json({ pid: process.pid, writes });
  } });
  console.log(server.port);`;

async function startInstance() {
  const child = Bun.spawn([process.execPath, '-e', program], { stdout: 'pipe' });
  const { value } = await child.stdout.getReader().read();
  return { child, pid: child.pid, url: `http://127.0.0.1:${new TextDecoder().decode(value).trim()}` };
}

type Instance = Awaited<ReturnType<typeof startInstance>>;
let [first, second]: Instance[] = [];
const ends: (() => unknown)[] = [];

beforeAll(async () => {
  [first, second] = await Promise.all([startInstance(), startInstance()]);
});
afterEach(() => {
  first?.child.kill('SIGCONT');
});
afterAll(async () => {
  for (const end of ends) await end();
  for (const one of [first, second]) one?.child.kill('SIGKILL');
});

/** A gateway before instances of clients-projects, which gives one up that is silent for `silentMsMax`. */
function startGateway(urls: string[], silentMsMax?: number) {
  const lifecycle = new Lifecycle(serviceLog());
  const nowhere = ['http://127.0.0.1:1'];
  const settings = {
    CLIENTS_PROJECTS_URL: urls,
    CREWS_RATES_URL: ['http://name-of-no-machine.invalid:3000'],
    MTO_URL: nowhere,
    EQUIPMENT_WBS_URL: nowhere,
    IDENTITY_URL: nowhere,
  };
  const gateway = gatewayAlone(createUpstreams(settings, lifecycle, silentMsMax));
  ends.push(() => lifecycle.stop());
  return async (method: string, path: string) => {
    const request = new Request(`http://localhost${path}`, { method });
    const response = await gateway(request, { requestIP: () => null } as never);
    // biome-ignore lint/suspicious/noExplicitAny: tests read bodies of every shape
    return { status: response.status, body: (await response.json()) as any };
  };
}

const instance = (one: Instance | undefined): Instance => {
  if (!one) throw new Error('The instance was not started.');
  return one;
};

describe('an instance that freezes', () => {
  test('reads that wait for it are answered by another one, and it gets nothing more until it is back', async () => {
    const [frozen, other] = [instance(first), instance(second)];
    const call = startGateway([frozen.url, other.url]);
    const pids = async () =>
      new Set(
        (await Promise.all([1, 2, 3, 4].map(() => call('GET', '/v1/clients')))).map(({ body }) => body.pid),
      );
    await until(async () => (await pids()).size === 2);
    frozen.child.kill('SIGSTOP');
    expect(await pids()).toEqual(new Set([other.pid]));
    const writes = await Promise.all([1, 2, 3, 4].map(() => call('POST', '/v1/clients')));
    expect(new Set(writes.map(({ body }) => body.pid))).toEqual(new Set([other.pid]));
    frozen.child.kill('SIGCONT');
    await until(async () => (await pids()).size === 2);
  });

  test('when there is no other: 503 for a read, 504 for a write in hand, 503 for a write that was not begun', async () => {
    const frozen = instance(first);
    const call = startGateway([frozen.url], 600);
    const before = await call('POST', '/v1/clients');
    frozen.child.kill('SIGSTOP');
    const [read, write] = await Promise.all([call('GET', '/v1/clients'), call('POST', '/v1/clients')]);
    expect([read.status, read.body.code]).toEqual([503, 'DEPENDENCY_UNAVAILABLE']);
    expect([write.status, write.body.code]).toEqual([504, 'UPSTREAM_TIMEOUT']);
    const later = await call('POST', '/v1/clients');
    expect([later.status, later.body.code]).toEqual([503, 'DEPENDENCY_UNAVAILABLE']);
    frozen.child.kill('SIGCONT');
    await until(async () => (await call('GET', '/v1/clients')).status === 200);
    const after = await call('GET', '/v1/clients');
    expect(after.body.writes - before.body.writes).toBeLessThanOrEqual(1);
  });
});

test('an instance that is ready is asked less often whether it is than one that is not, and more while a call waits for it', async () => {
  const asked = { calm: 0, waitedFor: 0, notReady: 0 };
  const answer = Promise.withResolvers<void>();
  const serveCounted = (name: keyof typeof asked, status: number) => {
    const server = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      async fetch({ url }) {
        if (url.endsWith('/ready')) asked[name] += 1;
        else await answer.promise;
        return Response.json({}, { status });
      },
    });
    ends.push(() => server.stop(true));
    return `http://127.0.0.1:${server.port}`;
  };
  const lifecycle = new Lifecycle(serviceLog());
  const upstreams = createUpstreams(
    {
      CLIENTS_PROJECTS_URL: [serveCounted('calm', 200)],
      CREWS_RATES_URL: [serveCounted('notReady', 503)],
      MTO_URL: [serveCounted('waitedFor', 200)],
    },
    lifecycle,
  );
  ends.push(() => lifecycle.stop());
  const gateway = gatewayAlone(upstreams);
  const call = gateway(new Request('http://localhost/api/v1/mto'), { requestIP: () => null } as never);
  await until(async () => asked.notReady >= 16);
  expect(asked.calm).toBeGreaterThan(1);
  expect(asked.calm).toBeLessThanOrEqual(asked.notReady / 2);
  expect(asked.waitedFor).toBeGreaterThan(asked.calm);
  answer.resolve();
  await call;
});

test.each(['GET', 'POST'])('%s to a service whose name stands for no machine is 503', async (method) => {
  const { status, body } = await startGateway([instance(second).url])(method, '/v1/crews');
  expect([status, body.code, body.dependency]).toEqual([503, 'DEPENDENCY_UNAVAILABLE', 'crews-rates']);
});
