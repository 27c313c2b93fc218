import { type Database, databaseUnavailable, isConnectionLost, retryConflicts } from '../../postgres';
import {
  type Caller,
  type Context,
  countedAs,
  type Logger,
  originOf,
  outcomeUnknown,
  recordAnswer,
  requestIdOf,
  requestSpan,
  type Telemetry,
  traced,
  WriteDeadline,
  within,
  writeMsMax,
} from '../../process';
import { DomainError, type Fields, Page, SerializedJson, WrittenRecords } from '../../schema';
import { type Audited, audit, recordIdOf } from './audit';
import { fingerprintOf, type ReceivedBody, receiveBody } from './body';
import type { BodyMemory } from './body-memory';
import { callerHeader, type createCallerVerifier, writeMsHeader } from './caller';
import { encoded } from './compression';
import { entityTags } from './entity-tags';
import { type Answered, idempotencyKey, type StoredAnswers, type StoredList } from './idempotency';
import { localized, ownTags } from './localized';
import { filled } from './location';
import { asDomainError, type EndpointSet, prefixes, problem, statusOf } from './problem';
import { isWriting, noQuery, type Parts, pathTemplate, type Route, takesKey } from './route';
import { targetOf } from './target';
import { limitedFor, requireOpen, type Visibility, visibleTo } from './visible';
import { wholeResponse } from './whole-response';

export interface Serving<Ctx extends Context & { db: Database }> extends Visibility {
  context(base: Context, db: Database): Ctx;
  db: Database;
  answers: StoredAnswers;
  bodyMemory: BodyMemory;
  verifyCaller: ReturnType<typeof createCallerVerifier>;
  log: Logger;
  telemetry: Telemetry;
  bodyBytesMax: number;
  bulkBodyBytesMax: number;
  uploadBytesMax: number;
}

type AnyContext = Context & { db: Database };
type AnyParts = Parts<string, Fields>;

export function serve<Ctx extends AnyContext>(
  serving: Serving<Ctx>,
  set: EndpointSet,
  route: Route<Ctx>,
  request: Request,
  params: Record<string, string>,
): Promise<Response> {
  const operation = `${set}.${route.options.name}`;
  return traced(
    request.headers,
    () => requestSpan(request.method, targetOf(request).pathname, prefixes[set] + pathTemplate(route.path)),
    () => answer(serving, set, route, request, params, operation),
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
  const requestId = requestIdOf(request);
  const log = serving.log.with({ requestId, operation });
  const audited: Audited = {};
  const asked = { requestId, log, audited };
  const response = await attempt(serving, set, route, request, params, asked).catch((thrown) => {
    const error = databaseUnavailable(thrown) ?? asDomainError(thrown);
    if (error.code === 'INTERNAL_ERROR') log.error('request failed', { error: error.cause ?? error });
    audited.code = error.code;
    return problem(error, set, requestId);
  });
  if (route.method !== 'GET') audit(log, operation, params, response.status, audited);
  response.headers.set('x-request-id', requestId);
  const seconds = (performance.now() - started) / 1000;
  serving.telemetry.observeRequest(operation, response.status, seconds);
  recordAnswer(response.status);
  log.info('answered', { status: response.status, seconds });
  return encoded(request, await localized(request, response, route.options.answer));
}

async function attempt<Ctx extends AnyContext>(
  serving: Serving<Ctx>,
  set: EndpointSet,
  route: Route<Ctx>,
  request: Request,
  params: Record<string, string>,
  { requestId, log, audited }: { requestId: string; log: Logger; audited: Audited },
): Promise<Response> {
  const caller = await serving.verifyCaller(request.headers.get(callerHeader));
  audited.caller = caller;
  const base: Context = { caller, requestId, log, ifMatch: entityTags(request.headers.get('if-match')) };
  return within(originOf(requestId, caller), () =>
    attemptFor(serving, set, route, request, params, base, audited),
  );
}

async function attemptFor<Ctx extends AnyContext>(
  serving: Serving<Ctx>,
  set: EndpointSet,
  route: Route<Ctx>,
  request: Request,
  params: Record<string, string>,
  base: Context,
  audited: Audited,
): Promise<Response> {
  const { caller, log } = base;
  requireOpen(serving, route, caller);
  const contextOf = (db = serving.db) => serving.context(base, limitedFor(base, db));
  const { pathname, search } = targetOf(request);
  const query = (route.options.query ?? noQuery).read(new URLSearchParams(search));
  const parts = {
    params,
    query,
    signal: request.signal,
    lastEventId: request.headers.get('last-event-id'),
    ifNoneMatch: ownTags(request),
  };
  const key = takesKey(route) ? idempotencyKey(request, route.options.holdsSecret) : undefined;
  const counted = countedAs(caller);
  const memory = serving.bodyMemory.shareOf(counted);
  try {
    const received = await receiveBody({ ...serving, log, memory, counted }, route, request);
    base.visible = await visibleTo(serving, route, caller, { params, query, received });
    const act = async (db?: Database): Promise<Answered> => {
      const result = await route.handle(contextOf(db), { ...parts, ...received } as AnyParts);
      audited.recordId = recordIdOf(result);
      return { result, response: shape(set, route, result, [params, received.body]) };
    };
    const answer = (answerOnce: (act: Act) => Promise<Response>) =>
      inTime(request, set, route, log, () => keepingUpload(received, act, answerOnce));
    if (key === undefined) return await answer(async (run) => (await run()).response);
    const { repeat } = route.options;
    const attempt = {
      caller: counted,
      scope: `${caller.id} ${route.method} ${pathname}${scopeMark(caller)}`,
      key,
      fingerprint: await fingerprintOf(received),
      repeat:
        repeat &&
        (async (stored: StoredList) =>
          shape(set, route, await repeat(contextOf(), stored, query), [params, received.body])),
    };
    return await answer((run) => serving.answers.answerOnce({ ...attempt, run }));
  } finally {
    memory.release();
  }
}

// Who was limited since gets no answer that was stored before.
const scopeMark = ({ scope }: Caller): string =>
  scope ? ` ${new Bun.CryptoHasher('sha256').update(JSON.stringify(scope)).digest('hex')}` : '';

/** A write that fails after part of it was stored must not be reported as failed. */
async function inTime<Ctx extends AnyContext>(
  request: Request,
  set: EndpointSet,
  route: Route<Ctx>,
  log: Logger,
  answer: () => Promise<Response>,
): Promise<Response> {
  if (!isWriting(route)) return answer();
  const deadline = new WriteDeadline(writeMsOf(request));
  try {
    return await deadline.run(answer);
  } catch (thrown) {
    const error = databaseUnavailable(thrown) ?? asDomainError(thrown);
    if (!deadline.hasStored || statusOf(error.code, set) < 500) throw thrown;
    log.error('request failed after something of it was stored', { error: error.cause ?? error });
    throw outcomeUnknown(thrown);
  }
}

function writeMsOf({ headers }: Request): number {
  const given = Number(headers.get(writeMsHeader));
  return given > 0 ? Math.min(given, writeMsMax) : writeMsMax;
}

type Act = (db?: Database) => Promise<Answered>;

async function keepingUpload(
  { upload }: ReceivedBody,
  act: Act,
  answer: (act: Act) => Promise<Response>,
): Promise<Response> {
  let isTaken = false;
  const run: Act = async (db) => {
    const answered = await act(db);
    isTaken = true;
    return answered;
  };
  try {
    const response = await retryConflicts(() => answer(run));
    if (!isTaken) await upload?.discard?.();
    return response;
  } catch (error) {
    if (!isConnectionLost(error)) await upload?.discard?.();
    throw error;
  }
}

const jsonType = 'application/json;charset=utf-8';

function shape<Ctx>(
  set: EndpointSet,
  route: Route<Ctx>,
  result: unknown,
  asked: readonly unknown[],
): Response {
  const response = shapeAnswer(set, route, result);
  const { location } = route.options;
  if (location !== undefined && response.status === 201)
    response.headers.set('location', prefixes[set] + filled(location, [result, ...asked]));
  return response;
}

function shapeAnswer<Ctx>(set: EndpointSet, route: Route<Ctx>, result: unknown): Response {
  if (result instanceof Response) return result;
  const status = route.options.success ?? 200;
  if (status === 204) return new Response(null, { status });
  if (result === undefined) throw new DomainError('INTERNAL_ERROR', 'The request could not be completed.');
  if (result instanceof SerializedJson)
    return wholeResponse(result.text, status, { 'content-type': jsonType });
  const text = result instanceof Page ? pageText(set, result) : JSON.stringify(result);
  const version = (result as { version?: unknown } | null)?.version;
  const response = wholeResponse(text, status, { 'content-type': jsonType });
  if (typeof version === 'number') response.headers.set('etag', `"${version}"`);
  return response;
}

function pageText(set: EndpointSet, { data, total, skip, limit, more }: Page<unknown>) {
  const hasMore = more.next === undefined ? skip + data.length < total : more.next !== null;
  const envelope = { total, skip, limit, ...(set === 'v1' ? {} : { hasMore }), ...more };
  if (!(data instanceof WrittenRecords)) return JSON.stringify({ data, ...envelope });
  const ending = JSON.stringify(envelope).replace('{', ',');
  return Buffer.concat([Buffer.from('{"data":'), data.json, Buffer.from(ending)]);
}
