const gateway = 'http://front:3000';
const headers = { 'x-api-key': process.env.API_KEY ?? '' };
const pollMs = 200;
const eventMsMax = 30_000;
const metricsMsMax = 2000;

async function request<T>(
  method: string,
  path: string,
  body?: FormData | object,
  attemptsLeft = 20,
): Promise<T> {
  const isForm = body instanceof FormData;
  const response = await fetch(gateway + path, {
    method,
    headers: isForm ? headers : { ...headers, 'content-type': 'application/json' },
    body: isForm ? body : body && JSON.stringify(body),
  });
  // Nothing was carried out; what must not be answered with it is for the probe to see.
  if (response.status === 503 && attemptsLeft > 0) {
    await Bun.sleep(pollMs);
    return request(method, path, body, attemptsLeft - 1);
  }
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

function require(isTrue: boolean, what: string): void {
  if (!isTrue) throw new Error(`not so: ${what}`);
  console.log(`   ${what}`);
}

async function newService(): Promise<{ projectId: string; serviceId: string }> {
  const code = crypto.randomUUID().slice(0, 8);
  const client = await request<{ id: string }>('POST', '/v1/clients', { code, name: 'Container test' });
  const project = await request<{ id: string }>('POST', '/v1/projects', {
    clientId: client.id,
    code,
    name: 'Container test',
  });
  const service = await request<{ id: string }>('POST', `/v1/projects/${project.id}/services`, {
    name: 'Estimate',
    serviceType: 'estimation',
  });
  return { projectId: project.id, serviceId: service.id };
}

async function startImport(
  rowCount: number,
): Promise<{ taskId: string; serviceId: string; projectId: string }> {
  const owner = await newService();
  const rows = Array.from({ length: rowCount }, (_, at) => `${at + 1},Pipe ${at + 1},12.5,M,3.25`);
  const form = new FormData();
  form.set('projectId', owner.projectId);
  form.set('serviceId', owner.serviceId);
  form.set('discipline', 'piping');
  const text = `Item No.,Description,Quantity,UOM,Material Unit Price\n${rows.join('\n')}\n`;
  form.set('file', new File([text], 'takeoff.csv'));
  const { taskId } = await request<{ taskId: string }>('POST', '/api/v1/mto/import/async', form);
  return { taskId, ...owner };
}

/** A read may meet the instance that is being killed. */
async function readAgain<T>(path: string): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await request<T>('GET', path);
    } catch (error) {
      if (attempt === 20) throw error;
      await Bun.sleep(pollMs);
    }
  }
}

async function endOf(taskId: string): Promise<{ status: string; result: { imported: number } | null }> {
  for (;;) {
    const task = await readAgain<{ status: string; result: { imported: number } | null }>(
      `/api/v1/mto/import/status/${taskId}`,
    );
    if (task.status !== 'queued' && task.status !== 'running') return task;
    await Bun.sleep(pollMs);
  }
}

async function importAll(count: number, rowCount: number): Promise<void> {
  const tasks = await Promise.all(Array.from({ length: count }, () => startImport(rowCount)));
  for (const { taskId, projectId } of tasks) {
    const { status, result } = await endOf(taskId);
    const { total } = await readAgain<{ total: number }>(`/api/v1/mto?projectId=${projectId}&limit=1`);
    const counts = [status, result?.imported, total].join(' ');
    if (counts !== `completed ${rowCount} ${rowCount}`) throw new Error(`task ${taskId}: ${counts}`);
  }
  require(true, `${count} imports of ${rowCount} rows, each row once`);
}

/** Lines go with their service by an event; it is sent when it can be, however long NATS was away. */
async function events(): Promise<void> {
  const { taskId, projectId, serviceId } = await startImport(10);
  await endOf(taskId);
  const response = await fetch(`${gateway}/api/v1/services/${serviceId}`, { method: 'DELETE', headers });
  if (response.status !== 204) throw new Error(`DELETE: ${response.status} ${await response.text()}`);
  const deadline = performance.now() + eventMsMax;
  for (;;) {
    const { total } = await readAgain<{ total: number }>(`/api/v1/mto?projectId=${projectId}&limit=1`);
    if (total === 0) break;
    if (performance.now() > deadline) throw new Error(`the event did not arrive: ${total} lines are left`);
    await Bun.sleep(pollMs);
  }
  require(true, 'the lines of a deleted service are gone');
}

async function closed(): Promise<void> {
  const { status } = await fetch(`${gateway}/v1/clients`);
  require(status === 401, 'GET /v1/clients without a key is 401');
  const health = await fetch(`${gateway}/api/v1/health`);
  require(health.status === 200, 'GET /api/v1/health is open');
  const { promise: answer, resolve } = Promise.withResolvers<string>();
  await Bun.connect({
    hostname: 'front',
    port: 3000,
    socket: {
      open: (socket) =>
        void socket.write('FIND /v1/clients HTTP/1.1\r\nHost: front\r\nConnection: close\r\n\r\n'),
      data: (_, bytes) => resolve(bytes.toString()),
      close: () => resolve(''),
    },
  });
  require((await answer).startsWith('HTTP/1.1 405 '), 'a method that there is not is 405');
}

async function open(): Promise<void> {
  await importAll(1, 1000);
}

/** Each instance is asked for its own count of requests. */
async function requestsServed(): Promise<number[]> {
  const { lookup } = await import('node:dns/promises');
  const addresses = await lookup('mto', { all: true });
  return Promise.all(
    addresses.map(async ({ address }) => {
      const text = await (await fetch(`http://${address}:3000/metrics`)).text();
      const counts = text.matchAll(/^consulting_http_requests_total\{[^}]*\} (\d+)/gm);
      return [...counts].reduce((sum, [, value]) => sum + Number(value), 0);
    }),
  );
}

async function spread(): Promise<void> {
  await Bun.sleep(1000);
  const before = await requestsServed();
  require(before.length === 3, 'three instances');
  const { projectId } = await newService();
  for (let at = 0; at < 90; at += 1) await request('GET', `/api/v1/mto?projectId=${projectId}`);
  const after = await requestsServed();
  const served = after.map((count, at) => count - (before[at] ?? 0));
  require(served.every((count) => count >= 5), `90 requests were served by ${served.join(', ')}`);
}

/** How many projects there are, how many lines they have and how many operations their history, so that a restored system can be held against the one before. */
async function count(): Promise<void> {
  const { data, total } = await request<{ data: { id: string }[]; total: number }>(
    'GET',
    '/v1/projects?limit=100',
  );
  let lines = 0;
  for (const { id } of data)
    lines += (await request<{ total: number }>('GET', `/api/v1/mto?projectId=${id}&limit=1`)).total;
  const history = await request<{ total: number }>('GET', '/api/v1/history/projects?limit=1');
  console.log(`${total} projects, ${lines} lines, ${history.total} operations`);
}

/** A key that sees the client of one import alone. */
async function limitedKey(): Promise<void> {
  const { taskId, projectId } = await startImport(10);
  await endOf(taskId);
  const { clientId } = await request<{ clientId: string }>('GET', `/v1/projects/${projectId}`);
  const name = crypto.randomUUID();
  const json = { name, role: 'Contributor', clientIds: [clientId] };
  console.log((await request<{ key: string }>('POST', '/api/v1/api-keys', json)).key);
}

const processes = [
  'gateway',
  'clients-projects',
  'crews-rates',
  'mto',
  'equipment-wbs',
  'identity',
  'streams',
];

/** Every instance of every process tells its figures inside the network, within what Prometheus waits. */
async function metrics(): Promise<void> {
  const { lookup } = await import('node:dns/promises');
  const counts: string[] = [];
  let longest = 0;
  for (const name of processes) {
    const addresses = await lookup(name, { all: true });
    for (const { address } of addresses) {
      const begun = performance.now();
      const response = await fetch(`http://${address}:9090/metrics`);
      const text = await response.text();
      longest = Math.max(longest, performance.now() - begun);
      if (!text.includes(`process_start_time_seconds{service="${name}"}`))
        throw new Error(`${name} at ${address} answers ${response.status} ${text.slice(0, 200)}`);
    }
    counts.push(`${addresses.length} ${name}`);
  }
  require(longest <
    metricsMsMax, `figures of ${counts.join(', ')}; the longest took ${Math.round(longest)} ms`);
}

/** Services say on their own whether they reach the database. */
async function away(): Promise<void> {
  const text = await (await fetch('http://mto:9090/metrics')).text();
  require(/^consulting_database_connected\{service="mto"\} 0$/m.test(
    text,
  ), 'consulting_database_connected of mto is 0');
}

async function backedUp(): Promise<void> {
  const text = await (await fetch('http://identity:9090/metrics')).text();
  const age = /^consulting_backup_age_seconds\{[^}]*\} ([\d.]+)$/m.exec(text)?.[1];
  require(age !== undefined && Number(age) < 60, `consulting_backup_age_seconds of identity is ${age}`);
}

const alertMsMax = 300_000;

async function asked<T>(query: string): Promise<T[]> {
  const answer = await fetch(`http://prometheus:9090/api/v1/query?query=${encodeURIComponent(query)}`);
  const { data } = (await answer.json()) as { data: { result: { metric: T }[] } };
  return data.result.map(({ metric }) => metric);
}

async function untilSo(what: string, isSo: () => Promise<boolean>): Promise<number> {
  const begun = performance.now();
  while (!(await isSo().catch(() => false))) {
    if (performance.now() - begun > alertMsMax) throw new Error(`not so: ${what}`);
    await Bun.sleep(1000);
  }
  return Math.round((performance.now() - begun) / 1000);
}

const downAlerts = () => asked<{ service?: string; alertstate: string }>('ALERTS{alertname="ProcessDown"}');

async function watched(): Promise<void> {
  const what = 'Prometheus finds every process by name, and no ProcessDown is pending or fires';
  await untilSo(what, async () => {
    const found = await asked<{ service: string }>('group by (service) (process_start_time_seconds)');
    return found.length === processes.length && (await downAlerts()).length === 0;
  });
  require(true, what);
}

async function alarmed(): Promise<void> {
  const expected = process.argv.slice(3).sort().join(', ');
  const what = `ProcessDown fires for ${expected} and for no other service`;
  const seconds = await untilSo(what, async () => {
    const firing = (await downAlerts()).filter(({ alertstate }) => alertstate === 'firing');
    // A name that cannot be resolved leaves its last address as a target, which is an alert without a service.
    const services = new Set(firing.flatMap(({ service }) => service ?? []));
    return [...services].sort().join(', ') === expected;
  });
  require(true, `${what}, after ${seconds} s`);
}

/** A trace of a request through the system reached the collector, with the headers that it asks for. */
async function collected(): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await request('GET', '/v1/clients');
    const seen = await (await fetch('http://collector:4318/')).json();
    if (JSON.stringify(seen) === JSON.stringify(['clients-projects', 'gateway'])) break;
    if (attempt === 40) throw new Error(`traces of ${JSON.stringify(seen)}`);
    await Bun.sleep(pollMs * 2);
  }
  require(true, 'spans of gateway and clients-projects at a collector outside');
}

const checks: Record<string, () => Promise<void>> = {
  closed,
  open,
  spread,
  count,
  events,
  metrics,
  away,
  backedUp,
  limitedKey,
  watched,
  alarmed,
  collected,
  imports: () => importAll(9, 20_000),
};
await checks[process.argv[2] ?? '']?.();
