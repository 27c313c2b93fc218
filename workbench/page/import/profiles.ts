import { type Answer, useRead } from '@consulting/foundation/api';
import { useProject } from '@consulting/foundation/project';

const path = '/api/v1/import-profiles';

export type Profile = Answer<typeof path>['data'][number];

export function useProfiles(projectId: string): readonly Profile[] {
  const { clientId } = useProject(projectId).data ?? {};
  const query = { clientId, limit: 100 };
  const { data } = useRead(['profiles', clientId], path, { query }, { enabled: clientId !== undefined });
  return data?.data ?? [];
}
