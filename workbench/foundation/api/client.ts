import { connect, type Problem } from '@consulting/client/connect';
import { createContext, useContext } from 'react';
import { isConnectionLost, reportConnection, tryConnection } from './connection';
import { fetchTelling, type Sent } from './fetch-telling';
import { ApiProblem, ConnectionLost, NetworkNeeded, retryAfter, unknownProblem } from './problem';

export type Api = ReturnType<typeof connect>;

export type Credential = { kind: 'none' } | { kind: 'key'; key: string } | { kind: 'token'; token: string };

const headersOf = (credential: Credential): Record<string, string> => {
  if (credential.kind === 'key') return { 'x-api-key': credential.key };
  return credential.kind === 'token' ? { authorization: `Bearer ${credential.token}` } : {};
};

export interface Caller {
  api: Api;
  fetch: Fetch;
  fetchTelling: (onSent: Sent) => Fetch;
}

type Fetch = (input: Request | string, init?: RequestInit) => Promise<Response>;

/**
 * The credential is read when a request is sent, so that waiting requests go on after another sign-in;
 * `refused` is called only when the refused credential is still the current one.
 */
export function createCaller(credential: () => Credential, refused: () => void = () => {}): Caller {
  const by =
    (send: (request: Request) => Promise<Response>): Fetch =>
    (input, init) =>
      withCredential(new Request(input, init), send);
  async function withCredential(request: Request, send: (request: Request) => Promise<Response>) {
    if (isConnectionLost() && request.method !== 'GET') await requireConnection(request.signal);
    const sent = headersOf(credential());
    for (const [name, value] of Object.entries(sent)) request.headers.set(name, value);
    const response = await send(request).catch((error) => {
      if (request.signal.aborted) throw error;
      reportConnection(false);
      throw new ConnectionLost('The service was not reached.', { cause: error });
    });
    reportConnection(true);
    const isCurrent = JSON.stringify(sent) === JSON.stringify(headersOf(credential()));
    if (response.status === 401 && isCurrent) refused();
    return response;
  }
  const fetch = by((request) => window.fetch(request));
  return {
    api: connect(window.location.origin, undefined, fetch),
    fetch,
    fetchTelling: (onSent) => by((request) => fetchTelling(request, onSent)),
  };
}

// What became of a change that is sent into a lost connection would not be known.
async function requireConnection(signal: AbortSignal): Promise<void> {
  await tryConnection(signal);
  if (isConnectionLost()) throw new NetworkNeeded('The service was not reached, so nothing was sent.');
}

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** An answer without data (204) is undefined. @throws ApiProblem, ConnectionLost */
export async function answered<T>(call: Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await call;
  if (response.ok) return data as T;
  const problem = isProblem(error) ? error : unknownProblem(response);
  throw new ApiProblem(response.status, problem, retryAfter(response));
}

const isProblem = (error: unknown): error is Problem =>
  typeof error === 'object' && error !== null && 'code' in error && 'detail' in error;

export const CallerContext = createContext<Caller | null>(null);

export function useCaller(): Caller {
  const caller = useContext(CallerContext);
  if (!caller) throw new Error('There is no caller outside of the session.');
  return caller;
}

export const useApi = (): Api => useCaller().api;
