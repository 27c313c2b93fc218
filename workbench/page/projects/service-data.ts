import { useQuery } from '@tanstack/react-query';
import { type Api, answered, useApi } from '../api/client';
import { projectKey } from './project-data';

export interface ServicePath {
  projectId: string;
  serviceId: string;
}

export const readService = (api: Api, path: ServicePath, signal?: AbortSignal) =>
  answered(api.GET('/v1/projects/{projectId}/services/{serviceId}', { params: { path }, signal }));

export type Service = Awaited<ReturnType<typeof readService>>;
export type EstimationService = Extract<Service, { serviceType: 'estimation' }>;
export type Version = EstimationService['details']['estimations'][number];

export function useService(path: ServicePath) {
  const api = useApi();
  return useQuery({
    queryKey: [...projectKey(path.projectId), 'service', path.serviceId],
    queryFn: ({ signal }) => readService(api, path, signal),
  });
}
