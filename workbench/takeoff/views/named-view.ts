import type { components } from '@consulting/client/api';
import { ApiProblem, useRead } from '@consulting/foundation/api';
import type { Project } from '@consulting/foundation/project';
import { groupNames, type TakeoffView } from '@consulting/takeoff-lines';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';

export type NamedView = components['schemas']['View'];

const viewKey = (viewId: string | null) => ['takeoff-view', viewId];
const listKey = 'takeoff-views';
const viewsMax = 100;

export const partsOf = ({ discipline, search, filters, sort, groupBy, columns }: NamedView): TakeoffView => ({
  serviceId: null,
  discipline,
  search: search ?? '',
  filters,
  sort: sort.map(({ field, direction = 'asc' }) => ({ field, direction })),
  groupBy: groupNames(groupBy),
  columns: columns.length > 0 ? columns.map(({ key }) => key) : null,
});

// A view without columns leaves them to the page.
export const frozenIn = ({ columns }: NamedView): string[] | undefined =>
  columns.length > 0 ? columns.filter(({ isFrozen }) => isFrozen).map(({ key }) => key) : undefined;

const isFor = (view: NamedView, { id, clientId }: Pick<Project, 'id' | 'clientId'>): boolean =>
  view.projectId === null ? view.clientId === null || view.clientId === clientId : view.projectId === id;

// The view that the address names. One that is gone, or is for others, leaves all lines.
export function useNamedView(project: Pick<Project, 'id' | 'clientId'>) {
  const viewId = useSearchParams()[0].get('view');
  const path = { viewId: viewId ?? '' };
  const read = useRead(viewKey(viewId), '/api/v1/mto/views/{viewId}', { path }, { enabled: viewId !== null });
  const isUnknown = read.error instanceof ApiProblem && [400, 404].includes(read.error.problem.status);
  const isOther = read.data !== undefined && !isFor(read.data, project);
  return {
    view: viewId === null || isOther || isUnknown ? null : (read.data ?? null),
    isGone: viewId !== null && (isOther || isUnknown),
    isReading: viewId !== null && read.data === undefined && !isUnknown,
    read,
  };
}

export const useViews = (projectId: string, search: string) =>
  useRead([listKey, projectId, search], '/api/v1/mto/views', {
    query: { projectId, limit: viewsMax, ...(search && { search }) },
  });

export function useViewCache() {
  const queries = useQueryClient();
  return {
    // A view that was seen in the list need not be read before it is displayed.
    know: (view: NamedView) => queries.setQueryData(viewKey(view.viewId), view),
    readAgain: ({ viewId }: NamedView) => queries.invalidateQueries({ queryKey: viewKey(viewId) }),
    changed: (view: NamedView | null) => viewsChanged(queries, view),
  };
}

async function viewsChanged(queries: QueryClient, view: NamedView | null): Promise<void> {
  if (view) queries.setQueryData(viewKey(view.viewId), view);
  await queries.invalidateQueries({ queryKey: [listKey] });
}
