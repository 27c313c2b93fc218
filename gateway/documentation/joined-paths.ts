import type { DocumentPart } from '@consulting/kernel/http';
import type { JsonSchema } from '@consulting/kernel/schema';

type Paths = DocumentPart['paths'];
type Responses = Record<string, JsonSchema>;

interface Family {
  path: RegExp;
  prefix: string;
  operations: Record<string, { operationId: string; summary: string }>;
}

const families: readonly Family[] = [
  {
    path: /^\/api\/v1\/history\/([a-z-]+)(\/\{operationId\})?$/,
    prefix: '/api/v1/history/{recordType}',
    operations: {
      get: { operationId: 'api-v1.history.list', summary: 'List operations on records of one type' },
      getOne: { operationId: 'api-v1.history.get', summary: 'Get an operation with what it changed' },
    },
  },
  {
    path: /^\/api\/v1\/notes\/([a-z-]+)(\/\{noteId\})?$/,
    prefix: '/api/v1/notes/{recordType}',
    operations: {
      get: { operationId: 'api-v1.notes.list', summary: 'List notes on records of one type' },
      post: { operationId: 'api-v1.notes.create', summary: 'Write a note on a record' },
      putOne: { operationId: 'api-v1.notes.update', summary: 'Change, resolve or reopen a note' },
      deleteOne: { operationId: 'api-v1.notes.delete', summary: 'Delete a note' },
    },
  },
];

/** History and notes of every type of record are the same, so they are described once, with the type in their path. */
export const withJoinedPaths = (paths: Paths): Paths => families.reduce(joined, paths);

function joined(paths: Paths, { path: pattern, prefix, operations: reported }: Family): Paths {
  const types = Object.keys(paths).flatMap((path) => pattern.exec(path)?.[1] ?? []);
  const recordType = {
    name: 'recordType',
    in: 'path',
    required: true,
    description: 'Type of the records; api-keys for Contributors alone.',
    schema: { type: 'string', enum: [...new Set(types)].toSorted() },
  };
  const unknown = answerToUnknown(paths, pattern);
  const result: Paths = {};
  for (const [path, operations] of Object.entries(paths)) {
    const [, type, detail = ''] = pattern.exec(path) ?? [];
    if (type === undefined) result[path] = operations;
    else
      result[prefix + detail] ??= Object.fromEntries(
        Object.entries(operations).map(([method, operation]) => [
          method,
          {
            ...operation,
            ...reported[detail === '' ? method : `${method}One`],
            parameters: [recordType, ...(operation.parameters as JsonSchema[])],
            responses: { ...(operation.responses as object), ...unknown },
          },
        ]),
      );
  }
  return result;
}

// The types of the path are those of several services, so a list, too, may be asked for one that does not exist.
const answerToUnknown = (paths: Paths, pattern: RegExp): Responses =>
  Object.entries(paths).flatMap(([path, { get, put }]) => {
    const { 404: answer } = ((get ?? put)?.responses ?? {}) as Responses;
    return pattern.test(path) && answer !== undefined ? [{ 404: answer }] : [];
  })[0] ?? {};
