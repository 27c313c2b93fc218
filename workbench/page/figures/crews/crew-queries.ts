import { useQuery } from '@tanstack/react-query';
import { type Api, answered, useApi } from '../../api/client';
import type { ServiceCrew } from '../../crews/service-crews';
import { figuresKey } from '../view/queries';

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
