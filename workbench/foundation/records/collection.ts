import { useQuery } from '@tanstack/react-query';
import { answered, useApi } from '../api/client';
import { declared, type Loose, type RecordName } from './fields';

export interface Stored {
  id: string;
  version: number;
  createdAt: string;
  updatedAt: string;
  updatedBy: string;
}

type Path = Readonly<Record<string, string>>;

interface Answer {
  data?: unknown;
  error?: unknown;
  response: Response;
}

// The paths are data here, so the compiler cannot tell what each of them answers.
type AnyPath = Record<
  'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  (path: string, init: object) => Promise<Answer>
>;

export function useCollection<R extends Stored = Stored & Loose>(name: RecordName, path: Path = {}) {
  const api = useApi() as unknown as AnyPath;
  const { list, record, isSecret, isPatched } = declared(name);
  const method = isPatched ? 'PATCH' : 'PUT';
  const idName = record.slice(record.lastIndexOf('{') + 1, -1);
  const one = (id: string) => ({ ...path, [idName]: id });
  const as = <T>(call: Promise<Answer>) => answered(call) as Promise<T>;
  const header = ({ version }: R) => ({ 'If-Match': `"${version}"` });
  return {
    list: (query: object, signal?: AbortSignal) =>
      as<{ data: R[]; total: number }>(api.GET(list, { params: { path, query }, signal })),
    read: (id: string, signal?: AbortSignal) => as<R>(api.GET(record, { params: { path: one(id) }, signal })),
    create: (body: object, attemptKey: string) =>
      as<R>(
        api.POST(list, { params: { path, header: isSecret ? {} : { 'Idempotency-Key': attemptKey } }, body }),
      ),
    update: (seen: R, body: object) =>
      as<R>(api[method](record, { params: { path: one(seen.id), header: header(seen) }, body })),
    remove: (seen: R) =>
      as<undefined>(api.DELETE(record, { params: { path: one(seen.id), header: header(seen) } })),
  };
}

export function useRecord<R extends Stored>(name: RecordName, id: string, path?: Path) {
  const { read } = useCollection<R>(name, path);
  return useQuery({ queryKey: [name, 'one', id], queryFn: ({ signal }) => read(id, signal) });
}
