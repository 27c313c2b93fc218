import { existsSync, readdirSync } from 'node:fs';
import type { Login } from '../access/provider';
import { type PageFile, packaged, pageFile, written } from '../documentation/page-files';

const root = '/app';
const builtFolder = new URL('../../workbench/dist/', import.meta.url);

const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript',
  css: 'text/css',
  svg: 'image/svg+xml',
};

const typeOf = (name: string): string =>
  types[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';

let built: Record<string, PageFile> | undefined;

/** The files of the workbench as `workbench/build.ts` left them; none where it has not been built. */
function builtFiles(): Record<string, PageFile> {
  const names = existsSync(builtFolder) ? readdirSync(builtFolder) : [];
  built ??= Object.fromEntries(names.map((name) => [name, packaged(builtFolder.href, name, typeOf(name))]));
  return built;
}

/** What the page must know before anybody is let in: how people sign in. */
const settings = (login: Login | null): PageFile =>
  written(
    'application/json',
    JSON.stringify({
      login: login?.docsClientId
        ? {
            clientId: login.docsClientId,
            authorizationUrl: login.authorizationUrl,
            tokenUrl: login.tokenUrl,
            scope: login.scope,
          }
        : null,
    }),
  );

const notBuilt = written('text/plain', 'The workbench is not built: bun workbench/build.ts builds it.\n');

const policy = (login: Login | null) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    `connect-src 'self'${login?.docsClientId ? ` ${new URL(login.tokenUrl).origin}` : ''}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

export const isWorkbenchPath = (pathname: string): boolean =>
  pathname === root || pathname.startsWith(`${root}/`);

/** Every address of a view is answered with the one page, which shows the view. */
export function workbenchPage(request: Request, pathname: string, login: Login | null) {
  const name = pathname.slice(root.length + 1);
  const isFile = name.includes('.') && !name.includes('/');
  const { 'index.html': page = notBuilt, ...files } = builtFiles();
  const all = { ...files, '': page, 'settings.json': settings(login) };
  return pageFile(request, root, isFile ? pathname : root, all, policy(login));
}
