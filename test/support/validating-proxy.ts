import { appendFileSync } from 'node:fs';

type Fetch = (request: Request) => Promise<Response>;

/** Names the server that a request is meant for, since one proxy stands before the servers of all test files. */
export const upstreamHeader = 'x-upstream';

/** A request that a proxy found something in, or in its answer. */
export interface Violated {
  method: string;
  path: string;
  status: number;
  /** As JSON, told by the proxy. */
  violations: string;
}

const { VALIDATING_PROXY: proxy, VALIDATING_PROXY_REPORT: report = '' } = process.env;
/** In the place of violations where the proxy could not pass a request on. */
export const notCarried = 'not carried';

/** Answers that stream or are no text, which Prism would hold back or change. */
const withoutProxy = /\/(events|export|template|errors)$/;
const proxyError = 'https://stoplight.io/prism/errors#';

/** Sends the requests through the proxy that `test/document/prism.ts` started, which holds them against the API document. */
export function throughProxy(direct: Fetch): Fetch {
  if (proxy === undefined) return direct;
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: direct, idleTimeout: 120 });
  server.unref();
  return (request) => send(request, server.url.origin, proxy, direct);
}

async function send(request: Request, upstream: string, proxy: string, direct: Fetch): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const type = request.headers.get('content-type') ?? '';
  const isPublic = /^(\/api)?\/v1\//.test(pathname);
  if (!isPublic || withoutProxy.test(pathname) || type.startsWith('multipart/')) return direct(request);
  const headers = new Headers(request.headers);
  headers.set(upstreamHeader, upstream);
  if (!headers.has('x-api-key')) headers.set('x-api-key', 'app_of_the_tests');
  const { method } = request;
  const path = pathname + search;
  const body = request.body === null ? undefined : await request.arrayBuffer();
  const isCarried = !type.includes('json') || isObject(body);
  const answer = isCarried ? await fetch(proxy + path, { method, headers, body, redirect: 'manual' }) : null;
  if (answer === null || (await isOfProxy(answer))) {
    record({ method, path, status: 0, violations: notCarried });
    return direct(new Request(request.url, { method, headers: request.headers, body }));
  }
  const violations = answer.headers.get('sl-violations');
  if (violations !== null) record({ method, path, status: await outcomeOf(answer), violations });
  return answer;
}

/** The status; that of an import which refused some of its items is that of a refusal. */
async function outcomeOf(answer: Response): Promise<number> {
  if (!answer.headers.get('content-type')?.includes('json')) return answer.status;
  const { errors } = (await answer.clone().json()) as { errors?: unknown };
  return answer.ok && Array.isArray(errors) && errors.length > 0 ? 422 : answer.status;
}

/** The proxy waits for ever for the end of a body that is no JSON, and takes objects alone. */
function isObject(body: ArrayBuffer | undefined): boolean {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(body));
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/** The proxy answers itself where it knows no operation, or cannot read the body. */
async function isOfProxy(answer: Response): Promise<boolean> {
  if (!answer.headers.get('content-type')?.includes('problem+json')) return false;
  const { type } = (await answer.clone().json()) as { type?: unknown };
  return String(type).startsWith(proxyError);
}

const record = (violated: Violated): void => appendFileSync(report, `${JSON.stringify(violated)}\n`);
