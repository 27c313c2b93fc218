import { Elysia } from 'elysia';
import type { Database } from '../postgres';
import { type Context, metricsResponse, readinessResponse, requestIdOf } from '../process';
import { DomainError, isStorable } from '../schema';
import { describeRoutes } from './document/document';
import type { ProblemTable } from './serving/answer';
import { localized } from './serving/localized';
import { asDomainError, type EndpointSet, prefixes, problem, setOfPath } from './serving/problem';
import type { Route } from './serving/route';
import { type Serving, serve } from './serving/serve';
import { requireOneLength, targetOf } from './serving/target';

type AnyContext = Context & { db: Database };

export interface ServiceApp<Ctx extends AnyContext> extends Serving<Ctx> {
  name: string;
  version: string;
  routes: Record<EndpointSet, Route<Ctx>[]>;
  problems?: ProblemTable;
  isAlive(): Promise<boolean>;
  areMessagesConnected(): boolean;
  isReady(): Promise<boolean>;
}

export function createServiceApp<Ctx extends AnyContext>(service: ServiceApp<Ctx>) {
  const document = describeRoutes(service.routes, service.problems);
  const app = new Elysia({ handler: { standardHostname: false } })
    .onRequest(({ request }) => unreadable(request))
    .get('/openapi.json', () => document)
    .get('/health', () => health(service))
    .get('/live', () => ({ status: 'ok' }))
    .get('/ready', async () => readinessResponse(await service.isReady()))
    .get('/metrics', () => metricsResponse(service.telemetry));
  for (const set of ['v1', 'api-v1'] as const) mount(app as unknown as Elysia, service, set);
  return app.all('*', ({ request }) => unknownPath(request), { parse: 'none' });
}

function mount<Ctx extends AnyContext>(app: Elysia, service: ServiceApp<Ctx>, set: EndpointSet): void {
  const methods = new Map<string, string[]>();
  for (const route of service.routes[set]) {
    const path = prefixes[set] + route.path;
    const answer = ({ request, params }: Asked) =>
      isReadable(params) ? serve(service, set, route, request, params) : unknownPath(request);
    const head = async (parts: Asked) => withoutBody(await answer(parts));
    // For HEAD the router takes the GET of a path with parameters and reads its answer, which may never end.
    const isFile = route.options.answerType !== undefined;
    const get = (asked: Asked) => (isFile && asked.request.method === 'HEAD' ? head(asked) : answer(asked));
    app.route(route.method, path, get, { config: {}, parse: 'none' });
    if (route.method === 'GET') {
      app.route('HEAD', path, head, { config: {}, parse: 'none' });
    }
    methods.set(path, [
      ...(methods.get(path) ?? []),
      ...(route.method === 'GET' ? ['GET', 'HEAD'] : [route.method]),
    ]);
  }
  for (const [path, allowed] of methods) refuseOthers(app, path, allowed);
}

interface Asked {
  request: Request;
  params: PathParams;
}

async function withoutBody(response: Response): Promise<Response> {
  await response.body?.cancel();
  return new Response(null, response);
}

const knownMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Methods are refused one by one, so that `/crews/trades` is not taken for a `/crews/:crewId` of another
 * method.
 */
function refuseOthers(app: Elysia, path: string, allowed: string[]): void {
  const refuse = ({ request }: { request: Request }) => wrongMethod(request, allowed);
  const hook = { config: {}, parse: 'none' } as const;
  for (const method of knownMethods.filter((one) => !allowed.includes(one)))
    app.route(method, path, refuse, hook);
  app.all(path, refuse, hook);
}

type PathParams = Record<string, string | null> | undefined;

/**
 * A part of the path with broken percent encoding arrives as null; a path without parts has no object at all.
 */
const isReadable = (params: PathParams): params is Record<string, string> =>
  Object.values(params ?? {}).every((part) => part !== null && isStorable(part));

function wrongMethod(request: Request, allowed: string[]): Response | Promise<Response> {
  const detail = `${request.method} is not possible here; use ${allowed.join(' or ')}.`;
  const error = new DomainError('METHOD_NOT_ALLOWED', detail, { allow: allowed.join(', ') });
  return refused(request, error, setOfPath(targetOf(request).pathname));
}

function unreadable(request: Request): Response | Promise<Response> | undefined {
  try {
    targetOf(request);
    requireOneLength(request.headers.get('content-length'));
    return undefined;
  } catch (fault) {
    return refused(request, asDomainError(fault), 'v1');
  }
}

const refused = (request: Request, error: DomainError, set: EndpointSet) =>
  localized(request, problem(error, set, requestIdOf(request)));

function unknownPath(request: Request): Response | Promise<Response> {
  const { pathname } = targetOf(request);
  const error = new DomainError('NOT_FOUND', `There is nothing at ${pathname}.`, { resource: 'path' });
  return refused(request, error, setOfPath(pathname));
}

async function health<Ctx extends AnyContext>(service: ServiceApp<Ctx>) {
  const [database, messages] = [await service.isAlive(), service.areMessagesConnected()];
  return {
    status: database && messages ? 'ok' : 'degraded',
    service: service.name,
    version: service.version,
    database: database ? 'connected' : 'disconnected',
    messages: messages ? 'connected' : 'disconnected',
  };
}
