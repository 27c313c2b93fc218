import { type Answer, useAsk } from '@consulting/foundation/api';
import type { ServiceCrew } from '@consulting/labour';
import { figuresKey } from '../view/queries';

const path = '/v1/projects/{projectId}/crew-rates';

export type CrewRates = Answer<typeof path, 'post'>;

export const useCrewRates = (projectId: string, crew: ServiceCrew | undefined) =>
  useAsk([...figuresKey(projectId), 'crew-rates', crew?.id ?? '', crew?.version], path, {
    path: { projectId },
    body: { serviceCrewId: crew?.id ?? '' },
  });
