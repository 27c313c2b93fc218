import type { DocumentPart } from '@consulting/kernel/http';
import type { JsonSchema } from '@consulting/kernel/schema';

type Paths = DocumentPart['paths'];

const pattern = /^\/api\/v1\/history\/([a-z-]+)(\/\{operationId\})?$/;

const reported = {
  list: { operationId: 'api-v1.history.list', summary: 'List operations on records of one type' },
  get: { operationId: 'api-v1.history.get', summary: 'Get an operation with what it changed' },
};

/** The history of every type of record is read in one way, so it is described once, with the type in its path. */
export function withOneHistory(paths: Paths): Paths {
  const types = Object.keys(paths).flatMap((path) => pattern.exec(path)?.[1] ?? []);
  const recordType = {
    name: 'recordType',
    in: 'path',
    required: true,
    description: 'Type of the records; api-keys for Contributors alone.',
    schema: { type: 'string', enum: [...new Set(types)].toSorted() },
  };
  const unknown = answerToUnknown(paths);
  const joined: Paths = {};
  for (const [path, operations] of Object.entries(paths)) {
    const [, type, detail = ''] = pattern.exec(path) ?? [];
    if (type === undefined) joined[path] = operations;
    else joined[`/api/v1/history/{recordType}${detail}`] ??= ofEveryType(operations, recordType, unknown);
  }
  return joined;
}

type Responses = Record<string, JsonSchema>;

const answerToUnknown = (paths: Paths): Responses =>
  Object.entries(paths).flatMap(([path, { get }]) => {
    const { 404: answer } = (get?.responses ?? {}) as Responses;
    return pattern.test(path) && answer !== undefined ? [{ 404: answer }] : [];
  })[0] ?? {};

const ofEveryType = ({ get }: Paths[string], recordType: JsonSchema, unknown: Responses): Paths[string] => {
  const parameters = get?.parameters as JsonSchema[];
  const isList = parameters.every((parameter) => parameter.in !== 'path');
  const responses = { ...(get?.responses as object), ...unknown };
  return {
    get: { ...get, ...reported[isList ? 'list' : 'get'], parameters: [recordType, ...parameters], responses },
  };
};
