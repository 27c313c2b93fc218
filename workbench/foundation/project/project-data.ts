import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { type Answer, answered, useApi, useRead } from '../api';

export type Project = Answer<'/v1/projects/{projectId}'>;
export type ProjectService = Project['services'][number];

export const projectKey = (projectId: string) => ['project', projectId];

export const useProject = (projectId: string) =>
  useRead(projectKey(projectId), '/v1/projects/{projectId}', { path: { projectId } });

// A link to a project reads it as soon as a finger, pointer or the focus is on it.
export function useProjectAhead(projectId: string) {
  const queries = useQueryClient();
  const api = useApi();
  const read = () => {
    void queries.prefetchQuery({
      queryKey: projectKey(projectId),
      queryFn: () => answered(api.GET('/v1/projects/{projectId}', { params: { path: { projectId } } })),
    });
  };
  return { onPointerEnter: read, onPointerDown: read, onFocus: read };
}

export function projectChanged(queries: QueryClient, projectId: string): Promise<unknown> {
  return Promise.all(
    [projectKey(projectId), ['projects'], ['clients'], ['history', projectId], ['figures', projectId]].map(
      (queryKey) => queries.invalidateQueries({ queryKey }),
    ),
  );
}

export type ServiceNeed = 'one' | 'all';

interface ChosenService {
  services: readonly ProjectService[];
  /** Null stands for all services; in a view that needs one it means that the project has none. */
  service: ProjectService | null;
  choose: (serviceId: string | null) => void;
}

export function useProjectService(projectId: string, need: ServiceNeed = 'all'): ChosenService {
  const { data } = useProject(projectId);
  const [search, setSearch] = useSearchParams();
  const services = (data?.services ?? []).filter(({ serviceType }) => serviceType === 'estimation');
  const named = services.find(({ serviceId }) => serviceId === search.get('service')) ?? null;
  const usual = need === 'one' || services.length === 1 ? (services[0] ?? null) : null;
  const choose = (serviceId: string | null) =>
    setSearch((before) => {
      const after = new URLSearchParams(before);
      if (serviceId === null) after.delete('service');
      else after.set('service', serviceId);
      return after;
    });
  return { services, service: named ?? usual, choose };
}
