import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createWorkbenchPage, type WaysIn } from './workbench-page';

let folder: string;
let answer: ReturnType<typeof createWorkbenchPage>;

const shut: WaysIn = { login: null, hasApiKeys: true };
const script = 'console.log("a part");'.repeat(100);

const get = (path: string, waysIn = shut, headers: Record<string, string> = {}) =>
  answer(new Request(`http://localhost${path}`, { headers }), path, waysIn);

function build(page: string, at: Date): void {
  writeFileSync(join(folder, 'main-1a2b3c.js'), script);
  writeFileSync(join(folder, 'index.html'), page);
  utimesSync(join(folder, 'index.html'), at, at);
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'workbench-page-'));
  answer = createWorkbenchPage(pathToFileURL(`${folder}/`));
  build('<!doctype html><title>first</title>', new Date(1000));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test.each(['/app', '/app/', '/app/projects/1/takeoff', '/app/projects/a.b/figures'])(
  'GET %s is the page, asked for anew each time',
  async (path) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(await response.text()).toContain('first');
  },
);

test('a part of the page is kept for a year and never asked for again', async () => {
  const response = await get('/app/main-1a2b3c.js');
  expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(await response.text()).toBe(script);
});

test('a part comes compressed to whoever takes that', async () => {
  const response = await get('/app/main-1a2b3c.js', shut, { 'accept-encoding': 'gzip' });
  expect(response.headers.get('content-encoding')).toBe('gzip');
  expect(Buffer.from(Bun.gunzipSync(await response.arrayBuffer())).toString()).toBe(script);
});

test('a part that there is not is 404, never the page', async () => {
  for (const path of ['/app/missing.js', '/app/__proto__.js', '/app/index.html', '/app/..%2fbuild.ts'])
    await expect(get(path)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('the policy allows nothing but this origin, and the provider for its token', async () => {
  const closed = (await get('/app')).headers.get('content-security-policy');
  expect(closed).toStartWith("default-src 'none'; script-src 'self'; style-src 'self'; ");
  expect(closed).toContain("connect-src 'self';");
  const login = {
    docsClientId: 'page',
    issuer: 'https://login.example.org/tenant',
    authorizationUrl: 'https://login.example.org/authorize',
    tokenUrl: 'https://login.example.org/token',
    scope: 'api://data/user_impersonation',
  };
  const open = (await get('/app', { login, hasApiKeys: true })).headers.get('content-security-policy');
  expect(open).toContain("connect-src 'self' https://login.example.org;");
});

test('the settings say how people let themselves in', async () => {
  const login = {
    docsClientId: null,
    issuer: 'https://login.example.org/tenant',
    authorizationUrl: 'https://login.example.org/authorize',
    tokenUrl: 'https://login.example.org/token',
    scope: 'api://data/user_impersonation',
  };
  const response = await get('/app/settings.json', { login, hasApiKeys: false });
  expect(response.headers.get('cache-control')).toBe('no-cache');
  expect(await response.json()).toEqual({ login: null, hasApiKeys: false });
  const { docsClientId: _, ...provider } = login;
  const named = await get('/app/settings.json', {
    login: { ...login, docsClientId: 'page' },
    hasApiKeys: true,
  });
  expect(await named.json()).toEqual({ login: { clientId: 'page', ...provider }, hasApiKeys: true });
});

test('a page that is built anew while the gateway runs is the one that is answered', async () => {
  expect(await (await get('/app')).text()).toContain('first');
  build('<!doctype html><title>second</title>', new Date(2000));
  expect(await (await get('/app')).text()).toContain('second');
});

test('without a build every view says what builds it', async () => {
  rmSync(join(folder, 'index.html'));
  const response = await get('/app/projects');
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(await response.text()).toContain('bun workbench/build.ts');
  await expect(get('/app/main-1a2b3c.js')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('what makes the page one that can be installed is asked for again each time, with its types', async () => {
  const types = [
    ['manifest.webmanifest', 'application/manifest+json'],
    ['icon-maskable-512.png', 'image/png'],
    ['service-worker.js', 'text/javascript; charset=utf-8'],
  ] as const;
  for (const [name] of types) writeFileSync(join(folder, name), '{}');
  for (const [name, type] of types) {
    const response = await get(`/app/${name}`);
    expect(response.headers.get('content-type')).toBe(type);
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(response.headers.get('service-worker-allowed')).toBe(name.startsWith('service') ? '/app' : null);
  }
  const policy = (await get('/app')).headers.get('content-security-policy');
  expect(policy).toContain("manifest-src 'self'; worker-src 'self'; ");
});
