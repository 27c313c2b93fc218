import { DomainError, unavailable } from '@consulting/shared/errors';
import { callerHeader } from '@consulting/shared/http/caller';

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

const firstByteTimeoutMs = 60_000;
const uploadTimeoutMs = 15 * 60_000;

export interface Forwarding {
  /** Addresses to try, in order; a later one only when an earlier one refuses the connection. */
  addresses: string[];
  service: string;
  pathAndQuery: string;
  callerToken: string;
  requestId: string;
  bodyBytesMax: number;
}

/**
 * Sends a request on to a service, streaming both ways; the client's abort reaches the service.
 * @throws BODY_TOO_LARGE, UPSTREAM_FAILED, UPSTREAM_TIMEOUT, DEPENDENCY_UNAVAILABLE
 */
export async function forward(request: Request, forwarding: Forwarding): Promise<Response> {
  const headers = outgoingHeaders(request.headers, forwarding);
  const body = limitedBody(request, forwarding.bodyBytesMax);
  const isRepeatable = body === null && (request.method === 'GET' || request.method === 'HEAD');
  let failure: unknown;
  for (const [index, address] of attempts(forwarding.addresses, isRepeatable).entries()) {
    try {
      const response = await send(request, address + forwarding.pathAndQuery, headers, body);
      return incoming(response);
    } catch (error) {
      failure = error;
      if (error instanceof DomainError || request.signal.aborted) break;
      const mayTryAgain = isRefused(error) || (isRepeatable && index === 0);
      if (!mayTryAgain) break;
    }
  }
  throw asProblem(failure, forwarding.service);
}

/** A read is tried a second time: its kept-alive connection may just have been closed by the service. */
const attempts = (addresses: string[], isRepeatable: boolean) =>
  isRepeatable && addresses.length === 1 ? [...addresses, ...addresses] : addresses;

async function send(
  request: Request,
  url: string,
  headers: Headers,
  body: ReadableStream<Uint8Array> | null,
): Promise<Response> {
  const isUpload = request.headers.get('content-type')?.startsWith('multipart/') ?? false;
  const limitMs = isUpload ? uploadTimeoutMs : firstByteTimeoutMs;
  const stop = new AbortController();
  const abort = () => stop.abort();
  request.signal.addEventListener('abort', abort, { once: true });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    stop.abort();
  }, limitMs);
  try {
    const options = {
      method: request.method,
      headers,
      body,
      redirect: 'manual',
      decompress: false,
      signal: stop.signal,
    };
    return await fetch(url, options as RequestInit);
  } catch (error) {
    if (!isLate) throw error;
    throw new DomainError('UPSTREAM_TIMEOUT', `The service did not answer within ${limitMs / 1000} seconds.`);
  } finally {
    clearTimeout(timer);
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

function outgoingHeaders(given: Headers, { callerToken, requestId }: Forwarding): Headers {
  const headers = new Headers(given);
  dropHopByHop(headers);
  for (const name of [...headers.keys()]) if (name.startsWith('x-caller')) headers.delete(name);
  headers.delete('host');
  headers.set(callerHeader, callerToken);
  headers.set('x-request-id', requestId);
  return headers;
}

function incoming(response: Response): Response {
  const headers = new Headers(response.headers);
  dropHopByHop(headers);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

function dropHopByHop(headers: Headers): void {
  const named = headers.get('connection')?.split(',') ?? [];
  for (const name of [...hopByHop, ...named.map((part) => part.trim())])
    if (name !== '') headers.delete(name);
}

/** The body as it arrives; one without a length is counted on the way. @throws BODY_TOO_LARGE */
function limitedBody(request: Request, bytesMax: number): ReadableStream<Uint8Array> | null {
  if (request.body === null) return null;
  const tooLarge = () =>
    new DomainError('BODY_TOO_LARGE', `The body is larger than ${bytesMax} bytes.`, { bytesMax });
  const declared = request.headers.get('content-length');
  if (declared !== null) {
    if (Number(declared) > bytesMax) throw tooLarge();
    return request.body;
  }
  let bytes = 0;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > bytesMax) controller.error(tooLarge());
      else controller.enqueue(chunk);
    },
  });
  return request.body.pipeThrough(counted);
}
