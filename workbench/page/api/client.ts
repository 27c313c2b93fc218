import { connect, type Problem } from '@consulting/client/connect';
import { createContext, useContext } from 'react';
import { tellConnection } from './connection';
import { fetchTelling, type Sent } from './fetch-telling';
import { ApiProblem, ConnectionLost, retryAfter, unknownProblem } from './problem';

export type Api = ReturnType<typeof connect>;

/** What a caller proves itself by; it is kept for the session of the browser alone. */
export type Credential = { kind: 'none' } | { kind: 'key'; key: string } | { kind: 'token'; token: string };

const headersOf = (credential: Credential): Record<string, string> => {
  if (credential.kind === 'key') return { 'x-api-key': credential.key };
  return credential.kind === 'token' ? { authorization: `Bearer ${credential.token}` } : {};
};

export interface Caller {
  api: Api;
  /** As `fetch` of the browser, with the credential: for files and streams. */
  fetch: Fetch;
  /** The same for an upload, which tells how much of it is on its way. */
  fetchTelling: (onSent: Sent) => Fetch;
}

type Fetch = (input: Request | string, init?: RequestInit) => Promise<Response>;

/**
 * @param credential as it is when a request is sent, so that what waits goes on after another sign-in
 * @param refused is told when the service does not take the credential that still is the present one
 */
export function createCaller(credential: () => Credential, refused: () => void = () => {}): Caller {
  const by =
    (send: (request: Request) => Promise<Response>): Fetch =>
    (input, init) =>
      withCredential(new Request(input, init), send);
  async function withCredential(request: Request, send: (request: Request) => Promise<Response>) {
    const sent = headersOf(credential());
    for (const [name, value] of Object.entries(sent)) request.headers.set(name, value);
    const response = await send(request).catch((error) => {
      if (request.signal.aborted) throw error;
      tellConnection(false);
      throw new ConnectionLost('The service was not reached.', { cause: error });
    });
    tellConnection(true);
    const isPresent = JSON.stringify(sent) === JSON.stringify(headersOf(credential()));
    if (response.status === 401 && isPresent) refused();
    return response;
  }
  const fetch = by((request) => window.fetch(request));
  return {
    api: connect(window.location.origin, undefined, fetch),
    fetch,
    fetchTelling: (onSent) => by((request) => fetchTelling(request, onSent)),
  };
}

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** The data of an answer; undefined where it has none (204). @throws ApiProblem, ConnectionLost */
export async function answered<T>(call: Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await call;
  if (response.ok) return data as T;
  const problem = isProblem(error) ? error : unknownProblem(response);
  throw new ApiProblem(response.status, problem, retryAfter(response));
}

const isProblem = (error: unknown): error is Problem =>
  typeof error === 'object' && error !== null && 'code' in error && 'detail' in error;

export const CallerContext = createContext<Caller | null>(null);

/** The API as the present caller. */
export function useCaller(): Caller {
  const caller = useContext(CallerContext);
  if (!caller) throw new Error('There is no caller outside of the session.');
  return caller;
}

export const useApi = (): Api => useCaller().api;
