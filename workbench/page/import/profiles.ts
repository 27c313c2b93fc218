import { useQuery } from '@tanstack/react-query';
import { type Api, answered, useApi } from '../api/client';
import { useProject } from '../projects/project-data';

const readProfiles = (api: Api, clientId: string) =>
  answered(api.GET('/api/v1/import-profiles', { params: { query: { clientId, limit: 100 } } }));

export type Profile = Awaited<ReturnType<typeof readProfiles>>['data'][number];

export function useProfiles(projectId: string): readonly Profile[] {
  const api = useApi();
  const clientId = useProject(projectId).data?.clientId;
  const { data } = useQuery({
    queryKey: ['profiles', clientId],
    queryFn: () => readProfiles(api, clientId ?? ''),
    enabled: clientId !== undefined,
  });
  return data?.data ?? [];
}
