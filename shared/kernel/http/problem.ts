import { STATUS_CODES } from 'node:http';
import { DomainError, type ErrorCode } from '../errors';

/** The two endpoint sets of the source documents. */
export type EndpointSet = 'v1' | 'api-v1';

export const prefixes: Record<EndpointSet, string> = { v1: '/v1', 'api-v1': '/api/v1' };

/** Status of an invalid request (resources.md 1, rule 10): the one status in which the sets differ. */
const validationStatus: Record<EndpointSet, number> = { v1: 400, 'api-v1': 422 };

const statuses: Record<Exclude<ErrorCode, 'VALIDATION_ERROR'>, number> = {
  INVALID_JSON: 400,
  CONFIRMATION_REQUIRED: 400,
  EMPTY_FILTER: 400,
  IDEMPOTENCY_KEY_NOT_ALLOWED: 400,
  FILE_UNREADABLE: 400,
  UNSUPPORTED_FILE_TYPE: 400,
  NOT_AN_ESTIMATION_SERVICE: 400,
  NO_MATCHING_CREW_MEMBERS: 400,
  PROJECT_LOCATION_INCOMPLETE: 400,
  CREW_INACTIVE: 400,
  EXCHANGE_RATE_MISSING: 400,
  EQUIPMENT_RATE_MISSING: 400,
  AUTHENTICATION_REQUIRED: 401,
  INVALID_CREDENTIALS: 401,
  INSUFFICIENT_ROLE: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  CODE_EXISTS: 409,
  TRADE_EXISTS: 409,
  RATE_CARD_EXISTS: 409,
  CLIENT_HAS_ACTIVE_PROJECTS: 409,
  PROJECT_HAS_ACTIVE_SERVICES: 409,
  SERVICE_APPROVED: 409,
  DUPLICATE_UPLOAD: 409,
  TRADE_IN_USE: 409,
  TRADE_AMBIGUOUS: 409,
  CREW_IN_USE: 409,
  EQUIPMENT_IN_USE: 409,
  WBS_HAS_CHILDREN: 409,
  WBS_IN_USE: 409,
  SUBCONTRACTOR_IN_USE: 409,
  INVALID_STATUS_TRANSITION: 409,
  COUNT_MISMATCH: 409,
  IDEMPOTENCY_KEY_REUSED: 409,
  IDEMPOTENCY_KEY_IN_PROGRESS: 409,
  IMPORT_RUNNING: 409,
  NO_SNAPSHOT: 409,
  CURRENCY_IN_USE: 409,
  PROJECT_HAS_SERVICES: 409,
  VERSION_MISMATCH: 412,
  FILE_TOO_LARGE: 413,
  BODY_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
  HEADERS_TOO_LARGE: 431,
  INTERNAL_ERROR: 500,
  UPSTREAM_FAILED: 502,
  DEPENDENCY_UNAVAILABLE: 503,
  UPSTREAM_TIMEOUT: 504,
};

/** The set that a path belongs to; paths outside both prefixes speak set 2. */
export const setOfPath = (path: string): EndpointSet => (path.startsWith('/v1/') ? 'v1' : 'api-v1');

export const statusOf = (code: ErrorCode, set: EndpointSet): number =>
  code === 'VALIDATION_ERROR' ? validationStatus[set] : statuses[code];

/** The problem body of RFC 9457 with `detail`, `code`, `requestId` and the facts of the error (resources.md 1.1). */
export function problem(error: DomainError, set: EndpointSet, requestId: string): Response {
  const status = statusOf(error.code, set);
  const { retryAfterSeconds, allow, ...facts } = error.facts;
  const headers = new Headers({ 'content-type': 'application/problem+json', 'x-request-id': requestId });
  if (retryAfterSeconds !== undefined) headers.set('retry-after', String(retryAfterSeconds));
  if (allow !== undefined) headers.set('allow', String(allow));
  const title = STATUS_CODES[status] ?? 'Error';
  const body = {
    type: 'about:blank',
    title,
    status,
    detail: error.message,
    code: error.code,
    ...facts,
    requestId,
  };
  return new Response(fitting(body), { status, headers });
}

/** The largest answer to a request that was refused. */
const problemBytesMax = 1024 * 1024;
const textLengthMax = 2000;

/** The problem as JSON, its lists halved until it fits. */
function fitting(body: Record<string, unknown>): string {
  const text = JSON.stringify(body);
  if (Buffer.byteLength(text) <= problemBytesMax) return text;
  const shorter = Object.entries(body).map(([key, value]) => {
    if (typeof value === 'string') return [key, value.slice(0, textLengthMax)];
    return Array.isArray(value) ? [key, value.slice(0, value.length >> 1)] : [key, value];
  });
  const less = Object.fromEntries(shorter);
  return JSON.stringify(less).length < text.length ? fitting(less) : text;
}

/** Any thrown value as a domain error; what is not one tells the client nothing. */
export function asDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  return new DomainError('INTERNAL_ERROR', 'The request could not be completed.', {}, { cause: error });
}
