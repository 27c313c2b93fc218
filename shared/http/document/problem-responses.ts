import { STATUS_CODES } from 'node:http';
import type { ErrorCode } from '../../errors';
import type { JsonSchema } from '../../fields/field';
import { type EndpointSet, statusOf } from '../problem';
import type { Route } from '../route';
import { problemMeanings } from './problem-meaning';
import { problemSchema } from './problem-schema';

/** Codes that every endpoint may answer, whatever it does. */
const always: ErrorCode[] = [
  'VALIDATION_ERROR',
  'AUTHENTICATION_REQUIRED',
  'INVALID_CREDENTIALS',
  'INSUFFICIENT_ROLE',
  'RATE_LIMITED',
  'HEADERS_TOO_LARGE',
  'INTERNAL_ERROR',
  'UPSTREAM_FAILED',
  'UPSTREAM_TIMEOUT',
  'DEPENDENCY_UNAVAILABLE',
];

const ofBodies: ErrorCode[] = ['INVALID_JSON', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'REQUEST_TIMEOUT'];
const ofUploads: ErrorCode[] = [
  'FILE_TOO_LARGE',
  'BODY_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'REQUEST_TIMEOUT',
];
const ofPosts = (holdsSecret = false): ErrorCode[] =>
  holdsSecret ? ['IDEMPOTENCY_KEY_NOT_ALLOWED'] : ['IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_KEY_IN_PROGRESS'];

/** Every code that a route may answer: its own, and those that follow from what it takes. */
function codesOf<Ctx>({ method, path, options }: Route<Ctx>): ErrorCode[] {
  const { body, upload, problems = [] } = options;
  if (options.isOpen) return ['HEADERS_TOO_LARGE', 'INTERNAL_ERROR'];
  return [
    ...problems,
    ...always,
    ...(path.includes(':') ? (['NOT_FOUND'] as const) : []),
    ...(body ? ofBodies : []),
    ...(upload ? ofUploads : []),
    ...(method === 'POST' && !options.isReadingOnly ? ofPosts(options.holdsSecret) : []),
    ...(isVersioned({ method, options }) ? (['VERSION_MISMATCH'] as const) : []),
  ];
}

/** Whether a route heeds `If-Match`. */
export const isVersioned = <Ctx>({ method, options }: Pick<Route<Ctx>, 'method' | 'options'>): boolean =>
  ['PUT', 'PATCH', 'DELETE'].includes(method) && options.isVersioned !== false;

/** Responses of 400 and above by status, each with the codes that it may carry. */
export function problemResponses<Ctx>(set: EndpointSet, route: Route<Ctx>): JsonSchema {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of new Set(codesOf(route)))
    byStatus.set(statusOf(code, set), [...(byStatus.get(statusOf(code, set)) ?? []), code]);
  const sorted = [...byStatus].sort(([a], [b]) => a - b);
  return Object.fromEntries(sorted.map(([status, codes]) => [status, response(status, codes)]));
}

const shared: Record<number, string> = {
  401: 'Unauthorized',
  403: 'Forbidden',
  408: 'RequestTimeout',
  412: 'PreconditionFailed',
  429: 'TooManyRequests',
  431: 'HeadersTooLarge',
  500: 'InternalError',
  502: 'BadGateway',
  503: 'ServiceUnavailable',
  504: 'GatewayTimeout',
};

const sharedCodes: ErrorCode[] = [...always, 'REQUEST_TIMEOUT', 'VERSION_MISMATCH'];

/** Responses that many endpoints share, by name. */
export const sharedResponses = (): Record<string, JsonSchema> =>
  Object.fromEntries(
    Object.entries(shared).map(([status, name]) => {
      const codes = sharedCodes.filter((code) => statusOf(code, 'api-v1') === Number(status));
      return [name, described(Number(status), codes)];
    }),
  );

function response(status: number, codes: ErrorCode[]): JsonSchema {
  const name = shared[status];
  return name === undefined ? described(status, codes) : { $ref: `#/components/responses/${name}` };
}

function described(status: number, codes: readonly ErrorCode[]): JsonSchema {
  const title = STATUS_CODES[status] ?? 'Error';
  const [first] = codes;
  if (first === undefined) throw new Error(`No code has the status ${status}.`);
  const meanings = codes.map((code) => `- \`${code}\`: ${problemMeanings[code]}`);
  return {
    description: [`${title}.`, '', ...meanings].join('\n'),
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/RequestId' },
      ...(status === 429 || status === 503
        ? { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }
        : {}),
    },
    content: {
      'application/problem+json': {
        schema: {
          allOf: [
            problemSchema,
            { type: 'object', properties: { status: { const: status }, code: { enum: codes } } },
          ],
        },
        example: example(status, title, first),
      },
    },
  };
}

const example = (status: number, title: string, code: ErrorCode) => ({
  type: 'about:blank',
  title,
  status,
  detail: problemMeanings[code].replaceAll('`', ''),
  code,
  requestId: '5b0c2a52-6f3c-4d0a-9a86-0b8ad9f6a6c1',
});
