import { afterAll, beforeAll, expect, test } from 'bun:test';
import { chmodSync, chownSync, cpSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Connector, isConnectionLost } from '@consulting/kernel/postgres';
import { startPostgres } from '@consulting/local/postgres/postgres';
import { testDatabaseUrl } from '@consulting/local/test-servers';

const folder = mkdtempSync(join(tmpdir(), 'consulting-database-tls-'));
const dataDir = join(folder, 'data');
let server: Awaited<ReturnType<typeof startPostgres>>;

function makeCertificate(): void {
  const argv = ['-newkey', 'rsa:2048', '-nodes', '-keyout', 'tls.key', '-out', 'tls.crt', '-days', '2'];
  const command = ['openssl', 'req', '-x509', ...argv, '-subj', '/CN=localhost'];
  const { exitCode, stderr } = Bun.spawnSync(command, { cwd: folder });
  if (exitCode !== 0) throw new Error(stderr.toString());
  const { uid, gid } = statSync(dataDir);
  for (const name of ['tls.key', 'tls.crt']) {
    cpSync(join(folder, name), join(dataDir, name));
    chmodSync(join(dataDir, name), 0o600);
    chownSync(join(dataDir, name), uid, gid);
  }
}

beforeAll(async () => {
  await (await startPostgres({ dataDir })).stop();
  makeCertificate();
  const settings = { ssl: 'on', ssl_cert_file: 'tls.crt', ssl_key_file: 'tls.key' };
  server = await startPostgres({ dataDir, settings });
}, 60_000);
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function encryptionAt(url: string, mode: string): Promise<string> {
  const connection = await new Connector(`${url}?sslmode=${mode}`).open();
  const [row] = await connection.run<{ ssl: boolean }>(
    'select ssl from pg_stat_ssl where pid = pg_backend_pid()',
  );
  connection.close();
  return row?.ssl ? 'encrypted' : 'plain';
}

test.each([
  ['disable', 'plain'],
  ['prefer', 'encrypted'],
  ['require', 'encrypted'],
])('sslmode=%s to a server with a certificate of its own is %s', async (mode, expected) => {
  expect(await encryptionAt(server.url, mode)).toBe(expected);
});

test('sslmode=verify-full refuses a certificate of an unknown authority', async () => {
  await expect(encryptionAt(server.url, 'verify-full')).rejects.toThrow('self signed certificate');
});

test('a server without encryption is used where the address allows it alone', async () => {
  const url = await testDatabaseUrl();
  expect(await encryptionAt(url, 'prefer')).toBe('plain');
  await expect(encryptionAt(url, 'require')).rejects.toThrow('does not support SSL');
});

test('a statement under way fails when its encrypted connection is given up', async () => {
  const connection = await new Connector(`${server.url}?sslmode=require`).open();
  const failed = connection.run('select pg_sleep(600)').then(() => 'done', isConnectionLost);
  connection.destroy();
  expect(await failed).toBe(true);
});
