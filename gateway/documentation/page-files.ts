import { notFound } from '@consulting/kernel/schema/errors';
import type { Login } from '../access/provider';
import { KeptText } from './kept-text';

export interface PageFile {
  type: string;
  /** An hour where it does not say; a page itself is asked for anew each time. */
  cacheControl?: string;
  content(): KeptText | Promise<KeptText>;
}

/** A file of a package, read when it is first asked for. */
export function packaged(packageFile: string, name: string, type: string): PageFile {
  const at = new URL(name, packageFile);
  let content: Promise<KeptText> | undefined;
  return {
    type,
    content() {
      content ??= Bun.file(at)
        .arrayBuffer()
        .then((bytes) => new KeptText(new Uint8Array(bytes)));
      return content;
    },
  };
}

export function written(type: string, text: string): PageFile {
  const content = new KeptText(text);
  return { type, content: () => content };
}

interface PagePolicy {
  style?: string;
  image?: string;
  /** The provider that the page fetches tokens of. */
  login?: Login | null;
}

/** What a page may do: nothing but what its own files need. Sources beside this origin are named in words of the policy. */
export const pagePolicy = ({ style = '', image = '', login = null }: PagePolicy): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${style}`,
    `img-src 'self' data:${image}`,
    `connect-src 'self'${login?.docsClientId ? ` ${new URL(login.tokenUrl).origin}` : ''}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Answers a path at or below `root` with the file of that name, the empty name being the page. @throws NOT_FOUND */
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
