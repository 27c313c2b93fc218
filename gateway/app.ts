import { type createCallerSigner, localized, noQuery } from '@consulting/kernel/http';
import {
  type Caller,
  countedAs,
  type Logger,
  metricsResponse,
  readinessResponse,
  recordAnswer,
  type Telemetry,
  traced,
} from '@consulting/kernel/process';
import { DomainError, notFound } from '@consulting/kernel/schema';
import { version } from '@consulting/kernel/service/service-process';
import type { Peer } from './access/client-address';
import type { OpenStreams } from './access/open-streams';
import type { Login } from './access/provider';
import type { CachedText } from './documentation/cached-text';
import { isRedocPath, redocPage } from './documentation/redoc-page';
import { isSwaggerPath, swaggerPage } from './documentation/swagger-page';
import { createSystemDocument } from './documentation/system-document';
import { systemHealth } from './endpoints/health';
import { callerReport, isMePath } from './endpoints/me';
import type { AccessLog } from './exchange/access-log';
import { type Authenticate, requireRole } from './exchange/authenticate';
import { allowOrigin, answerPreflight } from './exchange/cors';
import { beginExchange, type Exchange } from './exchange/exchange';
import { forward, isForm, type Patience } from './exchange/forward';
import { refuse } from './exchange/refusal';
import type { RefusalAudit } from './exchange/refusal-audit';
import { exchangeSpan } from './exchange/spans';
import { type OpenTicket, takeTicket } from './exchange/tickets';
import type { RateLimit } from './limits/rate-limit';
import { setLimitHeaders } from './limits/window';
import type { RouteKind } from './routing/route-table';
import type { Upstreams } from './routing/upstream';
import { createWorkbenchPage, isWorkbenchPath } from './workbench/workbench-page';

export interface GatewayDeps {
  upstreams: Upstreams;
  authenticate: Authenticate;
  challenge: string;
  openTicket: OpenTicket;
  openStreams: OpenStreams;
  rateLimit: RateLimit;
  forgetKey: (keyId: string) => void;
  forgetScopes: () => void;
  origins: Set<string>;
  isTrustedProxy: (address: string) => boolean;
  signCaller: ReturnType<typeof createCallerSigner>;
  log: Logger;
  refusals: RefusalAudit;
  accessLog?: AccessLog | undefined;
  telemetry: Telemetry;
  bodyBytesMax: number;
  bulkBodyBytesMax: number;
  uploadBytesMax: number;
  readMetrics: Telemetry['read'];
  isMetricsPublic: boolean;
  isReady: () => boolean;
  hasApiKeys: boolean;
  login: () => Promise<Login | null>;
  patience?: Patience;
}

interface Gateway extends GatewayDeps {
  document: () => Promise<CachedText>;
  workbench: ReturnType<typeof createWorkbenchPage>;
}

type Page = (gateway: Gateway, request: Request) => Response | Promise<Response>;

const ownPaths: Record<string, Page> = {
  '/': () => Response.json(links),
  '/live': () => Response.json({ status: 'ok' }),
  '/ready': ({ isReady }) => readinessResponse(isReady()),
  '/metrics': (deps) => metrics(deps),
  '/api/openapi.json': async ({ document }, request) =>
    (await document()).answer(request, { 'content-type': 'application/json' }),
  '/api/v1/health': ({ upstreams }) => systemHealth(upstreams),
};

const links = {
  service: 'Construction Consulting Data Service',
  version,
  health: '/api/v1/health',
  workbench: '/app',
  documentation: '/api/docs',
  reference: '/api/redoc',
  document: '/api/openapi.json',
};

const formBytes = 1024 * 1024;

export function createGateway(deps: GatewayDeps): (request: Request, peer: Peer) => Promise<Response> {
  const gateway = {
    ...deps,
    document: createSystemDocument(deps.upstreams, deps.login),
    workbench: createWorkbenchPage(),
  };
  return (request, peer) => {
    const started = performance.now();
    const exchange = beginExchange(request, peer, deps.isTrustedProxy);
    const trace = exchange.fault === undefined ? request.headers : undefined;
    return traced(
      trace,
      () => exchangeSpan(exchange),
      () => handle(gateway, exchange, started),
    );
  };
}

async function handle(gateway: Gateway, exchange: Exchange, started: number): Promise<Response> {
  let response: Response;
  try {
    response = await answer(gateway, exchange);
  } catch (thrown) {
    response = await localized(exchange.request, refuse(gateway, exchange, thrown));
  }
  finish(gateway, exchange, response);
  const seconds = (performance.now() - started) / 1000;
  gateway.telemetry.observeRequest(exchange.endpoint.service ?? 'gateway', response.status, seconds);
  recordAnswer(response.status);
  gateway.accessLog?.add(exchange, response, started);
  return response;
}

function finish(
  deps: GatewayDeps,
  { request, requestId, limitState }: Exchange,
  { headers }: Response,
): void {
  headers.set('x-request-id', requestId);
  secure(headers);
  if (limitState) setLimitHeaders(headers, limitState);
  allowOrigin(request, headers, deps.origins);
}

/** This is async only where it has to be: most callers are known, and one more promise costs every request. */
function answer(gateway: Gateway, exchange: Exchange): Response | Promise<Response> {
  const { request, pathname, fault } = exchange;
  if (fault !== undefined) throw fault;
  const preflight = answerPreflight(request, gateway.origins);
  if (preflight) return preflight;
  const own = ownPage(pathname);
  if (own) return answerOwn(own, gateway, request);
  const ticket = takeTicket(exchange);
  const caller =
    ticket === undefined ? gateway.authenticate(request, exchange) : gateway.openTicket(ticket, pathname);
  if (caller instanceof Promise) return caller.then((found) => answerCaller(gateway, exchange, found));
  return answerCaller(gateway, exchange, caller);
}

function answerCaller(gateway: Gateway, exchange: Exchange, caller: Caller): Promise<Response> {
  const { endpoint, pathname, search, request } = exchange;
  exchange.caller = caller;
  exchange.limitState = gateway.rateLimit.take(countedAs(caller), endpoint.kind);
  requireRole(caller, endpoint.role);
  if (isMePath(pathname)) return answerOwn(mePage(caller, search), gateway, request);
  const answered = passOn(gateway, exchange, caller).then((response) =>
    gateway.openStreams.guard(response, caller),
  );
  const keyId = request.method === 'DELETE' ? keyPath.exec(pathname)?.[1] : undefined;
  if (keyId !== undefined) return forgetting(answered, () => gateway.forgetKey(keyId.toLowerCase()));
  const isGrant = request.method !== 'GET' && pathname.startsWith(grantsPath);
  return isGrant ? forgetting(answered, gateway.forgetScopes) : answered;
}

const mePage =
  (caller: Caller, search: string): Page =>
  ({ rateLimit }) => {
    noQuery.read(new URLSearchParams(search));
    return Response.json(callerReport(caller, rateLimit.left(countedAs(caller))));
  };

const keyPath = /^\/api\/v1\/api-keys\/([^/]+)\/?$/;

const grantsPath = '/api/v1/access/grants';

async function forgetting(answered: Promise<Response>, forget: () => void) {
  const response = await answered;
  if (response.ok) forget();
  return response;
}

function passOn(
  deps: GatewayDeps,
  { request, pathname, search, headers, endpoint, requestId }: Exchange,
  caller: Caller,
) {
  const { service, kind } = endpoint;
  if (!service) throw notFound('path', pathname);
  return forward(request, {
    addresses: deps.upstreams[service](),
    avoid: deps.upstreams[service].avoid,
    service,
    pathAndQuery: pathname + search,
    headers,
    callerToken: deps.signCaller(caller),
    requestId,
    bodyBytesMax: bodyBytesMax(deps, kind, request),
    patience: deps.patience,
  });
}

function bodyBytesMax(deps: GatewayDeps, kind: RouteKind, request: Request): number {
  if (kind === 'plain') return deps.bodyBytesMax;
  return kind === 'upload' && isForm(request) ? deps.uploadBytesMax + formBytes : deps.bulkBodyBytesMax;
}

function ownPage(pathname: string): Page | undefined {
  if (Object.hasOwn(ownPaths, pathname)) return ownPaths[pathname];
  if (isSwaggerPath(pathname))
    return async ({ login }, request) => swaggerPage(request, pathname, await login());
  if (isWorkbenchPath(pathname))
    return async ({ workbench, login, hasApiKeys }, request) =>
      workbench(request, pathname, { login: await login(), hasApiKeys });
  return isRedocPath(pathname) ? (_, request) => redocPage(request, pathname) : undefined;
}

async function answerOwn(own: Page, deps: Gateway, request: Request): Promise<Response> {
  if (request.method === 'GET') return own(deps, request);
  if (request.method === 'HEAD') return new Response(null, await own(deps, request));
  throw new DomainError('METHOD_NOT_ALLOWED', `${request.method} is not possible here.`, {
    allow: 'GET, HEAD',
  });
}

async function metrics({ readMetrics, isMetricsPublic }: GatewayDeps): Promise<Response> {
  if (!isMetricsPublic) throw notFound('path', '/metrics');
  return metricsResponse({ read: readMetrics });
}

/** Answers have data of one caller, so they are never cached, framed or taken for anything but their type. */
function secure(headers: Headers): void {
  headers.set('x-content-type-options', 'nosniff');
  // A page brings its own policy, and a file of a page may be kept.
  if (!headers.has('content-security-policy')) headers.set('content-security-policy', policy);
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
}

const policy = "default-src 'none'; frame-ancestors 'none'";
