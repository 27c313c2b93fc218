import type { Caller } from '@consulting/shared/context';
import { DomainError, notFound } from '@consulting/shared/errors';
import { asDomainError, problem, setOfPath } from '@consulting/shared/http/problem';
import type { Logger } from '@consulting/shared/log';
import { version } from '@consulting/shared/process';
import type { Telemetry } from '@consulting/shared/telemetry';
import type { Authenticate } from './authenticate';
import { createHouseDocument } from './documentation/house-document';
import type { Login } from './documentation/login';
import { isRedocPath, redocPage } from './documentation/redoc-page';
import { isSwaggerPath, swaggerPage } from './documentation/swagger-page';
import { forward } from './forward';
import { houseHealth } from './health';
import { serviceOf } from './route-table';
import type { Upstreams } from './upstream';

export interface GatewayDeps {
  upstreams: Upstreams;
  authenticate: Authenticate;
  signCaller: (caller: Caller) => string;
  log: Logger;
  telemetry: Telemetry;
  bodyBytesMax: number;
  uploadBytesMax: number;
  isMetricsPublic: boolean;
  isReady: () => boolean;
  /** How people log in from the documentation page; null without an identity provider. */
  login: () => Promise<Login | null>;
}

/** What the gateway makes once and keeps. */
interface Gateway extends GatewayDeps {
  document: () => Promise<string>;
}

type Page = (gateway: Gateway) => Response | Promise<Response>;

/** What the gateway answers itself; everything else under the version prefixes is forwarded. */
const ownPaths: Record<string, Page> = {
  '/': () => Response.json(links),
  '/live': () => Response.json({ status: 'ok' }),
  '/ready': ({ isReady }) =>
    Response.json({ status: isReady() ? 'ready' : 'not-ready' }, { status: isReady() ? 200 : 503 }),
  '/metrics': (deps) => metrics(deps),
  '/api/openapi.json': async ({ document }) =>
    new Response(await document(), { headers: { 'content-type': 'application/json' } }),
  '/api/v1/health': ({ upstreams }) => houseHealth(upstreams),
};

const links = {
  service: 'Construction Consulting Data Service',
  version,
  health: '/api/v1/health',
  documentation: '/api/docs',
  reference: '/api/redoc',
  document: '/api/openapi.json',
};

const requestIdPattern = /^[\w.:-]{1,128}$/;

/** Form overhead that an upload may have beside its file. */
const formBytes = 1024 * 1024;

/** The gateway as a fetch handler. */
export function createGateway(deps: GatewayDeps): (request: Request) => Promise<Response> {
  const gateway = { ...deps, document: createHouseDocument(deps.upstreams, deps.login) };
  return async (request) => {
    const given = request.headers.get('x-request-id') ?? '';
    const requestId = requestIdPattern.test(given) ? given : crypto.randomUUID();
    const url = new URL(request.url);
    try {
      const response = await answer(gateway, request, url, requestId);
      response.headers.set('x-request-id', requestId);
      return response;
    } catch (thrown) {
      const error = asDomainError(thrown);
      if (error.code === 'INTERNAL_ERROR')
        deps.log.error('request failed', { requestId, error: error.cause });
      if (error.code.startsWith('UPSTREAM'))
        deps.log.warn('service failed', { requestId, path: url.pathname, error });
      return problem(error, setOfPath(url.pathname), requestId);
    }
  };
}

async function answer(deps: Gateway, request: Request, url: URL, requestId: string): Promise<Response> {
  const own = ownPage(url.pathname);
  if (own) return answerOwn(own, deps, request);
  const caller = deps.authenticate(request);
  const service = serviceOf(url.pathname);
  if (!service) throw notFound('path', url.pathname);
  const isUpload = request.headers.get('content-type')?.startsWith('multipart/') ?? false;
  return forward(request, {
    addresses: deps.upstreams[service](),
    service,
    pathAndQuery: url.pathname + url.search,
    callerToken: deps.signCaller(caller),
    requestId,
    bodyBytesMax: isUpload ? deps.uploadBytesMax + formBytes : deps.bodyBytesMax,
  });
}

function ownPage(pathname: string): Page | undefined {
  if (Object.hasOwn(ownPaths, pathname)) return ownPaths[pathname];
  if (isSwaggerPath(pathname)) return async ({ login }) => swaggerPage(pathname, await login());
  return isRedocPath(pathname) ? () => redocPage(pathname) : undefined;
}

async function answerOwn(own: Page, deps: Gateway, request: Request): Promise<Response> {
  if (request.method === 'GET') return own(deps);
  if (request.method === 'HEAD') return new Response(null, await own(deps));
  throw new DomainError('METHOD_NOT_ALLOWED', `${request.method} is not possible here.`, {
    allow: 'GET, HEAD',
  });
}

async function metrics({ telemetry, isMetricsPublic }: GatewayDeps): Promise<Response> {
  if (!isMetricsPublic) throw notFound('path', '/metrics');
  const { text, contentType } = await telemetry.read();
  return new Response(text, { headers: { 'content-type': contentType } });
}
