import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fetchArchive, releaseArchive } from './find-server';

const folder = mkdtempSync(join(tmpdir(), 'consulting-archive-'));
const program = join(folder, 'cache/nats-server');
let server: ReturnType<typeof Bun.serve>;
let sha256: string;

beforeAll(() => {
  mkdirSync(join(folder, 'nats-server-v2'));
  writeFileSync(join(folder, 'nats-server-v2/nats-server'), '#!/bin/sh\necho hello\n', { mode: 0o755 });
  Bun.spawnSync(['tar', '-czf', 'archive.tar.gz', 'nats-server-v2'], { cwd: folder });
  const bytes = readFileSync(join(folder, 'archive.tar.gz'));
  sha256 = createHash('sha256').update(bytes).digest('hex');
  const fetch = (request: Request) =>
    request.url.endsWith('/archive.tar.gz') ? new Response(bytes) : new Response('none', { status: 404 });
  server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch });
});

afterAll(async () => {
  await server.stop(true);
  rmSync(folder, { recursive: true, force: true });
});

test('another digest: refused, nothing is kept', async () => {
  const archive = { url: `${server.url}archive.tar.gz`, sha256: '0'.repeat(64) };
  expect(await fetchArchive(archive, program)).toBe(false);
  expect(existsSync(program)).toBe(false);
});

test('no such archive: refused', async () => {
  expect(await fetchArchive({ url: `${server.url}other.tar.gz`, sha256 }, program)).toBe(false);
});

test('the expected archive: the program is there and runs', async () => {
  expect(await fetchArchive({ url: `${server.url}archive.tar.gz`, sha256 }, program)).toBe(true);
  expect(Bun.spawnSync([program]).stdout.toString()).toBe('hello\n');
  expect(readdirSync(join(folder, 'cache'))).toEqual(['nats-server']);
});

test('release for this machine: a pinned version and digest', () => {
  const archive = releaseArchive();
  expect(archive?.url).toMatch(/\/v(\d+\.\d+\.\d+)\/nats-server-v\1-(linux|darwin)-(amd64|arm64)\.tar\.gz$/);
  expect(archive?.sha256).toMatch(/^[0-9a-f]{64}$/);
});
