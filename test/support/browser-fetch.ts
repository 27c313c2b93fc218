const methodsUnasked = ['GET', 'HEAD', 'POST'];
const headersUnasked = ['accept', 'accept-language', 'content-language'];
const typesUnasked = ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'];
const headersReadable = ['cache-control', 'content-language', 'content-length', 'content-type', 'expires'];

export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/**
 * `fetch` as a page of an origin has it, whose calls to other origins the Fetch standard restricts: a preflight where one is due,
 * no answer where the origin is not allowed, and of its headers those that are exposed.
 */
export const browserFetch =
  (origin: string): Fetch =>
  async (url, init) => {
    const request = new Request(String(url), init);
    request.headers.set('origin', origin);
    await preflight(request, origin);
    const response = await fetch(request);
    requireAllowed(response, origin);
    const exposed = listed(response, 'access-control-expose-headers');
    const readable = [...response.headers].filter(
      ([name]) => headersReadable.includes(name) || exposed.includes(name),
    );
    return new Response(response.body, { status: response.status, headers: readable });
  };

const listed = ({ headers }: Response, name: string): string[] =>
  (headers.get(name) ?? '')
    .toLowerCase()
    .split(',')
    .map((one) => one.trim());

function requireAllowed(response: Response, origin: string): void {
  if (response.headers.get('access-control-allow-origin') !== origin)
    throw new TypeError(`${origin} may not read what answers with ${response.status}`);
}

async function preflight({ url, method, headers }: Request, origin: string): Promise<void> {
  const asked = [...headers].flatMap(([name, value]) => (isUnasked(name, value) ? [] : [name]));
  if (methodsUnasked.includes(method) && asked.length === 0) return;
  const answer = await fetch(url, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': asked.join(','),
    },
  });
  requireAllowed(answer, origin);
  const allowed = listed(answer, 'access-control-allow-headers');
  const refused = asked.filter((name) => !allowed.includes(name));
  if (refused.length > 0) throw new TypeError(`${origin} may not send ${refused.join(', ')} to ${url}`);
  const methods = [...methodsUnasked, ...listed(answer, 'access-control-allow-methods')];
  if (!methods.some((one) => one.toUpperCase() === method))
    throw new TypeError(`${origin} may not ${method} ${url}`);
}

/** `origin` is set by the browser itself. */
const isUnasked = (name: string, value: string): boolean =>
  name === 'origin' ||
  headersUnasked.includes(name) ||
  (name === 'content-type' && typesUnasked.some((type) => value.startsWith(type)));
