import { useQuery } from '@tanstack/react-query';
import { type Api, answered, useApi } from '../../api/client';
import type { Scope } from '../view/address';
import { figuresKey } from '../view/queries';

const crewsMax = 100;

const readCrews = (api: Api, { projectId, serviceId }: Scope, signal: AbortSignal) =>
  answered(
    api.GET('/api/v1/service-crews', {
      params: { query: { projectId, serviceId, limit: crewsMax, sort: ['crewCode'] } },
      signal,
    }),
  );

export type ServiceCrew = Awaited<ReturnType<typeof readCrews>>['data'][number];

export function useServiceCrews(scope: Scope) {
  const api = useApi();
  return useQuery({
    queryKey: [...figuresKey(scope.projectId), 'crews', scope.serviceId],
    queryFn: ({ signal }) => readCrews(api, scope, signal),
  });
}

const readRates = (api: Api, projectId: string, serviceCrewId: string, signal: AbortSignal) =>
  answered(
    api.POST('/v1/projects/{projectId}/crew-rates', {
      params: { path: { projectId } },
      body: { serviceCrewId },
      signal,
    }),
  );

export type CrewRates = Awaited<ReturnType<typeof readRates>>;

export function useCrewRates(projectId: string, crew: ServiceCrew | undefined) {
  const api = useApi();
  const id = crew?.id ?? '';
  return useQuery({
    queryKey: [...figuresKey(projectId), 'crew-rates', id, crew?.version],
    queryFn: ({ signal }) => readRates(api, projectId, id, signal),
  });
}
