import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { identity } from '@consulting/identity/service';
import { freePorts } from '@consulting/local/process/free-port';
import { startTestNats, type TestNats } from '@consulting/local/test-servers';
import { createTestDatabase } from '../support/database';
import {
  clientId,
  type IdentityProvider,
  startIdentityProvider,
  tenantId,
} from '../support/identity-provider';
import { until } from '../support/project-system';

const root = join(import.meta.dir, '../..');
const callerSecret = 'a secret that must not show in any log line';
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let nats: TestNats;
let provider: IdentityProvider;
const running: Bun.Subprocess<'ignore', 'pipe', 'pipe'>[] = [];
const reported: Promise<string>[] = [];
let url = '';

async function start(program: string, port: number, environment: Record<string, string>) {
  const child = Bun.spawn([process.execPath, '--no-orphans', program], {
    cwd: root,
    env: { ...process.env, ...environment, HOST: '127.0.0.1', PORT: String(port), LOG_LEVEL: 'debug' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  reported.push(child.stdout.text(), child.stderr.text());
  const address = `http://127.0.0.1:${port}`;
  await until(async () => (await fetch(`${address}/ready`).catch(() => undefined))?.ok ?? false);
  return { address, child };
}

beforeAll(async () => {
  const [identityPort = 0, gatewayPort = 0] = await freePorts(2);
  database = await createTestDatabase([identity]);
  nats = await startTestNats();
  provider = await startIdentityProvider();
  const common = { DATABASE_URL: database.url, NATS_URL: nats.url, CALLER_SECRET: callerSecret };
  const { address } = await start('services/identity/index.ts', identityPort, common);
  const nowhere = 'http://127.0.0.1:1';
  const gateway = await start('gateway/index.ts', gatewayPort, {
    ...common,
    IDP_AUTH_ENABLED: 'true',
    IDP_AUTHORITY: provider.authority,
    IDP_TENANT_ID: tenantId,
    IDP_CLIENT_ID: clientId,
    IDENTITY_URL: address,
    CLIENTS_PROJECTS_URL: nowhere,
    CREWS_RATES_URL: nowhere,
    MTO_URL: nowhere,
    EQUIPMENT_WBS_URL: nowhere,
  });
  url = gateway.address;
});

afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await provider.stop();
  await nats.stop();
  await database.drop();
});

const call = async (method: string, path: string, headers: Record<string, string>, json?: object) => {
  const response = await fetch(url + path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: json && JSON.stringify(json),
  });
  return { status: response.status, body: response.status === 204 ? null : await response.json() };
};

describe('the logs of gateway and identity, at level debug', () => {
  test('hold an audit line for every write and refusal, and never a key or token', async () => {
    const token = await provider.logIn(['Contributor']);
    const forged = `${token.slice(0, -8)}AAAAAAAA`;
    const bearer = { authorization: `Bearer ${token}` };
    const made = (await call('POST', '/api/v1/api-keys', bearer, { name: 'audited' })).body as {
      id: string;
      key: string;
    };
    const wrong = `app_${crypto.randomUUID().replaceAll('-', '')}`;
    const statuses = [
      await call('GET', '/api/v1/api-keys', { 'x-api-key': made.key, 'x-request-id': 'too-small' }),
      await call('GET', '/v1/clients', { 'x-api-key': wrong }),
      await call('GET', '/v1/clients', { authorization: `Bearer ${forged}` }),
      await call('GET', '/v1/clients', { 'x-api-key': made.key }),
      await call('POST', '/api/v1/api-keys', bearer, { name: made.key, role: 'Owner' }),
      await call('DELETE', `/api/v1/api-keys/${made.id}`, { ...bearer, 'x-request-id': 'revoking' }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([403, 401, 401, 503, 422, 204]);
    running[0]?.kill('SIGKILL');
    await until(async () => (await call('GET', '/v1/clients', { 'x-api-key': wrong })).status === 503);
    for (const child of running) child.kill('SIGTERM');
    const text = (await Promise.all(reported)).join('');
    const secrets = [
      made.key,
      made.key.slice(8),
      wrong,
      token,
      token.split('.')[2] ?? '',
      forged,
      callerSecret,
      '$2b$',
    ];
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    const audited = text
      .split('\n')
      .flatMap((line) => (line.includes('"message":"audit"') ? [JSON.parse(line)] : []));
    expect(audited).toContainEqual(
      expect.objectContaining({
        action: 'GET /api/v1/api-keys',
        requestId: 'too-small',
        code: 'INSUFFICIENT_ROLE',
      }),
    );
    expect(audited).toContainEqual(
      expect.objectContaining({
        action: 'api-v1.apiKeys.revoke',
        requestId: 'revoking',
        record: { keyId: made.id },
        outcome: 'done',
        caller: expect.objectContaining({ type: 'bearer', name: 'estimator@example.com' }),
      }),
    );
    expect(audited).toContainEqual(
      expect.objectContaining({ action: 'api-v1.apiKeys.create', record: { id: made.id }, status: 201 }),
    );
    expect(audited.filter(({ code }) => code === 'INVALID_CREDENTIALS').length).toBeGreaterThanOrEqual(2);
  }, 300_000);
});
