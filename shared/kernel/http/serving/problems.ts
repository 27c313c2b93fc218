import { type ProblemTable, responseSchema } from './answer';

const { count, list, text } = responseSchema;

export const problems = {
  INVALID_JSON: { status: 400, meaning: 'The body is not valid JSON.' },
  VALIDATION_ERROR: {
    status: 422,
    meaning: 'A parameter or a field is not valid; `errors` names every fault.',
  },
  IDEMPOTENCY_KEY_NOT_ALLOWED: {
    status: 400,
    meaning: 'The answer contains a secret and is not stored for retries.',
  },
  AUTHENTICATION_REQUIRED: { status: 401, meaning: 'The request has no credential.' },
  INVALID_CREDENTIALS: {
    status: 401,
    meaning: 'The key or token is unknown, expired, revoked or not for this service.',
  },
  INSUFFICIENT_ROLE: { status: 403, meaning: 'The role of the caller does not allow the call.' },
  INSUFFICIENT_SCOPE: {
    status: 403,
    meaning: 'The caller is limited to clients or projects, and the call is for those who are not.',
  },
  TOO_MANY_GRANTED: {
    status: 403,
    meaning:
      'The grants of the caller, or of the person and her groups together, name more clients and projects than one caller can have, or clients with too many projects; `detail` says what to grant instead.',
    facts: {
      limit: count('The most clients and projects that may be.'),
      granted: count('How many the grants name; absent where they name clients with too many projects.'),
    },
  },
  NOT_FOUND: {
    status: 404,
    meaning: 'It does not exist; `resource` says what was looked for.',
    facts: {
      resource: text('What was looked for.'),
      ids: list(text(), 'Identifiers that do not exist, the first 1000 of them.'),
      count: count('Records that do not exist.'),
    },
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    meaning: 'The path does not take the method; `Allow` lists those that it takes.',
  },
  REQUEST_TIMEOUT: { status: 408, meaning: 'The request did not arrive in time, or not completely.' },
  CODE_EXISTS: {
    status: 409,
    meaning: 'Another record has the code.',
    facts: {
      field: text('Key whose value is taken.'),
      index: count('Position of the item in a bulk request.'),
    },
  },
  TOO_MANY_NOTES: {
    status: 409,
    meaning: 'The record has as many notes as it may have.',
    facts: { notesMax: count('Notes that a record may have.') },
  },
  IDEMPOTENCY_KEY_REUSED: { status: 409, meaning: 'The key was used for another request within 24 hours.' },
  IDEMPOTENCY_KEY_IN_PROGRESS: { status: 409, meaning: 'The first request with the key still runs.' },
  VERSION_MISMATCH: {
    status: 412,
    meaning:
      'The record has another version than `If-Match` or the request names; `updatedBy` changed it at `updatedAt`.',
    facts: {
      version: count('Version of the record.'),
      updatedBy: text('Who changed the record last.'),
      updatedAt: responseSchema.time('When the record was last changed, UTC.'),
      ids: list(text(), 'Identifiers of all records of a bulk request that have another version.'),
      count: count('How many records have another version.'),
      changes: list(
        responseSchema.object({
          id: responseSchema.id('Identifier of the record.'),
          version: count('Its version now.'),
          updatedBy: text('Who changed it last.'),
          updatedAt: responseSchema.time('When it was last changed, UTC.'),
        }),
        'Of a bulk request who changed the first 100 of these records.',
      ),
    },
  },
  FILE_TOO_LARGE: {
    status: 413,
    meaning:
      'The file is larger than allowed, `bytesMax` is the limit; or it has too many rows, more than 1,024 columns or 200 sheets, or takes too long to read, as `detail` says.',
    facts: { bytesMax: count('The limit in bytes.') },
  },
  BODY_TOO_LARGE: {
    status: 413,
    meaning: 'The body is larger than allowed, or holds more values; `bytesMax` or `valuesMax` is the limit.',
    facts: {
      bytesMax: count('The limit in bytes.'),
      valuesMax: count('The most values that a body may hold.'),
    },
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    meaning: 'The body has another media type than the endpoint takes.',
  },
  RATE_LIMITED: {
    status: 429,
    meaning:
      'The caller sent too many requests, too many large bodies at once, or has too many idempotency keys; try again after `Retry-After` seconds.',
  },
  HEADERS_TOO_LARGE: { status: 431, meaning: 'The headers of the request are too large.' },
  INTERNAL_ERROR: {
    status: 500,
    meaning: 'Something failed in the service; the request id helps to find it.',
  },
  UPSTREAM_FAILED: {
    status: 502,
    meaning:
      'A connection broke before there was an answer. Whether a write was carried out is not known: look it up, or repeat the request with the `Idempotency-Key` that it had.',
  },
  DEPENDENCY_UNAVAILABLE: {
    status: 503,
    meaning:
      'A service that is needed does not answer, and nothing is stored; try again after `Retry-After` seconds.',
    facts: { dependency: text('Who does not answer.') },
  },
  DEADLINE_EXCEEDED: {
    status: 504,
    meaning: 'The write took too long and was given up; nothing of it is stored.',
  },
  UPSTREAM_TIMEOUT: {
    status: 504,
    meaning:
      'A service did not answer in time. Whether a write was carried out is not known: look it up, or repeat the request with the `Idempotency-Key` that it had.',
  },
} satisfies ProblemTable;

declare module '../../schema/errors' {
  interface ErrorCodes extends Record<keyof typeof problems, true> {}
}
