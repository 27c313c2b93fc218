import { type Answer, answered, useApi, useRead } from '@consulting/foundation/api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Scope } from '../figures/view/address';
import { figuresKey } from '../figures/view/queries';

const reviewPath = '/api/v1/mto/project/{projectId}/review';
const classPath = '/v1/projects/{projectId}/services/{serviceId}/class';
const basisPath = '/v1/projects/{projectId}/services/{serviceId}/estimations/{estimationId}/basis';

export type ReviewAnswer = Answer<typeof reviewPath>;
export type Check = ReviewAnswer['checks'][number];
export type Ratio = ReviewAnswer['ratios'][number];

const reviewKey = (projectId: string) => [...figuresKey(projectId), 'review'];

export const useReview = (scope: Scope) => {
  const { projectId, ...query } = scope;
  return useRead([...reviewKey(projectId), scope], reviewPath, { path: { projectId }, query });
};

export interface ServicePath {
  projectId: string;
  serviceId: string;
}

export interface Decision {
  state: 'active' | 'dismissed' | 'off';
  reason: string | null;
}

export function useDecision({ projectId, serviceId }: ServicePath, code: Check['code'], onDone?: () => void) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (decision: Decision) => {
      const path = { projectId, code };
      const address = '/api/v1/mto/project/{projectId}/review/{code}';
      return answered(api.PUT(address, { params: { path }, body: { serviceId, ...decision } }));
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: reviewKey(projectId) });
      onDone?.();
    },
  });
}

export type EstimateClass = Answer<typeof classPath>;
export type Deliverable = EstimateClass['deliverables'][number];
export type Maturity = NonNullable<Deliverable['maturity']>;

const classKey = (path: ServicePath) => [...reviewKey(path.projectId), 'class', path.serviceId];

export const useEstimateClass = (path: ServicePath) => useRead(classKey(path), classPath, { path });

interface MaturityOf {
  key: Deliverable['key'];
  maturity: Maturity;
}

export function useClassUpdate(path: ServicePath, onDone: () => void) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ version, deliverables }: { version: number; deliverables: MaturityOf[] }) => {
      const params = { path, header: { 'If-Match': `"${version}"` } };
      return answered(api.PUT(classPath, { params, body: { deliverables } }));
    },
    onSuccess: async (answer) => {
      queries.setQueryData(classKey(path), answer);
      await queries.invalidateQueries({ queryKey: reviewKey(path.projectId) });
      onDone();
    },
  });
}

export type EstimateBasis = Answer<typeof basisPath>;

interface VersionPath extends ServicePath {
  estimationId: string;
}

const basisKey = (path: VersionPath) => [...reviewKey(path.projectId), 'basis', path.estimationId];

export const useBasis = (path: VersionPath) => useRead(basisKey(path), basisPath, { path });

export function useBasisUpdate(path: VersionPath, onDone: () => void) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ version, sections }: { version: number; sections: Record<string, string | null> }) => {
      const params = { path, header: { 'If-Match': `"${version}"` } };
      return answered(api.PUT(basisPath, { params, body: { sections } }));
    },
    onSuccess: async (answer) => {
      queries.setQueryData(basisKey(path), answer);
      await queries.invalidateQueries({ queryKey: reviewKey(path.projectId) });
      onDone();
    },
  });
}
