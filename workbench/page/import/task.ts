import { type Answer, type Api, answered, useApi, useRead } from '@consulting/foundation/api';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

const statusPath = '/api/v1/mto/import/status/{taskId}';
const pollMs = 2000;

async function readTask(api: Api, taskId: string, signal?: AbortSignal) {
  const task = await answered(api.GET(statusPath, { params: { path: { taskId } }, signal }));
  return task.type === 'mto-import' ? task : null;
}

export type Task = NonNullable<Awaited<ReturnType<typeof readTask>>>;
export type ImportMessage = NonNullable<Task['errors']>[number];
export type Reconciliation = NonNullable<Task['reconciliation']>;
export type Survey = Answer<`${typeof statusPath}/survey`>;
export type Sheet = Survey['sheets'][number];
export type SheetColumn = Sheet['columns'][number];
export type SheetProblem = Sheet['problems'][number];
export type Imports = Answer<'/api/v1/mto/imports'>;
export type EarlierImport = Imports['data'][number];

type State = Pick<Task, 'status' | 'dryRun' | 'result'>;

export const isRunning = ({ status }: State): boolean => status === 'queued' || status === 'running';

/** A look at a file is a dry run that ends without counts. */
export function purposeOf({ dryRun, result }: State): 'look' | 'trial' | 'import' {
  if (!dryRun) return 'import';
  return result === null ? 'look' : 'trial';
}

export const taskKey = (taskId: string) => ['import', taskId];
const importsKey = (serviceId: string) => ['imports', serviceId];

export function useTask(taskId: string) {
  const api = useApi();
  const [isFollowed, setFollowed] = useState(false);
  const query = useQuery({
    queryKey: taskKey(taskId),
    queryFn: ({ signal }) => readTask(api, taskId, signal),
    staleTime: ({ state }) => (state.data && !isRunning(state.data) ? Number.POSITIVE_INFINITY : 0),
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) && !isFollowed ? pollMs : false),
  });
  useFollowing(taskId, query.data ? isRunning(query.data) : false, setFollowed);
  return query;
}

/** The task is polled after its events break off. */
function useFollowing(taskId: string, isNeeded: boolean, setFollowed: (isFollowed: boolean) => void): void {
  const api = useApi();
  const queries = useQueryClient();
  useEffect(() => {
    if (!isNeeded) return;
    const gone = new AbortController();
    openEvents(api, taskId, gone.signal).then(
      (events) => {
        events.onopen = () => setFollowed(true);
        events.onmessage = ({ data }) => {
          const task: Task = JSON.parse(data);
          if (!isRunning(task)) events.close();
          queries.setQueryData(taskKey(taskId), task);
        };
        events.onerror = () => setFollowed(events.readyState === EventSource.OPEN);
        gone.signal.addEventListener('abort', () => events.close());
      },
      () => setFollowed(false),
    );
    return () => {
      gone.abort();
      setFollowed(false);
      linesChanged(queries);
    };
  }, [api, taskId, isNeeded, queries, setFollowed]);
}

async function openEvents(api: Api, taskId: string, signal: AbortSignal): Promise<EventSource> {
  const call = api.POST(`${statusPath}/events/ticket`, { params: { path: { taskId } }, signal });
  const { url } = await answered(call);
  signal.throwIfAborted();
  return new EventSource(url);
}

export const useSurvey = (taskId: string, isReady: boolean) =>
  useRead(
    [...taskKey(taskId), 'survey'],
    `${statusPath}/survey`,
    { path: { taskId } },
    { enabled: isReady, staleTime: Number.POSITIVE_INFINITY },
  );

export const importsOfPage = 20;

export const useImports = (projectId: string, serviceId: string, page: number) =>
  useRead(
    [...importsKey(serviceId), page],
    '/api/v1/mto/imports',
    { query: { projectId, serviceId, skip: page * importsOfPage, limit: importsOfPage } },
    { refetchInterval: ({ state }) => (state.data?.data.some(isRunning) ? pollMs : false) },
  );

/** An import changes lines and figures alike, so everything but the tasks of imports is read again. */
export const linesChanged = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'import' });
