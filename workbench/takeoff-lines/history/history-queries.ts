import { type Api, answered } from '@consulting/foundation/api';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

const recordType = 'takeoff-lines';
const listed = 20;
const searched = 100;

const readOperations = (
  api: Api,
  query: { projectId: string; serviceId?: string; recordId?: string; skip: number },
) =>
  answered(
    api.GET('/api/v1/history/{recordType}', {
      params: { path: { recordType }, query: { ...query, limit: listed } },
    }),
  );

export type Operation = Awaited<ReturnType<typeof readOperations>>['data'][number];

export interface HistoryOf {
  projectId: string;
  serviceId: string | null;
  recordId?: string;
}

interface Page {
  skip: number;
  limit: number;
  total: number;
}

const nextSkip = ({ skip, limit, total }: Page): number | undefined =>
  skip + limit < total ? skip + limit : undefined;

export const operationsQuery = (api: Api, { projectId, serviceId, recordId }: HistoryOf) =>
  infiniteQueryOptions({
    queryKey: ['takeoff', projectId, 'history', serviceId, recordId ?? null],
    queryFn: ({ pageParam }) =>
      readOperations(api, {
        projectId,
        ...(serviceId && { serviceId }),
        ...(recordId && { recordId }),
        skip: pageParam,
      }),
    initialPageParam: 0,
    getNextPageParam: nextSkip,
  });

const readChanges = (api: Api, operationId: string, skip: number, limit: number) =>
  answered(
    api.GET('/api/v1/history/{recordType}/{operationId}', {
      params: { path: { recordType, operationId }, query: { skip, limit } },
    }),
  );

export type Change = Awaited<ReturnType<typeof readChanges>>['changes'][number];

export const changesQuery = (api: Api, operationId: string) =>
  infiniteQueryOptions({
    queryKey: ['takeoff-operation', operationId, 'changes'],
    queryFn: ({ pageParam }) => readChanges(api, operationId, pageParam, listed),
    initialPageParam: 0,
    getNextPageParam: nextSkip,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Changes are in the order of the lines' identifiers, so a binary search finds the one of a line. */
async function findChange(api: Api, operationId: string, recordId: string): Promise<Change | null> {
  let [first, behind] = [0, Number.POSITIVE_INFINITY];
  while (first < behind) {
    const pages = Number.isFinite(behind) ? Math.ceil((behind - first) / searched) : 1;
    const skip = first + Math.floor((pages - 1) / 2) * searched;
    const { changes, total } = await readChanges(api, operationId, skip, searched);
    const found = changes.find((change) => change.recordId === recordId);
    if (found) return found;
    const [lowest, highest] = [changes[0]?.recordId, changes.at(-1)?.recordId];
    behind = Math.min(behind, total);
    if (lowest === undefined || highest === undefined) return null;
    if (recordId < lowest) behind = skip;
    else if (recordId > highest) first = skip + changes.length;
    else return null;
  }
  return null;
}

export const changeOfLineQuery = (api: Api, operationId: string, recordId: string) =>
  queryOptions({
    queryKey: ['takeoff-operation', operationId, 'line', recordId],
    queryFn: () => findChange(api, operationId, recordId),
    staleTime: Number.POSITIVE_INFINITY,
  });

export type OnConflict = 'refuse' | 'skip';

interface UndoBody {
  onConflict: OnConflict;
  dryRun: boolean;
  expectedCount?: number;
}

export const undo = (api: Api, operationId: string, body: UndoBody, idempotencyKey?: string) =>
  answered(
    api.POST('/api/v1/history/takeoff-lines/{operationId}/undo', {
      params: { path: { operationId } },
      body,
      ...(idempotencyKey && { headers: { 'idempotency-key': idempotencyKey } }),
    }),
  );

export type Undone = Awaited<ReturnType<typeof undo>>;

export const linesOf = ({ counts: { created, updated, deleted } }: Pick<Operation, 'counts'>): number =>
  created + updated + deleted;

/** Only the newest operations are searched; the answer is null where none of them belongs to the request. */
export async function operationOfRequest(api: Api, projectId: string, requestId: string | null) {
  if (requestId === null) return null;
  const { data } = await readOperations(api, { projectId, skip: 0 });
  return data.find((operation) => operation.requestId === requestId) ?? null;
}
