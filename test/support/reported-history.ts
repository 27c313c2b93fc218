import { expect } from 'bun:test';
import type { Sql } from 'postgres';
import { unknownId, until } from './project-system';
import type { Answer, RequestOptions, ServiceUnderTest } from './system';

type Request = ServiceUnderTest['request'];
type Body = Answer['body'];

/** Short ways to the history that a service tells. */
export function historyOf(request: Request) {
  const list = async (type: string, filter: Record<string, string> = {}): Promise<Body> => {
    const { status, body } = await request('GET', `/api/v1/history/${type}?${new URLSearchParams(filter)}`);
    if (status !== 200) throw new Error(`The history was answered ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  const read = async (type: string, operationId: string): Promise<Body> => {
    const { status, body } = await request('GET', `/api/v1/history/${type}/${operationId}`);
    if (status !== 200) throw new Error(`The operation was answered ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  return {
    list,
    read,
    operationsOn: async (type: string, recordId: string): Promise<Body[]> =>
      (await list(type, { recordId })).data,
    async changesOf(type: string, recordId: string): Promise<Body[]> {
      const { data } = await list(type, { recordId });
      const operations = await Promise.all(
        data.map(({ operationId }: Body) => read(type, operationId) as Promise<Body>),
      );
      return operations.map(({ kind, changes }) => ({
        kind,
        ...changes.find((change: Body) => change.recordId === recordId),
      }));
    },
    /** The latest operation on a record, once there is one of the kind. */
    async awaited(type: string, recordId: string, kind: string): Promise<Body> {
      const newest = async () => (await list(type, { recordId, limit: '1' })).data[0];
      await until(async () => (await newest())?.kind === kind);
      return newest();
    },
    async refusesBadFilters(type: string): Promise<void> {
      const filter = 'recordId=none&kind=guess&from=soon&to=later&limit=0&projectId=1&serviceId=1';
      const { status, body } = await request('GET', `/api/v1/history/${type}?${filter}`);
      expect(status).toBe(422);
      expect(body.errors.map(({ field }: Body) => field).sort()).toEqual(
        ['from', 'kind', 'limit', 'projectId', 'recordId', 'serviceId', 'to'].sort(),
      );
    },
    async knowsNoOther(type: string): Promise<void> {
      for (const id of [unknownId, 'none'])
        expect((await request('GET', `/api/v1/history/${type}/${id}`)).status).toBe(404);
    },
  };
}

/** A write as a request, and the operations that it leaves: record type and kind, in order. */
export interface Write {
  /** Method and path as the API document has them. */
  endpoint: string;
  leaves: [type: string, kind: string][];
  arrange(): Promise<{ path: string } & Pick<RequestOptions, 'json' | 'form'>>;
}

/** The operations that a write left, with the task that it began, if it did, at its end. */
export async function leftBy(
  { request, sql }: { request: Request; sql: Sql },
  schema: string,
  { endpoint, arrange }: Write,
) {
  const { path, ...sent } = await arrange();
  const requestId = crypto.randomUUID();
  const method = endpoint.split(' ')[0] ?? '';
  const { status, body } = await request(method, path, { ...sent, headers: { 'x-request-id': requestId } });
  if (status >= 300) throw new Error(`${endpoint} was answered ${status}: ${JSON.stringify(body)}`);
  const taskId: string | null = body?.taskId ?? null;
  if (taskId !== null) await endOfTask(sql, schema, taskId);
  const left = await operationsOf(sql, schema, requestId);
  return { left, taskId };
}

const endOfTask = (sql: Sql, schema: string, taskId: string): Promise<void> =>
  until(async () => {
    const [task] = await sql`select status from ${sql(schema)}.import_task where id = ${taskId}`;
    return task?.status === 'completed';
  });

/** Operations that came with a request, in the order of their writing. */
export const operationsOf = (sql: Sql, schema: string, requestId: string) => sql<
  { id: string; type: string; kind: string; by: string; causedBy: string | null; taskId: string | null }[]
>`
  select id, record_type as type, kind, "by", caused_by as "causedBy", task_id as "taskId"
  from ${sql(schema)}.history_operation where request_id = ${requestId} order by position`;

// Notes are written alike in every service, and have tests of their own for every record type (gateway-notes).
export async function documentedWrites(request: Request): Promise<string[]> {
  const { body } = await request('GET', '/openapi.json');
  const paths = Object.entries(body.paths as Record<string, object>);
  return paths
    .filter(([path]) => !path.startsWith('/api/v1/notes/'))
    .flatMap(([path, methods]) =>
      Object.keys(methods)
        .filter((method) => method !== 'get')
        .map((method) => `${method.toUpperCase()} ${path}`),
    );
}
