import type { JsonSchema } from '@consulting/kernel/fields/field';
import type { DocumentPart } from '@consulting/kernel/http/document';

type Paths = DocumentPart['paths'];

const pattern = /^\/api\/v1\/history\/([a-z-]+)(\/\{operationId\})?$/;

const told: Record<string, { operationId: string; summary: string; description: string }> = {
  list: {
    operationId: 'api-v1.history.list',
    summary: 'Operations on records of one type, newest first',
    description:
      'One operation is one request, import or event; its counts say how many records it changed. Filters narrow by project, service, record, caller, kind and time. Those on api-keys are for Contributors.',
  },
  get: {
    operationId: 'api-v1.history.get',
    summary: 'An operation with the records that it changed',
    description:
      'A page of changed records, each with its fields before and after. An operation on takeoff lines whose canUndo is true can be undone. Those on api-keys are for Contributors.',
  },
};

/** The history of every type of record is read in one way, so it is described once, with the type in its path. */
export function withOneHistory(paths: Paths): Paths {
  const types = Object.keys(paths).flatMap((path) => pattern.exec(path)?.[1] ?? []);
  const recordType = {
    name: 'recordType',
    in: 'path',
    required: true,
    description: 'Type of the records.',
    schema: { type: 'string', enum: [...new Set(types)].toSorted() },
  };
  const joined: Paths = {};
  for (const [path, operations] of Object.entries(paths)) {
    const [, type, detail = ''] = pattern.exec(path) ?? [];
    if (type === undefined) joined[path] = operations;
    else joined[`/api/v1/history/{recordType}${detail}`] ??= ofEveryType(operations, recordType);
  }
  return joined;
}

const ofEveryType = ({ get }: Paths[string], recordType: JsonSchema): Paths[string] => {
  const parameters = get?.parameters as JsonSchema[];
  const isList = parameters.every((parameter) => parameter.in !== 'path');
  return {
    get: { ...get, ...told[isList ? 'list' : 'get'], parameters: [recordType, ...parameters] },
  };
};
