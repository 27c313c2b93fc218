import { readdirSync, statSync } from 'node:fs';
import type { Login } from '../access/provider';
import { type PageFile, packaged, pageFile, pagePolicy, written } from '../documentation/page-files';

const root = '/app';
const builtFolder = new URL('../../workbench/dist/', import.meta.url);

const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  webmanifest: 'application/manifest+json',
};

/** The name of a part changes with its content, so a browser never has to ask for it again. */
const partCacheControl = 'public, max-age=31536000, immutable';

// What makes the page one that can be installed is asked for by names that stay.
const lastingNames = /^(service-worker\.js|manifest\.webmanifest|icon-(maskable-)?\d+\.png)$/;

function filesOf(folder: URL): () => Record<string, PageFile> {
  let known: { pageMs: number; files: Record<string, PageFile> } | undefined;
  return () => {
    const pageMs = statSync(new URL('index.html', folder), { throwIfNoEntry: false })?.mtimeMs;
    if (pageMs === undefined) return {};
    if (known?.pageMs !== pageMs) known = { pageMs, files: Object.fromEntries(filesIn(folder)) };
    return known.files;
  };
}

const filesIn = (folder: URL): [string, PageFile][] =>
  readdirSync(folder).map((name) => {
    const type = types[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
    const cacheControl = lastingNames.test(name) ? 'no-cache' : partCacheControl;
    return [name, { ...packaged(folder.href, name, type), cacheControl }];
  });

export interface WaysIn {
  login: Login | null;
  hasApiKeys: boolean;
}

function settings({ login, hasApiKeys }: WaysIn): PageFile {
  const { docsClientId: clientId, ...provider } = login ?? { docsClientId: null };
  const text = JSON.stringify({ login: clientId ? { clientId, ...provider } : null, hasApiKeys });
  return { ...written('application/json', text), cacheControl: 'no-cache' };
}

const notBuilt = written(
  'text/plain; charset=utf-8',
  'The workbench is not built: bun workbench/build.ts builds it.\n',
);

export const isWorkbenchPath = (pathname: string): boolean =>
  pathname === root || pathname.startsWith(`${root}/`);

export function createWorkbenchPage(folder = builtFolder) {
  const builtFiles = filesOf(folder);
  return async (request: Request, pathname: string, waysIn: WaysIn): Promise<Response> => {
    const name = pathname.slice(root.length + 1);
    const isFile = name.includes('.') && !name.includes('/');
    const { 'index.html': page = notBuilt, ...parts } = builtFiles();
    const files = { ...parts, '': page, 'settings.json': settings(waysIn) };
    const policy = pagePolicy({ image: ' blob:', login: waysIn.login, isInstalled: true });
    const response = await pageFile(request, root, isFile ? pathname : root, files, policy);
    // The page is at an address above that of the worker.
    if (name === 'service-worker.js') response.headers.set('service-worker-allowed', root);
    return response;
  };
}
