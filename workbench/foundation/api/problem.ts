import type { Problem } from '@consulting/client/connect';

export class ApiProblem extends Error {
  constructor(
    readonly status: number,
    readonly problem: Problem,
    readonly retryAfterSeconds: number | null,
  ) {
    super(problem.detail);
  }

  get code(): string {
    return this.problem.code;
  }
}

/** The service was not reached, so nothing is known of what became of the request. */
export class ConnectionLost extends Error {}

// Nothing was sent, because the service was not reached before either.
export class NetworkNeeded extends ConnectionLost {}

export const isPassing = (error: unknown): boolean =>
  error instanceof ConnectionLost ||
  (error instanceof ApiProblem && [429, 502, 503, 504].includes(error.status));

export function fieldMessages(error: unknown): Record<string, string[]> {
  if (!(error instanceof ApiProblem)) return {};
  const messages: Record<string, string[]> = {};
  for (const { field, message } of error.problem.errors ?? [])
    messages[field] = [...(messages[field] ?? []), message];
  return messages;
}

export async function refusalOf(response: Response): Promise<ApiProblem> {
  const problem = (await response.json().catch(() => null)) as Problem | null;
  return new ApiProblem(response.status, problem ?? unknownProblem(response), retryAfter(response));
}

export const unknownProblem = ({ status, statusText }: Response): Problem =>
  ({ code: 'UNKNOWN', detail: `${status} ${statusText}`, status }) as unknown as Problem;

export function retryAfter({ headers }: Response): number | null {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds : null;
}
