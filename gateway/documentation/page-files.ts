import { notFound } from '@consulting/kernel/errors';

export type PageFile = { type: string } & ({ text: string } | { at: URL });

export const packaged = (packageFile: string, name: string, type: string): PageFile => ({
  type,
  at: new URL(name, packageFile),
});

export const written = (type: string, text: string): PageFile => ({ type, text });

/** Answers a path at or below `root` with the file of that name, the empty name being the page. @throws NOT_FOUND */
export function pageFile(
  root: string,
  pathname: string,
  files: Record<string, PageFile>,
  policy: string,
): Response {
  const name = pathname.slice(root.length).replace(/^\//, '');
  const file = Object.hasOwn(files, name) ? files[name] : undefined;
  if (!file) throw notFound('path', pathname);
  const body = 'text' in file ? file.text : Bun.file(file.at);
  return new Response(body, {
    headers: {
      'content-type': file.type,
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': name === '' ? 'no-cache' : 'max-age=3600',
    },
  });
}
