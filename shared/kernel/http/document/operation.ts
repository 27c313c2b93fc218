import { exampleOf, type JsonSchema, named, nameOf } from '../../schema';
import { PageOf } from '../serving/answer';
import type { EndpointSet } from '../serving/problem';
import { noQuery, type Route, type UploadOptions } from '../serving/route';
import type { Upload } from '../serving/upload';
import { headerParameters, isEvents } from './header-parameters';
import { problemResponses } from './problem-responses';

export function operationOf<Ctx>(set: EndpointSet, route: Route<Ctx>): JsonSchema {
  const { name, summary, description, query = noQuery, body, upload, isOpen } = route.options;
  return {
    operationId: `${set}.${name}`,
    tags: [name.split('.')[0] ?? name],
    summary,
    ...(description === undefined ? {} : { description }),
    ...(isOpen ? { security: [] } : {}),
    parameters: [...pathParameters(route.path), ...query.parameters(), ...headerParameters(route)],
    ...(body || upload ? { requestBody: requestBody(route) } : {}),
    responses: { ...success(set, route), ...problemResponses(set, route) },
  };
}

const words = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const pathParameters = (path: string) =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => {
    const isId = name.endsWith('Id');
    return {
      name,
      in: 'path',
      required: true,
      description: isId ? `Identifier of the ${words(name.slice(0, -2))}.` : `The ${words(name)}.`,
      schema: isId ? { type: 'string', format: 'uuid' } : { type: 'string' },
    };
  });

function requestBody<Ctx>({ options }: Route<Ctx>): JsonSchema {
  const { body, upload, example, isBodyOptional = false } = options;
  const displayed = example === undefined ? {} : { example };
  return {
    required: !isBodyOptional,
    content: {
      ...(body ? { 'application/json': { schema: body, ...displayed } } : {}),
      ...(upload ? { 'multipart/form-data': { schema: withFile(upload) } } : {}),
    },
  };
}

type FormOptions = Pick<UploadOptions<Upload>, 'parts' | 'isFileOptional'>;

function withFile({ parts, isFileOptional }: FormOptions): JsonSchema {
  const name = nameOf(parts);
  const form = formSchema(parts, isFileOptional ? [] : ['file']);
  return name === undefined ? form : named(name, form);
}

const formSchema = (schema: JsonSchema, required: readonly string[]): JsonSchema => ({
  type: 'object',
  required: [...required, ...((schema.required as string[] | undefined) ?? [])],
  properties: {
    file: { type: 'string', format: 'binary', description: 'The file.' },
    ...(schema.properties as object),
  },
});

const answerSchema = (set: EndpointSet, answer: JsonSchema | PageOf): JsonSchema =>
  answer instanceof PageOf ? answer.schema(set === 'api-v1') : answer;

function exampleOfAnswer(schema: JsonSchema, type: string): JsonSchema {
  if (type !== 'application/json') return {};
  const name = nameOf(schema);
  if (name === undefined) return { example: exampleOf(schema) };
  return { examples: { example: { $ref: `#/components/examples/${name}` } } };
}

export function namedExamples<Ctx>(
  set: EndpointSet,
  routes: readonly Route<Ctx>[],
): Record<string, JsonSchema> {
  const found: Record<string, JsonSchema> = {};
  for (const { options } of routes) {
    const { answer, answerType = 'application/json', success } = options;
    if (answer === undefined || answerType !== 'application/json' || success === 204) continue;
    const schema = answerSchema(set, answer);
    const name = nameOf(schema);
    if (name !== undefined) found[name] = { summary: 'Example', value: exampleOf(schema) };
  }
  return found;
}

function success<Ctx>(set: EndpointSet, route: Route<Ctx>): JsonSchema {
  const { options } = route;
  const { answer, answerType = 'application/json', success: status = 200 } = options;
  const requestId = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } };
  if (status === 204) return { 204: { description: 'Done.', headers: requestId } };
  if (status === 201 && options.location === undefined)
    throw new Error(`The route ${options.name} does not say where what it creates can be read.`);
  if (!answer) throw new Error(`The route ${options.name} does not say what it answers.`);
  const schema = answerSchema(set, answer);
  const cacheHeaders = options.isCached
    ? {
        ETag: { $ref: '#/components/headers/ContentTag' },
        'Cache-Control': { $ref: '#/components/headers/CacheControl' },
      }
    : {};
  const hasVersion = Object.hasOwn((schema.properties as object | undefined) ?? {}, 'version');
  return {
    [status]: {
      description: status === 201 ? 'Created.' : 'Success.',
      headers: {
        ...requestId,
        ...cacheHeaders,
        ...(hasVersion ? { ETag: { $ref: '#/components/headers/ETag' } } : {}),
        ...options.answerHeaders,
        ...(status === 201 ? { Location: { $ref: '#/components/headers/Location' } } : {}),
      },
      content: {
        ...Object.fromEntries(
          [answerType].flat().map((type) => [type, { schema, ...exampleOfAnswer(schema, type) }]),
        ),
        ...Object.fromEntries(
          Object.entries(options.otherAnswers ?? {}).map(([type, schema]) => [type, { schema }]),
        ),
      },
    },
    ...(options.isCached
      ? {
          304: {
            description: 'Not changed since the answer whose ETag the request names.',
            headers: { ...requestId, ...cacheHeaders },
          },
        }
      : {}),
    ...(isEvents(route)
      ? { 204: { description: 'The last event was seen already.', headers: requestId } }
      : {}),
  };
}
