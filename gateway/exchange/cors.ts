import { type Setting, SettingError } from '@consulting/kernel/process';

export const allowedOrigins: Setting<Set<string>> = {
  parse(text, name) {
    const origins = (text ?? '').split(',').flatMap((one) => one.trim() || []);
    for (const origin of origins) {
      if (origin === '*') throw new SettingError(`${name} must list origins one by one; * is refused.`);
      if (!URL.canParse(origin) || new URL(origin).origin !== origin)
        throw new SettingError(`${name} must be origins such as https://app.example.com, not "${origin}".`);
    }
    return new Set(origins);
  },
};

const exposed = [
  'Content-Disposition',
  'ETag',
  'Location',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
  'WWW-Authenticate',
  'X-Differing',
  'X-Ignored',
  'X-Request-Id',
].join(', ');

const preflight = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers':
    'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, X-API-Key, X-Request-Id',
  'access-control-max-age': '600',
};

export function answerPreflight(request: Request, allowed: Set<string>): Response | undefined {
  if (request.method !== 'OPTIONS' || !request.headers.has('access-control-request-method')) return undefined;
  if (!allowed.has(request.headers.get('origin') ?? '')) return undefined;
  return new Response(null, { status: 204, headers: preflight });
}

export function allowOrigin(request: Request, headers: Headers, allowed: Set<string>): void {
  if (allowed.size === 0) return;
  headers.append('vary', 'Origin');
  const origin = request.headers.get('origin');
  if (origin === null || !allowed.has(origin)) return;
  headers.set('access-control-allow-origin', origin);
  headers.set('access-control-expose-headers', exposed);
}
