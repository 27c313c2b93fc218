import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { freePorts } from '@consulting/local/free-port';

const root = join(import.meta.dir, '../..');
const addresses = ['CLIENTS_PROJECTS', 'CREWS_RATES', 'MTO', 'EQUIPMENT_WBS', 'IDENTITY'].map((name) => [
  `${name}_URL`,
  'http://127.0.0.1:1',
]);
const common = {
  PATH: process.env.PATH ?? '',
  HOST: '127.0.0.1',
  CALLER_SECRET: 'x'.repeat(32),
  NATS_URL: 'nats://127.0.0.1:1',
  LOG_LEVEL: 'error',
  IDP_AUTH_ENABLED: 'false',
  ...Object.fromEntries(addresses),
};

/** What a process says that cannot start, without the lines of its log. */
async function refusal(file: string, environment: Record<string, string>): Promise<string> {
  const started = Bun.spawn([process.execPath, '--no-orphans', file], {
    cwd: root,
    env: { ...common, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const text = await new Response(started.stderr).text();
  expect(await started.exited).toBe(1);
  return text.trim();
}

test('a port that is taken: the sentence names its setting', async () => {
  using taken = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() });
  const [port] = await freePorts(1);
  const gateway = 'gateway/index.ts';
  expect(await refusal(gateway, { PORT: String(taken.port) })).toMatch(
    /^Cannot listen as HOST and PORT say: [^\n]+$/,
  );
  const environment = { PORT: String(port), METRICS_PORT: String(taken.port) };
  expect(await refusal(gateway, environment)).toMatch(/^Cannot listen as HOST and METRICS_PORT say: [^\n]+$/);
});

test('a database that does not answer: the sentence names its setting, and not the password', async () => {
  const text = await refusal('services/identity/index.ts', {
    DATABASE_URL: 'postgres://identity:a-password@127.0.0.1:1/consulting',
  });
  expect(text).toMatch(/^Cannot start with DATABASE_URL \(or IDENTITY_DATABASE_URL\): [^\n]+$/);
  expect(text).not.toContain('a-password');
});
