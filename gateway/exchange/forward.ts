import {
  bodyTooSlow,
  callerHeader,
  clientGone,
  formPace,
  jsonPace,
  writeMsHeader,
} from '@consulting/kernel/http';
import { unknownOutcome, writeMsMax } from '@consulting/kernel/process';
import { DomainError, unavailable } from '@consulting/kernel/schema';
import { Deadline, SilentInstance } from '../routing/deadline';
import { type InboundBody, inboundBody } from './inbound-body';
import { endsConnection } from './inbound-headers';
import { sent } from './spans';

const readMsMax = 60_000;

export interface Patience {
  writeMs: number;
  marginMs: number;
}

/** The margin is longer than a single statement may run that no transaction ends in time. */
export const usualPatience: Patience = { writeMs: writeMsMax, marginMs: 20_000 };

export interface Forwarding {
  addresses: string[];
  avoid: (address: string) => void;
  service: string;
  pathAndQuery: string;
  headers: Record<string, string>;
  callerToken: string | Promise<string>;
  requestId: string;
  bodyBytesMax: number;
  patience?: Patience | undefined;
}

/**
 * The abort of the client reaches the service.
 * @throws BODY_TOO_LARGE, REQUEST_TIMEOUT, UPSTREAM_FAILED, UPSTREAM_TIMEOUT, DEPENDENCY_UNAVAILABLE
 */
export async function forward(request: Request, forwarding: Forwarding): Promise<Response> {
  const { addresses, avoid, service, pathAndQuery } = forwarding;
  const { method } = request;
  const headers = outgoingHeaders(forwarding, await forwarding.callerToken);
  const body = inboundBody(request, forwarding.bodyBytesMax);
  const isRepeatable = body === null && isRead(method);
  const stop = body && stoppable(request.signal);
  const signal = stop?.signal ?? request.signal;
  const deadline = new Deadline(limitMsOf(request, forwarding, body), () => stop?.abort());
  const options = { method, headers, body: body?.stream, signal, ...untouched };
  let failure: unknown;
  try {
    for (let attempt = 0; ; attempt += 1) {
      const mayBeAskedTwice = isRepeatable && attempt === 1 && !(failure instanceof SilentInstance);
      const address = addresses[attempt] ?? (mayBeAskedTwice ? addresses[0] : undefined);
      if (address === undefined) throw failure ?? unavailable(service);
      try {
        const send = () => fetch(address + pathAndQuery, options);
        const sending = { method, service, address, pathAndQuery, attempt, headers };
        const mayLeave = isRepeatable && attempt + 1 < addresses.length;
        const response = await deadline.before(sent(sending, send), address, mayLeave);
        if (endsConnection(response.headers)) avoid(address);
        return response;
      } catch (error) {
        failure = error;
        if (isUnreachable(error)) avoid(address);
        // A read is tried a second time: its kept-alive connection may just have been closed by the service.
        const mayTryAgain =
          isUnreachable(error) || (isRepeatable && (attempt === 0 || error instanceof SilentInstance));
        if (error instanceof DomainError || deadline.isOver || signal.aborted || !mayTryAgain) throw error;
      }
    }
  } catch (error) {
    if (error instanceof SilentInstance) stop?.abort();
    if (deadline.isOver) throw late(body, deadline, isRead(method));
    throw request.signal.aborted || isBrokenOff(error, body)
      ? clientGone()
      : asProblem(error, service, isRead(method));
  } finally {
    deadline.end();
  }
}

const isRead = (method: string) => method === 'GET' || method === 'HEAD';

/** The time of a service begins when the body has arrived, which has a time of its own. */
function limitMsOf(
  request: Request,
  { patience = usualPatience }: Forwarding,
  body: InboundBody | null,
): number {
  if (isRead(request.method)) return readMsMax;
  const { totalMs } = isForm(request) ? formPace : jsonPace;
  return patience.writeMs + patience.marginMs + (body ? totalMs : 0);
}

/** A read goes on to its end, because a signal that two parties can abort costs more than all else of forwarding it. */
function stoppable(client: AbortSignal): AbortController {
  const stop = new AbortController();
  client.onabort = () => stop.abort();
  return stop;
}

const untouched = { redirect: 'manual', decompress: false } as const;

export const isForm = ({ headers }: Request): boolean =>
  headers.get('content-type')?.startsWith('multipart/') ?? false;

const isBrokenOff = (error: unknown, body: InboundBody | null) =>
  body?.isComplete() === false && error instanceof Error && error.name === 'AbortError';

function late(body: InboundBody | null, { limitMs }: Deadline, isReading: boolean): DomainError {
  if (body && !body.isComplete()) return bodyTooSlow();
  const detail = `The service did not answer within ${limitMs / 1000} seconds.`;
  return new DomainError('UPSTREAM_TIMEOUT', isReading ? detail : `${detail} ${unknownOutcome}`);
}

/** The connection was refused or the name stands for no machine, so nothing was sent. */
const unreachable = new Set(['ConnectionRefused', 'ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA']);

const isUnreachable = (error: unknown) =>
  error instanceof Error && 'code' in error && unreachable.has(String(error.code));

function asProblem(error: unknown, service: string, isReading: boolean): DomainError {
  if (error instanceof DomainError) return error;
  if (isUnreachable(error)) return unavailable(service, error);
  if (error instanceof SilentInstance) {
    if (isReading) return unavailable(service, error);
    const detail = 'The instance of the service that got the request does not answer any more.';
    return new DomainError('UPSTREAM_TIMEOUT', `${detail} ${unknownOutcome}`);
  }
  const detail = 'The service ended the connection before it answered.';
  const reported = isReading ? detail : `${detail} ${unknownOutcome}`;
  return new DomainError('UPSTREAM_FAILED', reported, {}, { cause: error });
}

function outgoingHeaders(
  { headers, requestId, patience = usualPatience }: Forwarding,
  callerToken: string,
): Record<string, string> {
  headers[callerHeader] = callerToken;
  headers[writeMsHeader] = String(patience.writeMs);
  headers['x-request-id'] = requestId;
  // Else the runtime asks for codings that the client may not know.
  headers['accept-encoding'] ??= 'identity';
  return headers;
}
