import type { JsonSchema } from '../../schema';
import type { ProblemTable } from '../serving/answer';
import { addProblems, type EndpointSet, prefixes } from '../serving/problem';
import { pathTemplate, type Route } from '../serving/route';
import { NamedSchemas } from './named-schemas';
import { namedExamples, operationOf } from './operation';

export interface DocumentPart {
  paths: Record<string, Record<string, JsonSchema>>;
  components: Record<'schemas' | 'headers' | 'examples', Record<string, JsonSchema>>;
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
  const examples = { ...namedExamples('v1', routes.v1), ...namedExamples('api-v1', routes['api-v1']) };
  return { paths, components: { schemas: named.schemas, headers, examples } };
}

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
