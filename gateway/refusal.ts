import type { Caller } from '@consulting/shared/context';
import type { DomainError } from '@consulting/shared/errors';
import { asDomainError, problem, setOfPath } from '@consulting/shared/http/problem';
import type { Logger } from '@consulting/shared/log';
import { showStanding } from './limits/headers';

export interface Refused {
  request: Request;
  pathname: string;
  requestId: string;
  address: string;
  caller: Caller | undefined;
}

/** The problem that answers a request which no service answered, with its log and audit lines. */
export function refuse(log: Logger, refused: Refused, thrown: unknown, challenge: string): Response {
  const { pathname, requestId } = refused;
  const error = asDomainError(thrown);
  if (error.code === 'INTERNAL_ERROR') log.error('request failed', { requestId, error: error.cause });
  if (error.code.startsWith('UPSTREAM')) log.warn('service failed', { requestId, path: pathname, error });
  const response = problem(error, setOfPath(pathname), requestId);
  if (response.status === 401) response.headers.set('www-authenticate', challenge);
  if (error.code === 'RATE_LIMITED') showStanding(response.headers, standingOf(error));
  if (isAudited(refused.request.method, response.status)) audit(log, refused, response.status, error);
  return response;
}

const standingOf = ({ facts }: DomainError) => ({
  limit: Number(facts.limit),
  remaining: 0,
  resetSeconds: Number(facts.retryAfterSeconds),
});

/** Every call that was refused for who calls, and every write; the service audits what reaches it. */
const isAudited = (method: string, status: number) =>
  [401, 403, 429].includes(status) || !['GET', 'HEAD', 'OPTIONS'].includes(method);

function audit(
  log: Logger,
  { request, pathname, requestId, address, caller }: Refused,
  status: number,
  error: DomainError,
) {
  log.info('audit', {
    caller: caller ?? null,
    address,
    action: `${request.method} ${pathname}`,
    outcome: 'refused',
    status,
    code: error.code,
    requestId,
  });
}
