import type { components } from '@consulting/client/api';
import { useQuery } from '@tanstack/react-query';
import { type Api, answered, useApi } from '../../api/client';
import type { Criteria, Scope } from './address';

const queryOf = ({ serviceId, estimationId }: Scope) => ({ serviceId, estimationId });

export const figuresKey = (projectId: string) => ['figures', projectId];

const keyOf = (scope: Scope, ...rest: unknown[]) => [...figuresKey(scope.projectId), scope, ...rest];

const readSummary = (api: Api, scope: Scope, signal: AbortSignal) =>
  answered(
    api.GET('/api/v1/mto/project/{projectId}/summary', {
      params: { path: { projectId: scope.projectId }, query: queryOf(scope) },
      signal,
    }),
  );

export type Summary = Awaited<ReturnType<typeof readSummary>>;

export function useSummary(scope: Scope) {
  const api = useApi();
  return useQuery({
    queryKey: keyOf(scope, 'summary'),
    queryFn: ({ signal }) => readSummary(api, scope, signal),
  });
}

const readWbs = (api: Api, scope: Scope, signal: AbortSignal) =>
  answered(
    api.GET('/api/v1/mto/project/{projectId}/wbs-summary', {
      params: { path: { projectId: scope.projectId }, query: queryOf(scope) },
      signal,
    }),
  );

export type WbsSummary = Awaited<ReturnType<typeof readWbs>>;
export type WbsNode = WbsSummary['root'];

export function useWbs(scope: Scope) {
  const api = useApi();
  return useQuery({ queryKey: keyOf(scope, 'wbs'), queryFn: ({ signal }) => readWbs(api, scope, signal) });
}

export type GroupKey = components['schemas']['AggregateKey'];

interface Grouping {
  groupBy: GroupKey[];
  filters: Criteria | null;
  fields: readonly string[];
  includeExcluded?: boolean;
}

const groupsMax = 1000;

const readGroups = (
  api: Api,
  { projectId, serviceId, estimationId }: Scope,
  { fields, ...order }: Grouping,
  signal: AbortSignal,
) =>
  answered(
    api.POST('/api/v1/mto/aggregate', {
      body: {
        projectId,
        serviceId,
        estimationId,
        ...order,
        measures: fields.map((field) => ({ field, function: 'sum' as const })),
        limit: groupsMax,
      },
      signal,
    }),
  );

export type Groups = Awaited<ReturnType<typeof readGroups>>;
export type Group = Groups['data'][number];

export function useGroups(scope: Scope, grouping: Grouping | null) {
  const api = useApi();
  return useQuery({
    queryKey: keyOf(scope, 'groups', grouping),
    enabled: grouping !== null,
    queryFn: ({ signal }) =>
      readGroups(api, scope, grouping ?? { groupBy: [], filters: null, fields: [] }, signal),
  });
}

const linesDisplayed = 20;

const lineFields = [
  'itemNumber',
  'discipline',
  'wbsCode',
  'description',
  'quantity',
  'unitOfMeasure',
  'totalManHours',
  'totalCost',
];

const readCostliest = (
  api: Api,
  { projectId, serviceId, estimationId }: Scope,
  filters: Criteria | null,
  signal: AbortSignal,
) =>
  answered(
    api.POST('/api/v1/mto/search', {
      body: {
        projectId,
        serviceId,
        estimationId,
        filters: {
          conditions: [
            ...(filters?.conditions ?? []),
            { field: 'status', operator: 'notEquals', value: 'void' },
            { field: 'scopeType', operator: 'notEquals', value: 'excluded' },
          ],
        },
        fields: lineFields,
        sort: '-totalCost',
        limit: linesDisplayed,
      },
      signal,
    }),
  );

export type Line = Awaited<ReturnType<typeof readCostliest>>['data'][number];

export function useCostliest(scope: Scope, filters: Criteria | null) {
  const api = useApi();
  return useQuery({
    queryKey: keyOf(scope, 'costliest', filters),
    queryFn: ({ signal }) => readCostliest(api, scope, filters, signal),
  });
}

const readVersions = (api: Api, projectId: string, serviceId: string, signal: AbortSignal) =>
  answered(
    api.GET('/v1/projects/{projectId}/services/{serviceId}/estimations', {
      params: { path: { projectId, serviceId } },
      signal,
    }),
  );

export type Version = Awaited<ReturnType<typeof readVersions>>[number];

export function useVersions({ projectId, serviceId }: Scope) {
  const api = useApi();
  return useQuery({
    queryKey: [...figuresKey(projectId), 'versions', serviceId],
    queryFn: ({ signal }) =>
      serviceId === undefined ? Promise.resolve([]) : readVersions(api, projectId, serviceId, signal),
  });
}
