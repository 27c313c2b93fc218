import type { JsonSchema } from '../fields/field';
import type { ProblemTable } from './answer';
import { NamedSchemas } from './document/named-schemas';
import { namedExamples, operationOf } from './document/operation';
import { sharedResponses } from './document/problem-responses';
import { addProblems, type EndpointSet, prefixes } from './problem';
import { pathTemplate, type Route } from './route';

export interface DocumentPart {
  paths: Record<string, Record<string, JsonSchema>>;
  components: Record<
    'schemas' | 'responses' | 'parameters' | 'headers' | 'examples',
    Record<string, JsonSchema>
  >;
}

export function describeRoutes<Ctx>(
  routes: Record<EndpointSet, readonly Route<Ctx>[]>,
  problems: ProblemTable = {},
): DocumentPart {
  addProblems(problems);
  const named = new NamedSchemas();
  const paths: DocumentPart['paths'] = {};
  for (const set of ['v1', 'api-v1'] as const) {
    for (const route of routes[set]) {
      const path = prefixes[set] + pathTemplate(route.path);
      const operation = named.refer(operationOf(set, route));
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation };
    }
  }
  const responses = named.refer(sharedResponses()) as Record<string, JsonSchema>;
  const examples = { ...namedExamples('v1', routes.v1), ...namedExamples('api-v1', routes['api-v1']) };
  return { paths, components: { schemas: named.schemas, responses, parameters, headers, examples } };
}

const parameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Makes a retry safe: the same key with the same body within 24 hours returns the first answer, a long one with its records as they are then. Keys are per caller, method and path.',
    schema: { type: 'string', minLength: 1, maxLength: 200 },
  },
  LastEventId: {
    name: 'Last-Event-ID',
    in: 'header',
    required: false,
    description: 'Identifier of the last event that was seen, as EventSource sends it.',
    schema: { type: 'string' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: 'ETag of the answer that the client has kept; it is told 304 while nothing has changed.',
    schema: { type: 'string' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    required: false,
    description:
      'ETag of the record as it was read, weak or strong, or a list of them; the write is refused when it has changed since. `*` takes any version.',
    schema: { type: 'string', examples: ['"3"'] },
  },
};

const headers = {
  RequestId: { description: 'Identifier of the request.', schema: { type: 'string' } },
  ETag: {
    description: 'Version of the record, for If-Match.',
    schema: { type: 'string', examples: ['"3"'] },
  },
  ContentTag: {
    description: 'Names this content, for If-None-Match.',
    schema: { type: 'string' },
  },
  CacheControl: {
    description: 'How long the client may use the answer without asking again.',
    schema: { type: 'string', examples: ['private, max-age=300'] },
  },
  Location: {
    description: 'Path where what was created can be read; of many records their collection.',
    schema: { type: 'string', format: 'uri-reference' },
  },
  RetryAfter: { description: 'Seconds after which to try again.', schema: { type: 'integer', minimum: 0 } },
};
