import { useQuery } from '@tanstack/react-query';
import { type Api, answered, useApi } from '../api/client';

export interface Scope {
  projectId: string;
  serviceId: string | undefined;
  estimationId: string | undefined;
}

const readCompleteness = async (api: Api, scope: Scope, signal: AbortSignal) => {
  const params = {
    path: { projectId: scope.projectId },
    query: { serviceId: scope.serviceId, estimationId: scope.estimationId, completeness: true },
  };
  const { completeness } = await answered(
    api.GET('/api/v1/mto/project/{projectId}/summary', { params, signal }),
  );
  return completeness ?? { lines: 0, gaps: [] };
};

export type Completeness = Awaited<ReturnType<typeof readCompleteness>>;

export function useCompleteness(scope: Scope) {
  const api = useApi();
  return useQuery({
    queryKey: ['completeness', scope],
    queryFn: ({ signal }) => readCompleteness(api, scope, signal),
  });
}
