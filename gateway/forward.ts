import { DomainError, unavailable } from '@consulting/shared/errors';
import { callerHeader } from '@consulting/shared/http/caller';
import { traceParent } from '@consulting/shared/tracing';
import { deadline } from './deadlines';
import { type InboundBody, inboundBody, tooSlow } from './inbound-body';

/** RFC 9110 7.6.1: these belong to one connection and are never passed on. */
const hopByHop = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/** What the gateway alone has to know. */
const unforwarded = new Set([...hopByHop, 'host', 'authorization', 'x-api-key', 'cookie']);

const headerBytesMax = 16 * 1024;
const headersMax = 100;
const firstByteTimeoutMs = 60_000;
const uploadTimeoutMs = 15 * 60_000;

export interface Forwarding {
  /** Addresses to try, in order; a later one only when an earlier one refuses the connection. */
  addresses: string[];
  /** Hears of an address that is about to stop or has stopped. */
  avoid: (address: string) => void;
  service: string;
  pathAndQuery: string;
  callerToken: string;
  requestId: string;
  bodyBytesMax: number;
}

/**
 * Sends a request on to a service, streaming both ways; the client's abort reaches the service.
 * @throws HEADERS_TOO_LARGE, BODY_TOO_LARGE, REQUEST_TIMEOUT, UPSTREAM_FAILED, UPSTREAM_TIMEOUT, DEPENDENCY_UNAVAILABLE
 */
export async function forward(request: Request, forwarding: Forwarding): Promise<Response> {
  const headers = outgoingHeaders(request.headers, forwarding);
  const body = inboundBody(request, forwarding.bodyBytesMax);
  const isRepeatable = body === null && (request.method === 'GET' || request.method === 'HEAD');
  const { addresses } = forwarding;
  let failure: unknown;
  for (let attempt = 0; ; attempt += 1) {
    const address = addresses[attempt] ?? (isRepeatable && attempt === 1 ? addresses[0] : undefined);
    if (address === undefined) throw asProblem(failure, forwarding.service);
    try {
      const response = await send(request, address + forwarding.pathAndQuery, headers, body);
      if (isLastAnswer(response)) forwarding.avoid(address);
      return incoming(response);
    } catch (error) {
      failure = error;
      if (isRefused(error)) forwarding.avoid(address);
      // A read is tried a second time: its kept-alive connection may just have been closed by the service.
      const mayTryAgain = isRefused(error) || (isRepeatable && attempt === 0);
      if (error instanceof DomainError || request.signal.aborted || !mayTryAgain)
        throw asProblem(error, forwarding.service);
    }
  }
}

/** A service that is about to stop ends each connection with the answer. */
const isLastAnswer = ({ headers }: Response) => headers.get('connection')?.toLowerCase() === 'close';

async function send(
  request: Request,
  url: string,
  headers: Record<string, string>,
  body: InboundBody | null,
): Promise<Response> {
  const isUpload = body && request.headers.get('content-type')?.startsWith('multipart/');
  const limitMs = isUpload ? uploadTimeoutMs : firstByteTimeoutMs;
  const stop = new AbortController();
  request.signal.onabort = () => stop.abort();
  let isLate = false;
  const inTime = deadline(limitMs, () => {
    isLate = true;
    stop.abort();
  });
  try {
    const options = {
      method: request.method,
      headers,
      body: body?.stream,
      redirect: 'manual',
      decompress: false,
      signal: stop.signal,
    };
    return await fetch(url, options as RequestInit);
  } catch (error) {
    if (!isLate) throw error;
    if (body && !body.isComplete()) throw tooSlow();
    throw new DomainError('UPSTREAM_TIMEOUT', `The service did not answer within ${limitMs / 1000} seconds.`);
  } finally {
    inTime();
  }
}

const isRefused = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'ConnectionRefused' || error.code === 'ECONNREFUSED');

function asProblem(error: unknown, service: string): DomainError {
  if (error instanceof DomainError) return error;
  if (isRefused(error)) return unavailable(service, error);
  return new DomainError(
    'UPSTREAM_FAILED',
    'The service ended the connection before it answered.',
    {},
    { cause: error },
  );
}

/** What the service gets to see: nothing of one connection, no forged caller, no credential. */
function outgoingHeaders(given: Headers, { callerToken, requestId }: Forwarding): Record<string, string> {
  const headers: Record<string, string> = {};
  const named = given.get('connection')?.toLowerCase().split(/ *, */);
  let bytes = 0;
  let count = 0;
  given.forEach((value, name) => {
    bytes += name.length + value.length;
    count += 1;
    if (!unforwarded.has(name) && !name.startsWith('x-caller') && !named?.includes(name))
      headers[name] = value;
  });
  if (bytes > headerBytesMax || count > headersMax)
    throw new DomainError(
      'HEADERS_TOO_LARGE',
      `The headers are more than ${headersMax} or ${headerBytesMax} bytes.`,
    );
  headers[callerHeader] = callerToken;
  headers['x-request-id'] = requestId;
  const parent = traceParent();
  if (parent !== undefined) headers.traceparent = parent;
  return headers;
}

/** The answer of the service without what belongs to its connection. */
function incoming(response: Response): Response {
  const { headers } = response;
  const named = headers.get('connection');
  headers.delete('keep-alive');
  headers.delete('transfer-encoding');
  if (named === null) return response;
  for (const name of [...hopByHop, ...named.split(/ *, */)]) if (name !== '') headers.delete(name);
  return response;
}
