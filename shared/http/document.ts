import type { JsonSchema } from '../fields/field';
import type { EndpointSet } from './problem';
import { noQuery, type Route } from './route';

/** The operation of a route in the API document. */
export function describe<Ctx>(set: EndpointSet, route: Route<Ctx>) {
  const { name, summary, query = noQuery, body, upload, success = 200 } = route.options;
  const { answer = {}, answerType = 'application/json' } = route.options;
  return {
    operationId: `${set}.${name}`,
    tags: [name.split('.')[0] ?? name],
    summary,
    parameters: [...pathParameters(route.path), ...query.parameters()],
    ...(body || upload ? { requestBody: requestBody(body, upload) } : {}),
    responses: {
      [success]:
        success === 204
          ? { description: 'Done.' }
          : { description: 'Success.', ...content(answerType, answer) },
    },
  } as Record<string, unknown>;
}

const pathParameters = (path: string) =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));

const content = (mediaType: string, schema: JsonSchema) => ({ content: { [mediaType]: { schema } } });

const requestBody = (body: JsonSchema | undefined, upload: JsonSchema | undefined) => ({
  content: {
    ...(body ? { 'application/json': { schema: body } } : {}),
    ...(upload ? { 'multipart/form-data': { schema: withFile(upload) } } : {}),
  },
});

const withFile = (schema: JsonSchema): JsonSchema => ({
  type: 'object',
  required: ['file'],
  properties: { file: { type: 'string', format: 'binary' }, ...(schema.properties as object) },
});
