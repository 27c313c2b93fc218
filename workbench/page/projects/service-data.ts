import { type Answer, useRead } from '@consulting/foundation/api';
import { projectKey } from '@consulting/foundation/project';

const path = '/v1/projects/{projectId}/services/{serviceId}';

export interface ServicePath {
  projectId: string;
  serviceId: string;
}

export type Service = Answer<typeof path>;
export type EstimationService = Extract<Service, { serviceType: 'estimation' }>;
export type Version = EstimationService['details']['estimations'][number];

export const useService = (of: ServicePath) =>
  useRead([...projectKey(of.projectId), 'service', of.serviceId], path, { path: of });
