import type { components } from '@consulting/client/api';
import { type Answer, useAsk, useRead } from '@consulting/foundation/api';
import { linesThatCount } from '@consulting/takeoff-lines';
import type { Criteria, Scope } from './address';
import { drawnFields } from './measures';

const queryOf = ({ serviceId, estimationId }: Scope) => ({ serviceId, estimationId });

export const figuresKey = (projectId: string) => ['figures', projectId];

const keyOf = (scope: Scope, ...rest: unknown[]) => [...figuresKey(scope.projectId), scope, ...rest];

const summaryPath = '/api/v1/mto/project/{projectId}/summary';
const wbsPath = '/api/v1/mto/project/{projectId}/wbs-summary';
const paramsOf = (scope: Scope) => ({ path: { projectId: scope.projectId }, query: queryOf(scope) });

export type Summary = Answer<typeof summaryPath>;

export const useSummary = (scope: Scope) => useRead(keyOf(scope, 'summary'), summaryPath, paramsOf(scope));

export type WbsSummary = Answer<typeof wbsPath>;
export type WbsNode = WbsSummary['root'];

export const useWbs = (scope: Scope) => useRead(keyOf(scope, 'wbs'), wbsPath, paramsOf(scope));

export type GroupKey = components['schemas']['AggregateKey'];

interface Grouping {
  groupBy: GroupKey[];
  filters: Criteria | null;
  fields: readonly string[];
  // Fields of which is asked how many lines have a value, and how many values these are.
  counted?: readonly string[];
  includeExcluded?: boolean;
}

const groupsMax = 1000;

export type Groups = Answer<'/api/v1/mto/aggregate', 'post'>;
export type Group = Groups['data'][number];

const noGrouping: Grouping = { groupBy: [], filters: null, fields: [] };

export function useGroups(scope: Scope, grouping: Grouping | null) {
  const { fields, counted = [], ...order } = grouping ?? noGrouping;
  const by = (names: readonly string[], ...functions: ('sum' | 'count' | 'countDistinct')[]) =>
    names.flatMap((field) => functions.map((name) => ({ field, function: name })));
  const measures = [...by(fields, 'sum'), ...by(counted, 'count', 'countDistinct')];
  return useAsk(
    keyOf(scope, 'groups', grouping),
    '/api/v1/mto/aggregate',
    { body: { projectId: scope.projectId, ...queryOf(scope), ...order, measures, limit: groupsMax } },
    { enabled: grouping !== null },
  );
}

// All that charts and tables of figures may need of groups is asked for at once, so that they share the answers.
export const groupsBy = (filters: Criteria | null, ...groupBy: GroupKey[]): Grouping => ({
  ...{ groupBy, filters, fields: drawnFields },
});

const linesDisplayed = 20;

const lineFields = [
  'itemNumber',
  'itemCode',
  'serviceId',
  'discipline',
  'wbsCode',
  'description',
  'quantity',
  'unitOfMeasure',
  'totalManHours',
  'totalCost',
];

export type Line = Answer<'/api/v1/mto/search', 'post'>['data'][number];

export const useCostliest = (scope: Scope, filters: Criteria | null) =>
  useAsk(keyOf(scope, 'costliest', filters), '/api/v1/mto/search', {
    body: {
      projectId: scope.projectId,
      ...queryOf(scope),
      filters: {
        conditions: [...(filters?.conditions ?? []), ...linesThatCount],
      },
      fields: lineFields,
      sort: '-totalCost',
      limit: linesDisplayed,
    },
  });

const versionsPath = '/v1/projects/{projectId}/services/{serviceId}/estimations';

export type Version = Answer<typeof versionsPath>[number];

export function useVersions({ projectId, serviceId = '' }: Scope) {
  const key = [...figuresKey(projectId), 'versions', serviceId];
  const without = { enabled: serviceId !== '', ...(serviceId === '' && { initialData: [] }) };
  return useRead(key, versionsPath, { path: { projectId, serviceId } }, without);
}
