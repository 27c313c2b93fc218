import type { Context } from '../context';
import { DomainError, unavailable } from '../errors';
import type { Fields } from '../fields/field';
import type { Logger } from '../log';
import { Page } from '../page';
import type { Database } from '../store/connect';
import { isConnectionLost } from '../store/driver/failure';
import { isLockNotAvailable } from '../store/query';
import { retryDeadlocks } from '../store/retry';
import type { Telemetry } from '../telemetry';
import { traced } from '../tracing';
import { WrittenJson } from '../written-json';
import { type Audited, audit, recordIdOf } from './audit';
import { readJson } from './body';
import { callerHeader, type createCallerVerifier } from './caller';
import { answerOnce, fingerprintOfJson, fingerprintOfUpload, idempotencyKey } from './idempotency';
import { asDomainError, type EndpointSet, problem } from './problem';
import { noQuery, type Parts, type Route } from './route';
import { isForm, type ReceiveUpload, receiveUpload } from './upload';

/** What answering needs of a service. */
export interface Serving<Ctx extends Context & { db: Database }> {
  /** The context of a verb; with `db` a transaction that the verb must stay in. */
  context(base: Context, db?: Database): Ctx;
  db: Database;
  verifyCaller: ReturnType<typeof createCallerVerifier>;
  log: Logger;
  telemetry: Telemetry;
  bodyBytesMax: number;
  bulkBodyBytesMax: number;
  uploadBytesMax: number;
}

type AnyContext = Context & { db: Database };
type AnyParts = Parts<string, Fields>;

/** Answers one request of a route: caller, query, body, verb, envelope, problems, log, metrics and trace. */
export function serve<Ctx extends AnyContext>(
  serving: Serving<Ctx>,
  set: EndpointSet,
  route: Route<Ctx>,
  request: Request,
  params: Record<string, string>,
): Promise<Response> {
  const operation = `${set}.${route.options.name}`;
  return traced(operation, 'server', request.headers, () =>
    answer(serving, set, route, request, params, operation),
  );
}

async function answer<Ctx extends AnyContext>(
  serving: Serving<Ctx>,
  set: EndpointSet,
  route: Route<Ctx>,
  request: Request,
  params: Record<string, string>,
  operation: string,
): Promise<Response> {
  const started = performance.now();
  const requestId = request.headers.get('x-request-id') ?? crypto.randomUUID();
  const log = serving.log.with({ requestId, operation });
  const audited: Audited = {};
  const asked = { requestId, log, audited };
  const response = await attempt(serving, set, route, request, params, asked).catch((thrown) => {
    const isAway = isConnectionLost(thrown) || isLockNotAvailable(thrown);
    const error = isAway ? unavailable('database', thrown) : asDomainError(thrown);
    if (error.code === 'INTERNAL_ERROR') log.error('request failed', { error: error.cause ?? error });
    audited.code = error.code;
    return problem(error, set, requestId);
  });
  if (route.method !== 'GET') audit(log, operation, params, response.status, audited);
  response.headers.set('x-request-id', requestId);
  const seconds = (performance.now() - started) / 1000;
  serving.telemetry.observeRequest(operation, response.status, seconds);
  log.info('answered', { status: response.status, seconds });
  return response;
}

async function attempt<Ctx extends AnyContext>(
  serving: Serving<Ctx>,
  set: EndpointSet,
  route: Route<Ctx>,
  request: Request,
  params: Record<string, string>,
  { requestId, log, audited }: { requestId: string; log: Logger; audited: Audited },
): Promise<Response> {
  const caller = serving.verifyCaller(request.headers.get(callerHeader));
  audited.caller = caller;
  const base: Context = { caller, requestId, log, ifMatch: ifMatch(request) };
  const { pathname, searchParams } = new URL(request.url);
  const query = (route.options.query ?? noQuery).read(searchParams);
  const parts = { params, query, signal: request.signal, lastEventId: request.headers.get('last-event-id') };
  const key =
    route.method === 'POST' && !route.options.isReadingOnly
      ? idempotencyKey(request, route.options.holdsSecret)
      : undefined;
  const act = async (body: unknown, upload: ReceiveUpload, db?: Database) => {
    const given = { ...parts, body, upload } as AnyParts;
    const result = await route.handle(serving.context(base, db), given);
    audited.recordId = recordIdOf(result);
    return shape(set, route, result);
  };

  const receive: ReceiveUpload = (take) => receiveUpload(request, serving.uploadBytesMax, take);
  const scope = `${caller.id} ${route.method} ${pathname}`;
  if (takesForm(route, request)) {
    if (key === undefined) return act(undefined, receive);
    let form: string | undefined;
    const remember: ReceiveUpload = async (take) => {
      const upload = await receive(take);
      form = fingerprintOfUpload(upload);
      return upload;
    };
    const fingerprint = async () => form ?? fingerprintOfUpload(await receive(() => {}));
    return answerOnce(serving.db, { scope, key, fingerprint, run: (tx) => act(undefined, remember, tx) });
  }
  const body = await readBody(serving, route, request);
  if (key === undefined) return retryDeadlocks(() => act(body, receive));
  const fingerprint = async () => fingerprintOfJson(body);
  const run = (tx: Database) => act(body, receive, tx);
  return retryDeadlocks(() => answerOnce(serving.db, { scope, key, fingerprint, run }));
}

/** The version that `If-Match` asks for, without the quotes of an ETag. */
function ifMatch(request: Request): string | undefined {
  const header = request.headers.get('if-match')?.trim();
  return header === undefined || header === '*' ? undefined : header.replace(/^"(.*)"$/, '$1');
}

/** Whether the request brings a form; of a route that takes both kinds of body, its media type decides. */
const takesForm = <Ctx>({ options }: Route<Ctx>, request: Request) =>
  options.upload !== undefined && (options.body === undefined || isForm(request));

async function readBody<Ctx extends AnyContext>(
  serving: Serving<Ctx>,
  route: Route<Ctx>,
  request: Request,
): Promise<unknown> {
  if (!route.options.body) return undefined;
  return readJson(request, route.options.isBulk ? serving.bulkBodyBytesMax : serving.bodyBytesMax);
}

const jsonHeaders = { 'content-type': 'application/json;charset=utf-8' };

/** Puts the result of a verb into the envelope of the set; a record carries its version as ETag. */
function shape<Ctx>(set: EndpointSet, route: Route<Ctx>, result: unknown): Response {
  if (result instanceof Response) return result;
  const status = route.options.success ?? 200;
  if (status === 204) return new Response(null, { status });
  if (result === undefined) throw new DomainError('INTERNAL_ERROR', 'The request could not be completed.');
  if (result instanceof WrittenJson) return new Response(result.text, { status, headers: jsonHeaders });
  const response = Response.json(result instanceof Page ? envelope(set, result) : result, { status });
  const version = (result as { version?: unknown } | null)?.version;
  if (typeof version === 'number') response.headers.set('etag', `"${version}"`);
  return response;
}

/** v1: data, total, skip, limit; api-v1 adds hasMore. */
function envelope(set: EndpointSet, { data, total, skip, limit }: Page<unknown>) {
  const page = { data, total, skip, limit };
  return set === 'v1' ? page : { ...page, hasMore: skip + data.length < total };
}
