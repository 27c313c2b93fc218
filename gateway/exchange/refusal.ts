import { asDomainError, fitted, problem } from '@consulting/kernel/http';
import type { Logger } from '@consulting/kernel/process';
import type { DomainError } from '@consulting/kernel/schema';
import { setLimitHeaders } from '../limits/window';
import type { Exchange } from './exchange';
import type { RefusalAudit } from './refusal-audit';

interface Refusing {
  log: Logger;
  refusals: RefusalAudit;
  challenge: string;
}

export function refuse(
  { log, refusals, challenge }: Refusing,
  exchange: Exchange,
  thrown: unknown,
): Response {
  const { pathname, requestId, set, caller } = exchange;
  const { method } = exchange.request;
  const error = asDomainError(thrown);
  const { code } = error;
  if (code === 'INTERNAL_ERROR') log.error('request failed', { requestId, error: error.cause });
  if (code.startsWith('UPSTREAM')) log.warn('service failed', { requestId, path: fitted(pathname), error });
  const response = problem(error, set, requestId);
  const { status } = response;
  if (status === 401) response.headers.set('www-authenticate', challenge);
  if (code === 'RATE_LIMITED') setLimitHeaders(response.headers, limitStateOf(error));
  if (isAudited(exchange, status)) {
    exchange.isAudited = true;
    refusals.write({ caller, address: exchange.address(), method, pathname, status, code, requestId });
  }
  return response;
}

const limitStateOf = ({ facts }: DomainError) => ({
  limit: Number(facts.limit),
  remaining: 0,
  resetSeconds: Number(facts.retryAfterSeconds),
});

/** A service audits what reaches it. Unreadable calls are audited too, since anybody may send many of those. */
const isAudited = ({ request, fault }: Exchange, status: number) =>
  fault !== undefined ||
  [401, 403, 429].includes(status) ||
  !['GET', 'HEAD', 'OPTIONS'].includes(request.method);
