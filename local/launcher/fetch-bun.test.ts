import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { integrity, pinnedVersion } from './bun-packages.mjs';
import { isKept } from './cache-folder.mjs';

setDefaultTimeout(300_000);

const folder = mkdtempSync(join(tmpdir(), 'consulting-registry-'));
const name = '@oven/bun-linux-x64';
let registry: ReturnType<typeof Bun.serve>;
let digest: string;

beforeAll(() => {
  mkdirSync(join(folder, 'package'));
  writeFileSync(join(folder, 'package/package.json'), JSON.stringify({ name, version: '1.0.0' }));
  Bun.spawnSync(['tar', '-czf', 'package.tgz', 'package'], { cwd: folder });
  const bytes = readFileSync(join(folder, 'package.tgz'));
  digest = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  registry = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: ({ url }) => {
      if (url.endsWith('.tgz')) return new Response(bytes);
      const dist = { tarball: `${new URL(url).origin}/package.tgz`, integrity: digest };
      return Response.json({
        name,
        'dist-tags': {},
        versions: { '1.0.0': { name, version: '1.0.0', dist } },
      });
    },
  });
});
afterAll(async () => {
  await registry.stop(true);
  rmSync(folder, { recursive: true, force: true });
});

async function fetchWith(pinned: string): Promise<string> {
  const into = mkdtempSync(join(folder, 'into-'));
  const module = JSON.stringify(join(import.meta.dir, './fetch-bun.mjs'));
  const script = `const { fetchPackage } = await import(${module});
    try { fetchPackage('${name}', '1.0.0', '${pinned}', ${JSON.stringify(into)}); console.log('fetched'); }
    catch (error) { console.log(error.message); }`;
  const env = {
    ...process.env,
    npm_config_registry: registry.url.href,
    npm_config_cache: join(into, 'cache'),
    NO_PROXY: '127.0.0.1',
  };
  const child = Bun.spawn([process.execPath, '-e', script], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  return (await child.stdout.text()).trim();
}

test.skipIf(Bun.which('npm') === null)(
  'a package of the pinned digest is taken, another one refused',
  async () => {
    expect(await fetchWith(digest)).toBe('fetched');
    const other = `sha512-${createHash('sha512').update('another').digest('base64')}`;
    expect(await fetchWith(other)).toMatch(/^Bun 1\.0\.0 could not be fetched with npm: .*checksum/);
  },
);

test('every build of the Bun that package.json names is pinned', () => {
  const { packageManager } = JSON.parse(readFileSync(join(import.meta.dir, '../../package.json'), 'utf8'));
  expect(packageManager).toBe(`bun@${pinnedVersion}`);
  const builds = ['linux-x64', 'linux-x64-musl', 'darwin-x64'].flatMap((one) => [one, `${one}-baseline`]);
  const all = [...builds, 'linux-aarch64', 'linux-aarch64-musl', 'darwin-aarch64'];
  expect(Object.keys(integrity).sort()).toEqual(all.map((one) => `@oven/bun-${one}`).sort());
  for (const one of Object.values(integrity)) expect(one).toMatch(/^sha512-[\w+/]{86}==$/);
});

test('everything that the lock file names has a digest', () => {
  const { packages } = Bun.JSONC.parse(readFileSync(join(import.meta.dir, '../../bun.lock'), 'utf8')) as {
    packages: Record<string, unknown[]>;
  };
  const fetched = Object.entries(packages).filter(([, [id]]) => !String(id).includes('@workspace:'));
  expect(fetched.filter(([, entry]) => !String(entry.at(-1)).startsWith('sha512-'))).toEqual([]);
});

test('a cached program that others may write is fetched anew', () => {
  const program = join(folder, 'program');
  expect(isKept(program)).toBe(false);
  writeFileSync(program, '', { mode: 0o755 });
  expect(isKept(program)).toBe(true);
  chmodSync(program, 0o775);
  expect(isKept(program)).toBe(false);
});
