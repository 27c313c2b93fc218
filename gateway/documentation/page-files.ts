import { notFound } from '@consulting/kernel/schema';
import type { Login } from '../access/provider';
import { CachedText } from './cached-text';

export interface PageFile {
  type: string;
  cacheControl?: string;
  content(): CachedText | Promise<CachedText>;
}

export function packaged(packageFile: string, name: string, type: string): PageFile {
  const at = new URL(name, packageFile);
  let content: Promise<CachedText> | undefined;
  return {
    type,
    content() {
      content ??= Bun.file(at)
        .arrayBuffer()
        .then((bytes) => new CachedText(new Uint8Array(bytes)));
      return content;
    },
  };
}

export function written(type: string, text: string): PageFile {
  const content = new CachedText(text);
  return { type, content: () => content };
}

interface PagePolicy {
  style?: string;
  image?: string;
  login?: Login | null;
  isInstalled?: boolean;
}

export const pagePolicy = ({ style = '', image = '', login = null, isInstalled }: PagePolicy): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${style}`,
    `img-src 'self' data:${image}`,
    `connect-src 'self'${login?.docsClientId ? ` ${new URL(login.tokenUrl).origin}` : ''}`,
    ...(isInstalled ? ["manifest-src 'self'", "worker-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** The empty name is the page itself. @throws NOT_FOUND */
export async function pageFile(
  request: Request,
  root: string,
  pathname: string,
  files: Record<string, PageFile>,
  policy: string,
): Promise<Response> {
  const name = pathname.slice(root.length).replace(/^\//, '');
  const file = Object.hasOwn(files, name) ? files[name] : undefined;
  if (!file) throw notFound('path', pathname);
  return (await file.content()).answer(request, {
    'content-type': file.type,
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': name === '' ? 'no-cache' : (file.cacheControl ?? 'max-age=3600'),
  });
}
