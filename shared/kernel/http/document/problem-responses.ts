import { STATUS_CODES } from 'node:http';
import { type ErrorCode, type JsonSchema, named, recordSchema } from '../../schema';
import { type ProblemKind, responseSchema } from '../serving/answer';
import { type EndpointSet, problemKinds, statusOf } from '../serving/problem';
import { isWriting, type Route, takesKey } from '../serving/route';

const always: ErrorCode[] = [
  'VALIDATION_ERROR',
  'AUTHENTICATION_REQUIRED',
  'INVALID_CREDENTIALS',
  'INSUFFICIENT_ROLE',
  'TOO_MANY_GRANTED',
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

const ofKeys = (holdsSecret = false): ErrorCode[] =>
  holdsSecret ? ['IDEMPOTENCY_KEY_NOT_ALLOWED'] : ['IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_KEY_IN_PROGRESS'];

function codesOf<Ctx>({ method, path, options }: Route<Ctx>): ErrorCode[] {
  const { body, upload, problems = [] } = options;
  if (options.isOpen) return ['HEADERS_TOO_LARGE', 'INTERNAL_ERROR'];
  return [
    ...problems,
    ...always,
    ...(isWriting({ method, options }) ? (['DEADLINE_EXCEEDED'] as const) : []),
    ...(path.includes(':') ? (['NOT_FOUND'] as const) : []),
    ...(options.isForUnlimited ? (['INSUFFICIENT_SCOPE'] as const) : []),
    ...(body ? ofBodies : []),
    ...(upload ? ofUploads : []),
    ...(takesKey({ method, options }) ? ofKeys(options.holdsSecret) : []),
    ...(isVersioned({ method, options }) ? (['VERSION_MISMATCH'] as const) : []),
  ];
}

const meaningOf = (code: ErrorCode): string => {
  const kind = problemKinds().get(code);
  if (!kind) throw new Error(`No problems.ts says what ${code} means.`);
  return kind.meaning;
};

export const isVersioned = <Ctx>({ method, options }: Pick<Route<Ctx>, 'method' | 'options'>): boolean =>
  options.isVersioned ?? ['PUT', 'PATCH', 'DELETE'].includes(method);

export function problemResponses<Ctx>(set: EndpointSet, route: Route<Ctx>): JsonSchema {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of new Set(codesOf(route)))
    byStatus.set(statusOf(code, set), [...(byStatus.get(statusOf(code, set)) ?? []), code]);
  const sorted = [...byStatus].sort(([a], [b]) => a - b);
  return Object.fromEntries(sorted.map(([status, codes]) => [status, described(status, codes)]));
}

function described(status: number, codes: readonly ErrorCode[]): JsonSchema {
  const title = STATUS_CODES[status] ?? 'Error';
  const [first] = codes;
  if (first === undefined) throw new Error(`No code has the status ${status}.`);
  const meanings = codes.map((code) => `- \`${code}\`: ${meaningOf(code)}`);
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
          allOf: [problemSchema()],
          properties: { status: { const: status }, code: { enum: codes } },
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
  detail: meaningOf(code).replaceAll('`', ''),
  code,
  requestId: '5b0c2a52-6f3c-4d0a-9a86-0b8ad9f6a6c1',
});

const { choice, count, list, number, text } = responseSchema;
const numberOrText = named('NumberOrText', { type: ['number', 'string'] });
const limit = (description: string): JsonSchema => responseSchema.described(numberOrText, description);

const faultParamsSchema = named(
  'FaultParams',
  recordSchema(
    {},
    {
      min: limit('Least value; a date or a time where the field is one.'),
      above: number('The value must be greater than this.'),
      max: limit('Greatest value, or number of levels; a date or a time where the field is one.'),
      below: number('The size of the value must be below this.'),
      minLength: count('Fewest characters.'),
      maxLength: count('Most characters.'),
      minItems: count('Fewest entries.'),
      maxItems: count('Most entries, or keys of an object.'),
      decimals: count('Most decimals.'),
      significantDigits: count('Most significant digits.'),
      format: text('How the text is written, as in JSON Schema: date, date-time, email or uuid.'),
      type: responseSchema.described(
        { anyOf: [text(), list(text())] },
        'What the value must be in JSON, in the words of JSON Schema, or a list of what it may be.',
      ),
      allowed: list(text(), 'Values that are allowed, the first 100 of them.'),
      notAllowed: list(text(), 'Values that are not.'),
    },
  ),
);

const faultSchema = named(
  'Fault',
  recordSchema(
    {
      field: responseSchema.text('Key or parameter; inside objects and arrays as in contacts[0].email.'),
      code: responseSchema.text(
        'For example REQUIRED, TYPE, FORMAT, ENUM, MIN, MAX, MAX_LENGTH, UNKNOWN_FIELD.',
      ),
      message: responseSchema.text('For a person.'),
    },
    {
      index: responseSchema.count('Position of the item in a bulk request.'),
      params: responseSchema.described(
        faultParamsSchema,
        'The limits and lists that the message names, for programs; absent where it names none.',
      ),
    },
  ),
);

function factsOf(kinds: ReadonlyMap<string, ProblemKind>): Record<string, JsonSchema> {
  const facts: Record<string, JsonSchema> = {};
  for (const [code, kind] of kinds)
    for (const [key, schema] of Object.entries(kind.facts ?? {})) {
      const before = facts[key] ? `${facts[key].description}\n` : '';
      const line = `- \`${code}\`: ${schema.description}`;
      facts[key] = responseSchema.described(facts[key] ?? schema, before + line);
    }
  return facts;
}

let made: { schema: JsonSchema; count: number } | undefined;

function problemSchema(): JsonSchema {
  const kinds = problemKinds();
  if (made?.count !== kinds.size) made = { schema: schemaOf(kinds), count: kinds.size };
  return made.schema;
}

const schemaOf = (kinds: ReadonlyMap<string, ProblemKind>): JsonSchema =>
  named(
    'Problem',
    recordSchema(
      {
        type: responseSchema.text('Always about:blank.'),
        title: responseSchema.text('The status in words.'),
        status: { type: 'integer', description: 'The HTTP status.' },
        detail: responseSchema.text('One sentence for a person; may be reworded.'),
        code: choice(
          [...kinds.keys()].toSorted(),
          'What went wrong, for programs; never reworded.',
          'ProblemCode',
        ),
        requestId: responseSchema.text('Identifier of the request, also in the header X-Request-Id.'),
      },
      {
        errors: responseSchema.list(faultSchema, 'The faults of a validation error, the first 1000 of them.'),
        errorCount: count('Number of all faults of a validation error.'),
        ...factsOf(kinds),
      },
    ),
  );
