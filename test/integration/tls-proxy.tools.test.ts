import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clientsProjects } from '@consulting/clients-projects/service';
import { freePort } from '@consulting/local/process/free-port';
import { mto } from '@consulting/mto/service';
import { Gate } from '../support/gate';
import { type GatewaySystem, startGatewaySystem } from '../support/gateway-system';
import { blocksOf } from '../support/guide-page';
import { until } from '../support/until';

const rowCount = 20_000;
const failedMax = 3;
const root = join(import.meta.dir, '../..');

let folder: string;
let system: GatewaySystem;
let nginx: Bun.Subprocess;
let base: string;
let key: string;
let gate: Gate;

function makeCertificate(): void {
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'chain.pem')];
  const command = ['openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2'];
  const { exitCode, stderr } = Bun.spawnSync([...command, ...names, ...files]);
  if (exitCode !== 0) throw new Error(stderr.toString());
}

// The site as the guide has it, with places of this test.
async function siteOfGuide(port: number, gatewayUrl: string): Promise<string> {
  const page = await Bun.file(join(root, 'docs/operator-guide.md')).text();
  const [block] = blocksOf(page).filter(({ language }) => language === 'nginx');
  return (block?.text ?? '')
    .replace('listen 443 ', `listen 127.0.0.1:${port} `)
    .replace('http://127.0.0.1:3000', gatewayUrl)
    .replaceAll('/etc/ssl/consulting', folder)
    .replaceAll('/var/log/nginx', folder);
}

async function startNginx(gatewayUrl: string): Promise<string> {
  const port = await freePort();
  const file = join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const site = await siteOfGuide(port, gatewayUrl);
  writeFileSync(
    file,
    `daemon off;\npid ${folder}/pid;\nevents {}\nhttp {\n${temporary.join('\n')}\n${site}\n}\n`,
  );
  nginx = Bun.spawn(['/usr/sbin/nginx', '-c', file, '-e', join(folder, 'error.log')], { stderr: 'inherit' });
  return `https://127.0.0.1:${port}`;
}

function send(path: string, init: RequestInit = {}): Promise<Response> {
  const tls = { ca: Bun.file(join(folder, 'chain.pem')) };
  const headers = { 'x-api-key': key, ...init.headers };
  return fetch(base + path, { ...init, headers, tls } as RequestInit);
}

async function create(path: string, body?: object): Promise<{ id: string; url: string }> {
  const headers = { 'content-type': 'application/json' };
  const response = await send(path, { method: 'POST', headers, body: body && JSON.stringify(body) });
  expect(response.ok).toBe(true);
  return (await response.json()) as { id: string; url: string };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'consulting-tls-'));
  makeCertificate();
  system = await startGatewaySystem([clientsProjects, mto]);
  const gateway = await system.openGateway({
    TRUSTED_PROXIES: '127.0.0.1',
    RATE_LIMIT_FAILED_AUTH_PER_MINUTE: String(failedMax),
  });
  base = await startNginx(gateway.url);
  ({ key } = await system.newKey('Contributor'));
  gate = await Gate.build(system.sql, rowCount / 2);
  await until(() =>
    send('/live').then(
      ({ ok }) => ok,
      () => false,
    ),
  );
}, 60_000);

afterAll(async () => {
  nginx.kill('SIGTERM');
  await nginx.exited;
  await system.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function newTarget() {
  const mark = crypto.randomUUID().slice(0, 8);
  const client = await create('/v1/clients', { code: mark, name: 'Proxied' });
  const project = await create('/v1/projects', { clientId: client.id, name: 'Proxied' });
  const service = await create(`/v1/projects/${project.id}/services`, { serviceType: 'estimation' });
  return { projectId: project.id, serviceId: service.id };
}

async function* statesIn(stream: Response) {
  let text = '';
  for await (const chunk of stream.body as unknown as AsyncIterable<Uint8Array>) {
    const events = (text + Buffer.from(chunk).toString()).split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) yield JSON.parse(event.slice(event.indexOf('data: ') + 'data: '.length));
  }
}

// The status of a call with a key that nobody has, by a caller at an address of this machine.
async function refusedAt(address: string, forwardedFor: string): Promise<string> {
  const headers = [
    '-H',
    `x-forwarded-for: ${forwardedFor}`,
    '-H',
    'x-api-key: app_nobodyhasthiskeynobodyhasthiskey',
  ];
  const answer = ['--silent', '--insecure', '--output', '/dev/null', '--write-out', '%{http_code}'];
  const curl = Bun.spawn(['curl', ...answer, '--interface', address, ...headers, `${base}/v1/clients`]);
  return curl.stdout.text();
}

describe('the site of nginx in the operator guide', () => {
  test('POST /api/v1/mto/import/async: 200 for megabytes, and events arrive while the import runs, by a ticket that no log has', async () => {
    const target = await newTarget();
    const description = 'Pipe '.repeat(40);
    const rows = Array.from({ length: rowCount }, (_, at) => `${at + 1},${description},2,m`);
    const form = new FormData();
    for (const [name, value] of Object.entries(target)) form.set(name, value);
    form.set('file', new File([`Item No.,Description,Quantity,UOM\n${rows.join('\n')}`], 'piping.csv'));
    await gate.close(rowCount / 2);
    const answer = await send('/api/v1/mto/import/async', { method: 'POST', body: form });
    expect(answer.status).toBe(200);
    const { taskId } = (await answer.json()) as { taskId: string };
    const { url } = await create(`/api/v1/mto/import/status/${taskId}/events/ticket`);
    const states = statesIn(await send(url));
    const { value: first } = await states.next();
    expect(first.finishedAt).toBeNull();
    await gate.open();
    let last = first;
    for await (const state of states) last = state;
    expect(last).toMatchObject({ status: 'completed', result: { imported: rowCount } });
    const log = await Bun.file(join(folder, 'consulting.log')).text();
    expect(log).toContain(`GET /api/v1/mto/import/status/${taskId}/events`);
    expect(log).not.toContain('ticket=');
  }, 120_000);

  test('GET /v1/clients with wrong keys: 429 for the address that tried them, whatever it says of itself, and for no other', async () => {
    for (let at = 1; at <= failedMax; at += 1)
      expect(await refusedAt('127.0.0.9', `198.51.100.${at}`)).toBe('401');
    expect(await refusedAt('127.0.0.9', '198.51.100.99')).toBe('429');
    expect(await refusedAt('127.0.0.10', '127.0.0.9')).toBe('401');
  });
});
