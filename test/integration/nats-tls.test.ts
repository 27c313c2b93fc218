import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findNatsServer } from '@consulting/local/nats/find-server';
import { freePorts } from '@consulting/local/process/free-port';
import { until } from '../support/until';

const folder = mkdtempSync(join(tmpdir(), 'consulting-nats-tls-'));
const keeperFile = join(import.meta.dir, '../../shared/kernel/stream-keeper.ts');
const started: Bun.Subprocess[] = [];
let natsPort: number;
let ports: number[];

function openssl(...argv: string[]): void {
  const { exitCode, stderr } = Bun.spawnSync(['openssl', ...argv], { cwd: folder });
  if (exitCode !== 0) throw new Error(stderr.toString());
}

/** An authority of our own, and a certificate of it for localhost alone. */
function makeCertificates(): void {
  const key = ['-newkey', 'rsa:2048', '-nodes'];
  openssl(
    'req',
    '-x509',
    ...key,
    '-keyout',
    'ca.key',
    '-out',
    'ca.crt',
    '-subj',
    '/CN=authority',
    '-days',
    '2',
  );
  openssl('req', ...key, '-keyout', 'tls.key', '-out', 'tls.csr', '-subj', '/CN=nats');
  writeFileSync(join(folder, 'names'), 'subjectAltName=DNS:localhost');
  const by = ['-CA', 'ca.crt', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2', '-extfile', 'names'];
  openssl('x509', '-req', '-in', 'tls.csr', '-out', 'tls.crt', ...by);
}

beforeAll(async () => {
  makeCertificates();
  ports = await freePorts(4);
  natsPort = ports.pop() ?? 0;
  const settings = `listen: "127.0.0.1:${natsPort}"
jetstream { store_dir: "${folder}/store" }
tls { cert_file: "${folder}/tls.crt", key_file: "${folder}/tls.key" }
authorization { user: streams, password: secret }`;
  writeFileSync(join(folder, 'nats-server.conf'), settings);
  const program = await findNatsServer();
  started.push(
    Bun.spawn([program, '-c', join(folder, 'nats-server.conf')], { stdio: ['ignore', 'ignore', 'ignore'] }),
  );
});
afterAll(async () => {
  for (const one of started) one.kill('SIGKILL');
  await Promise.all(started.map(({ exited }) => exited));
  rmSync(folder, { recursive: true, force: true });
});

/** Whether the keeper of the stream, which runs as in production, is ready with these settings. */
function startKeeper(natsUrl: string, isTrusted: boolean): (path?: string) => Promise<boolean> {
  const port = ports.pop();
  const trust = isTrusted ? { NODE_EXTRA_CA_CERTS: join(folder, 'ca.crt') } : {};
  const env = { PATH: process.env.PATH, NATS_URL: natsUrl, HOST: '127.0.0.1', PORT: String(port), ...trust };
  started.push(Bun.spawn([process.execPath, keeperFile], { env, stdio: ['ignore', 'ignore', 'inherit'] }));
  return (path = '/ready') =>
    fetch(`http://127.0.0.1:${port}${path}`).then(
      ({ ok }) => ok,
      () => false,
    );
}

test('NATS_URL with tls://: a server whose certificate is valid for its name, and no other', async () => {
  const valid = startKeeper(`tls://streams:secret@localhost:${natsPort}`, true);
  const unknownAuthority = startKeeper(`tls://streams:secret@localhost:${natsPort}`, false);
  const otherName = startKeeper(`tls://streams:secret@127.0.0.1:${natsPort}`, true);
  for (const keeper of [unknownAuthority, otherName]) await until(() => keeper('/live'));
  await until(valid);
  expect(await Promise.all([unknownAuthority(), otherName()])).toEqual([false, false]);
});
