import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@consulting/local/postgres/postgres';
import { openRunFolder } from '@consulting/local/system/run-folder';
import postgres from 'postgres';
import { type IdentitySystem, startIdentitySystem } from '../support/identity-system';

const program = join(import.meta.dir, '../../local/api-key.ts');
const dataDir = mkdtempSync(join(tmpdir(), 'consulting-keys-'));
let system: IdentitySystem;

beforeAll(async () => {
  system = await startIdentitySystem();
});
afterAll(async () => {
  await system.sql.end();
  await system.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function run(argv: string[], environment: Record<string, string>) {
  const { DATABASE_URL: _url, IDENTITY_DATABASE_URL: _own, ...inherited } = process.env;
  const child = Bun.spawn([process.execPath, '--no-orphans', program, ...argv], {
    env: { ...inherited, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [key, words] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  return { exitCode: await child.exited, key: key.trim(), words };
}

describe('api-key create', () => {
  test('beside a service: its key works at once and only stdout holds it', async () => {
    const { exitCode, key, words } = await run(['create', '--name', 'first', '--role', 'Contributor'], {
      DATABASE_URL: system.databaseUrl,
    });
    expect(exitCode).toBe(0);
    expect(words).toContain('"first" (Contributor, without expiry)');
    expect(words).not.toContain(key);
    expect(await system.verify(key)).toMatchObject({ isValid: true, name: 'first', role: 'Contributor' });
  });

  test('limited to clients and projects, to nothing or by no grant, from its first moment', async () => {
    const ids = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
    const limits = ['--client', `${ids[0]}`, '--client', `${ids[1]}`, '--project', `${ids[2]}`];
    const make = (...more: string[]) =>
      run(['create', '--name', `key ${more.length}`, ...more], { DATABASE_URL: system.databaseUrl });
    const scope = { clientIds: ids.slice(0, 2), projectIds: ids.slice(2) };
    expect(await system.verify((await make(...limits)).key)).toMatchObject({ isValid: true, scope });
    const { key } = await make('--unlimited');
    expect(await system.verify(key)).not.toHaveProperty('scope');
    const wrong = await make('--unlimited', ...limits);
    expect([wrong.exitCode, wrong.key]).toEqual([1, '']);
    expect((await make('--client', 'none')).exitCode).toBe(1);
  });

  test('with a name that a key has already it ends with one sentence', async () => {
    await system.newKey({ name: 'twice' });
    const { exitCode, key, words } = await run(['create', '--name', 'Twice'], {
      DATABASE_URL: system.databaseUrl,
    });
    expect([exitCode, key, words]).toEqual([
      1,
      '',
      'Another API key (revoked ones count for 90 days) has the name Twice.\n',
    ]);
  });

  test('on a data folder whose system is stopped, and beside one that runs', async () => {
    const stopped = await run(['create', '--name', 'stopped'], { DATA_DIR: dataDir });
    expect(stopped.key).toMatch(/^app_\w{32}$/);
    const folder = openRunFolder(dataDir);
    const cluster = await startPostgres({ dataDir: join(dataDir, 'postgres') });
    const running = await run(['create', '--name', 'running'], { DATA_DIR: dataDir });
    expect(running.key).toMatch(/^app_\w{32}$/);
    const sql = postgres(cluster.url, { max: 1 });
    const rows = await sql`select name, role, created_by from identity.api_key order by created_at`;
    const by = { role: 'Reader', created_by: 'operator' };
    expect([...rows]).toEqual([
      { name: 'stopped', ...by },
      { name: 'running', ...by },
    ] as never);
    await sql.end();
    await cluster.stop();
    folder.release();
  });

  test.each([
    [['create'], 'name: is required'],
    [['create', '--name', 'x', '--role', 'Owner'], 'role: must be one of Reader, Contributor'],
    [['create', '--name', 'x', '--expires', 'soon'], 'expiresAt: must be a time'],
    [['list'], 'Usage: api-key create'],
  ])('%p ends with one sentence and exit code 1', async (argv, sentence) => {
    const { exitCode, key, words } = await run(argv, { DATABASE_URL: system.databaseUrl });
    expect([exitCode, key]).toEqual([1, '']);
    expect(words).toContain(sentence);
    expect(words.trim().split('\n')).toHaveLength(1);
  });
});
