// Set by the build: the names of all parts of this version of the page, and the SHA-256 of the page itself.
declare const PARTS: readonly string[];
declare const PAGE_SHA256: string;

interface LastingEvent extends Event {
  waitUntil(until: Promise<unknown>): void;
}

interface FetchEvent extends LastingEvent {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}

interface Scope {
  addEventListener(type: 'install' | 'activate', listener: (event: LastingEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
}

const scope = self as unknown as Scope;
const root = '/app';
const cachePrefix = 'workbench-';
const cacheName = cachePrefix + PAGE_SHA256;
const partPaths = new Set(PARTS.map((name) => `${root}/${name}`));
const pageMsMax = 10_000;

// The page has few connections to the gateway, and needs them for what the person waits for.
const readAtOnce = 2;

async function readPage(cache: Cache): Promise<void> {
  const response = await fetch(root, { cache: 'no-cache' });
  const bytes = await response.clone().arrayBuffer();
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const hex = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
  if (hex !== PAGE_SHA256) throw new Error('Another version of the page is served by now.');
  await cache.put(root, response);
}

async function readParts(cache: Cache): Promise<void> {
  const left = [...partPaths];
  const readNext = async (): Promise<void> => {
    for (let path = left.pop(); path !== undefined; path = left.pop()) {
      // A name changes with its content, so a part of the version before is the same part.
      const response = (await caches.match(path)) ?? (await fetch(path, { priority: 'low' }));
      if (!response.ok) throw new Error(`${path} was not found.`);
      await cache.put(path, response);
    }
  };
  await Promise.all(Array.from({ length: readAtOnce }, readNext));
}

async function install(): Promise<void> {
  const cache = await caches.open(cacheName);
  await readPage(cache);
  await readParts(cache);
  await scope.skipWaiting();
}

async function removeOthers(): Promise<void> {
  const names = await caches.keys();
  const others = names.filter((name) => name.startsWith(cachePrefix) && name !== cacheName);
  await Promise.all(others.map((name) => caches.delete(name)));
  await scope.clients.claim();
}

const stored = async (path: string): Promise<Response | undefined> =>
  (await caches.open(cacheName)).match(path);

// Every address of the page is the same page; the newest one counts for as long as there is a network.
async function page(): Promise<Response> {
  try {
    return await fetch(root, { cache: 'no-cache', signal: AbortSignal.timeout(pageMsMax) });
  } catch (error) {
    const before = await stored(root);
    if (before) return before;
    throw error;
  }
}

const part = async (request: Request): Promise<Response> =>
  (await stored(new URL(request.url).pathname)) ?? fetch(request);

const isOfPage = (path: string): boolean => path === root || path.startsWith(`${root}/`);

scope.addEventListener('install', (event) => event.waitUntil(install()));
scope.addEventListener('activate', (event) => event.waitUntil(removeOthers()));
scope.addEventListener('fetch', (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (origin !== self.location.origin || event.request.method !== 'GET') return;
  if (partPaths.has(pathname)) event.respondWith(part(event.request));
  else if (event.request.mode === 'navigate' && isOfPage(pathname)) event.respondWith(page());
});
