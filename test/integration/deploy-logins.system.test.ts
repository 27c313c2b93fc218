import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@consulting/local/postgres/postgres';
import type { RunningServer } from '@consulting/local/process/server';
import { urlVariable } from '@consulting/local/system/settings';
import { startTestNats, type TestNats } from '@consulting/local/test-servers';
import postgres, { type Sql } from 'postgres';
import { documentsOf, type Manifest, type Workload, workloadsIn } from '../support/deployment';
import { services } from '../support/message-contracts';
import { type ProcessSystem, startProcessSystem } from '../support/process-system';
import { until } from '../support/until';

const root = join(import.meta.dir, '../..');
const folder = mkdtempSync(join(tmpdir(), 'consulting-deploy-logins-'));
const [job] = workloadsIn('migrations');
const sweep = workloadsIn('base').find(({ kind }) => kind === 'CronJob');
let server: RunningServer;
let nats: TestNats;
let admin: Sql;
let secrets: Map<string, Record<string, string>>;
let system: ProcessSystem;

const schemaOf = (service: string) => service.replaceAll('-', '_');
const loginOf = (service: string) => secrets.get(service)?.['database-url'] ?? '';

/** A database and its logins, as an operator makes them with make-secrets.sh. */
beforeAll(async () => {
  [server, nats] = await Promise.all([
    startPostgres({ dataDir: join(folder, 'postgres'), throwaway: true }),
    startTestNats(),
  ]);
  const url = new URL(server.url);
  url.pathname = '/consulting';
  const first = postgres(server.url, { max: 1, onnotice: () => {} });
  await first`create database consulting`;
  await first.end();
  admin = postgres(url.href, { max: 2, onnotice: () => {} });
  const made = join(folder, 'secrets');
  const script = join(root, 'deploy/make-secrets.sh');
  expect(Bun.spawnSync(['sh', script, made, `${url.host}/consulting`]).exitCode).toBe(0);
  const documents = documentsOf(readFileSync(join(made, 'secrets.yaml'), 'utf8'));
  secrets = new Map(
    (documents as (Manifest & { stringData: Record<string, string> })[]).map((one) => [
      one.metadata.name,
      one.stringData,
    ]),
  );
  await admin.unsafe(readFileSync(join(made, 'logins.sql'), 'utf8'));
}, 300_000);

afterAll(async () => {
  await system?.stop();
  await admin.end();
  await Promise.all([server.stop(), nats.stop()]);
  rmSync(folder, { recursive: true, force: true });
}, 300_000);

/** Runs the command of a job with the secrets that it mounts and the settings that it is given. */
async function run(workload: Workload | undefined): Promise<{ exitCode: number; said: string }> {
  const mounted = mkdtempSync(join(folder, 'mounted-'));
  mkdirSync(mounted, { recursive: true });
  const [, , command = ''] = workload?.container.command ?? [];
  for (const [name, value] of Object.entries(secrets.get('migrations') ?? {}))
    writeFileSync(join(mounted, name), `${value}\n`);
  const env = (workload?.container.env ?? []).map(({ name, value }) => [
    name,
    value.replace('/secrets', mounted),
  ]);
  const child = Bun.spawn(['sh', '-c', command.replaceAll('bun ', `${process.execPath} `)], {
    cwd: root,
    env: { PATH: process.env.PATH, ...Object.fromEntries(env) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const said = await new Response(child.stderr).text();
  return { exitCode: await child.exited, said };
}

test('before the migrations: a service ends, and says what it lacks', async () => {
  const child = Bun.spawn([process.execPath, 'services/identity/index.ts'], {
    cwd: root,
    env: {
      DATABASE_URL: loginOf('identity'),
      NATS_URL: nats.urlFor('identity'),
      CALLER_SECRET: 'a secret that is long enough to be one',
      PORT: '0',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  expect(await new Response(child.stderr).text()).toMatch(
    /The schema "identity" lacks \d+ migrations, which this login may not make; run the migrations first\./,
  );
  expect(await child.exited).toBe(1);
});

test('the job of the migrations and the sweep of the history do their work', async () => {
  for (const workload of [job, sweep]) expect(await run(workload)).toEqual({ exitCode: 0, said: '' });
  for (const service of services) {
    const [months] = await admin<{ count: number }[]>`
      select count(*)::int as count from pg_tables
      where schemaname = ${schemaOf(service)} and tablename ~ '^history_change_[0-9]{4}_[0-9]{2}$'`;
    expect([service, months?.count]).toEqual([service, 3]);
  }
}, 300_000);

test('services do all of their work with logins that may not change tables', async () => {
  const environment = Object.fromEntries(
    services.map((one) => [urlVariable(one).replace(/_URL$/, '_DATABASE_URL'), loginOf(one)]),
  );
  system = await startProcessSystem({
    databaseUrl: 'postgres://nobody@127.0.0.1:1/nothing',
    natsUrlFor: nats.urlFor,
    environment,
  });
  const { key } = await system.newKey();
  const [gateway] = system.gateways;
  const send = async (method: string, path: string, body?: object | FormData) => {
    const isForm = body instanceof FormData;
    const response = await fetch(`${gateway?.url}${path}`, {
      method,
      headers: { 'x-api-key': key, ...(!isForm && { 'content-type': 'application/json' }) },
      body: isForm ? body : body && JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === '' ? {} : JSON.parse(text);
  };
  const client = await send('POST', '/v1/clients', { code: 'LOGINS', name: 'Logins' });
  const { id: projectId } = await send('POST', '/v1/projects', { clientId: client.id, name: 'Logins' });
  const { id: serviceId } = await send('POST', `/v1/projects/${projectId}/services`, {
    serviceType: 'estimation',
  });
  await send('POST', '/v1/crew-trades', { tradeCode: 'PF', laborDesignation: 'Pipefitter' });
  const form = new FormData();
  const file = 'Item No.,Description,Qty,UOM,Unit MH\n1,Pipe,12.5,m,3\n2,Elbow,4,ea,1.5\n';
  form.append('projectId', projectId);
  form.append('serviceId', serviceId);
  form.append('file', new File([file], 'piping.csv'));
  const { taskId } = await send('POST', '/api/v1/mto/import/async', form);
  const status = () => send('GET', `/api/v1/mto/import/status/${taskId}`);
  await until(async () => !['queued', 'running'].includes((await status()).status));
  expect((await status()).result).toMatchObject({ imported: 2, failed: 0 });
  const history = await send('GET', `/api/v1/history/takeoff-lines?projectId=${projectId}`);
  const operation = history.data.find((one: { kind: string }) => one.kind === 'import');
  await send('POST', `/api/v1/history/takeoff-lines/${operation.operationId}/undo`, {});
  const left = await send('GET', `/api/v1/mto?projectId=${projectId}&serviceId=${serviceId}`);
  expect(left.total).toBe(0);
  await send('DELETE', `/api/v1/services/${serviceId}`);
  await send('DELETE', `/api/v1/projects/${projectId}?clientId=${client.id}`);
}, 300_000);

const permissionDenied = '42501';

test.each(services)('the login of %s: its rows alone, no table, and nobody else', async (service) => {
  const sql = postgres(loginOf(service), { max: 1, onnotice: () => {} });
  const schema = schemaOf(service);
  const other = schema === 'mto' ? 'identity' : 'mto';
  const refused = [
    `create table ${schema}.mine (a int)`,
    'create table public.mine (a int)',
    `alter table ${schema}.outbox add column mine int`,
    `drop table ${schema}.outbox`,
    `truncate ${schema}.outbox`,
    `set role ${schema}`,
    `set role ${other}`,
    `select from ${other}.outbox`,
  ];
  for (const statement of refused) {
    const code = await sql.unsafe(statement).then(
      () => 'done',
      (error) => error.code,
    );
    expect([statement, code === permissionDenied]).toEqual([statement, true]);
  }
  await sql.unsafe(`select from ${schema}.outbox`);
  await sql.end();
});
