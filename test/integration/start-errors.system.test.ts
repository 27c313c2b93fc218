import { describe, expect, test } from 'bun:test';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { identity } from '@consulting/identity/service';
import { blamingDatabaseOf, migrateStore } from '@consulting/kernel/postgres';
import { patiently } from '@consulting/kernel/postgres/database/patience';
import { DatabaseUnreachable } from '@consulting/kernel/postgres/driver/failure';
import { freePorts } from '@consulting/local/process/free-port';
import { testDatabaseUrl } from '@consulting/local/test-servers';
import { mto } from '@consulting/mto/service';
import { createTestDatabase } from '../support/database';

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

const start = (command: string, environment: Record<string, string>) =>
  Bun.spawn([process.execPath, '--no-orphans', ...command.split(' ')], {
    cwd: root,
    env: { ...common, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });

/** What a process says that cannot start, without the lines of its log. */
async function refusal(command: string, environment: Record<string, string>): Promise<string> {
  const started = start(command, environment);
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

const blamed = /^Cannot start with DATABASE_URL \(or IDENTITY_DATABASE_URL\): [^\n]+$/;

/** The address of a database of the tests, with parts of it changed. */
async function addressWith(parts: Partial<Pick<URL, 'password' | 'pathname' | 'port'>>): Promise<string> {
  return Object.assign(new URL(await testDatabaseUrl()), parts).href;
}

describe('a database', () => {
  const wrong: [string, () => Promise<string>][] = [
    ['that refuses the password', () => addressWith({ password: 'another-password' })],
    ['that does not exist', () => addressWith({ pathname: '/no-such-database' })],
  ];
  test.each(wrong)('%s: the sentence names its setting at once, and not the password', async (_, address) => {
    for (const file of ['services/identity/index.ts', 'services/identity/index.ts migrate']) {
      const text = await refusal(file, { DATABASE_URL: await address() });
      expect(text).toMatch(blamed);
      expect(text).not.toContain('password@');
      expect(text).not.toContain('another-password');
    }
  });

  test('that is not there yet is waited for, which is said in one line, by every command', async () => {
    const database = await createTestDatabase([identity, mto]);
    const { pathname, port: realPort } = new URL(database.url);
    const commands = [
      'identity/index.ts migrate',
      'identity/index.ts dead-letters list',
      'identity/index.ts sweep-history',
      'identity/commands/api-key.ts create --name first',
      'mto/index.ts verify',
    ];
    for (const command of commands) {
      const [port = 0] = await freePorts(1);
      const DATABASE_URL = await addressWith({ port: String(port), pathname });
      const child = start(`services/${command}`, { DATABASE_URL });
      const errors = child.stderr.pipeThrough(new TextDecoderStream()).getReader();
      const waits = `Waiting for the database: The database at 127.0.0.1:${port} cannot be reached: connect ECONNREFUSED 127.0.0.1:${port}\n`;
      expect(await errors.read()).toMatchObject({ value: waits });
      await Bun.sleep(1000);
      using _ = passOn(port, Number(realPort));
      expect([command, await child.exited]).toEqual([command, 0]);
      for (let more = await errors.read(); !more.done; more = await errors.read())
        expect(more.value).not.toContain('Waiting');
    }
    await database.drop();
  }, 300_000);

  test('that never answers: the reason is told, and no setting is blamed', async () => {
    const said: string[] = [];
    const options = {
      url: 'postgres://identity:a-password@127.0.0.1:1/consulting',
      schema: 'identity',
      migrationsFolder: '',
    };
    const patience = { patienceMs: 1000, say: (sentence: string) => said.push(sentence) };
    const starting = blamingDatabaseOf('identity', () => migrateStore(options, patience));
    await expect(starting).rejects.toThrow(
      'The database at 127.0.0.1:1 cannot be reached: connect ECONNREFUSED 127.0.0.1:1',
    );
    expect(said).toEqual([
      'Waiting for the database: The database at 127.0.0.1:1 cannot be reached: connect ECONNREFUSED 127.0.0.1:1',
    ]);
  });

  test('of an unknown host: its setting is named at once', async () => {
    const unknown = Object.assign(new Error('getaddrinfo ENOTFOUND nowhere'), { code: 'ENOTFOUND' });
    let attempts = 0;
    const failing = patiently(async () => {
      attempts += 1;
      throw new DatabaseUnreachable('The database at nowhere cannot be reached', { cause: unknown });
    });
    await expect(blamingDatabaseOf('identity', () => failing)).rejects.toThrow(blamed);
    expect(attempts).toBe(1);
  });
});

/** Lets a port be that of the database. */
function passOn(port: number, realPort: number): Disposable {
  const server = createServer((socket) => {
    const real = connect(realPort, '127.0.0.1');
    for (const [from, to] of [
      [socket, real],
      [real, socket],
    ] as const)
      from.on('error', () => to.destroy()).pipe(to);
  }).listen(port, '127.0.0.1');
  return { [Symbol.dispose]: () => void server.close() };
}
