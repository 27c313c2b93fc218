import { type Api, answered } from '@consulting/foundation/api';
import type { Filters, Selection, TakeoffView } from '@consulting/takeoff-lines';
import { narrowedTo } from '@consulting/takeoff-lines';
import { queryOptions } from '@tanstack/react-query';

export interface SelectedLines {
  projectId: string;
  view: Pick<TakeoffView, 'serviceId' | 'discipline' | 'search' | 'filters'>;
  ids: readonly string[] | null;
}

/** This many identifiers are read in some seconds; beyond that, filters select better than a search. */
export const searchedLinesMax = 5000;
const pageSize = 100;

export class TooManyFound extends Error {}

/** A bulk operation takes identifiers or filters, so the lines that a search finds are read first. */
export const selectionQuery = (api: Api, selected: SelectedLines) =>
  queryOptions({
    queryKey: ['takeoff', selected.projectId, 'selection', selected],
    queryFn: ({ signal }) => readSelection(api, selected, signal),
    gcTime: 0,
    retry: (failures, error) => !(error instanceof TooManyFound) && failures < 3,
  });

async function readSelection(api: Api, selected: SelectedLines, signal: AbortSignal): Promise<Selection> {
  const { projectId, view, ids } = selected;
  if (ids) return { mode: 'ids', ids: [...ids] };
  if (view.search.trim() !== '') return { mode: 'ids', ids: await readFound(api, projectId, view, signal) };
  return { mode: 'filters', filters: filtersOf(projectId, view) };
}

/** The API refuses a selection without filters, so the owner is the filter where there is no other. */
function filtersOf(projectId: string, { discipline, filters, serviceId }: SelectedLines['view']): Filters {
  if (discipline) return narrowedTo(filters, { field: 'discipline', operator: 'equals', value: discipline });
  if (filters && filters.conditions.length > 0) return filters;
  const owner = serviceId
    ? { field: 'serviceId', value: serviceId }
    : { field: 'projectId', value: projectId };
  return { conditions: [{ ...owner, operator: 'equals' }] };
}

async function readFound(
  api: Api,
  projectId: string,
  { serviceId, discipline, search, filters }: SelectedLines['view'],
  signal: AbortSignal,
): Promise<string[]> {
  const asked = {
    projectId,
    serviceId,
    discipline,
    search,
    filters,
    fields: ['itemNumber'],
    limit: pageSize,
  };
  const readPage = (after: string | null) =>
    answered(api.POST('/api/v1/mto/search', { body: { ...asked, ...(after && { after }) }, signal }));
  let page = await readPage(null);
  if (page.total > searchedLinesMax) throw new TooManyFound();
  const ids = page.data.map(({ id }) => id);
  while (page.next !== null) {
    page = await readPage(page.next);
    ids.push(...page.data.map(({ id }) => id));
  }
  return ids;
}

export const criteriaOfSelection = ({ mode, ids = [], filters }: Selection): Filters =>
  mode === 'filters' && filters ? filters : { conditions: [{ field: 'id', operator: 'in', value: ids }] };
