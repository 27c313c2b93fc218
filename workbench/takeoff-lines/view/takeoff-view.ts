import type { components } from '@consulting/client/api';
import { type Discipline, disciplines } from '@consulting/foundation/api';
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'wouter';

type Schemas = components['schemas'];

export type Field = Schemas['TakeoffLineField'];

export const isNumeric = ({ type }: Pick<Field, 'type'>): boolean => type === 'number' || type === 'integer';

export type Filters = Schemas['FilterCriteria'];
export type Condition = Schemas['Condition'];
export type Selection = Schemas['LineSelection'];

export interface SortKey {
  field: string;
  direction: 'asc' | 'desc';
}

/**
 * The whole view is in the address, so that it can be shared. A null discipline means the fields that all disciplines share,
 * and null columns mean the usual ones.
 */
export interface TakeoffView {
  serviceId: string | null;
  discipline: Discipline | null;
  search: string;
  filters: Filters | null;
  sort: readonly SortKey[];
  columns: readonly string[] | null;
}

export type ChangeView = (changes: Partial<TakeoffView>) => void;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An address may be typed by hand, so anything that is not filters is ignored. */
const isFilters = (value: unknown): value is Filters =>
  isObject(value) &&
  Array.isArray(value.conditions) &&
  value.conditions.every((one) => isFilters(one) || (isObject(one) && typeof one.field === 'string'));

function readFilters(text: string | null): Filters | null {
  if (text === null) return null;
  try {
    const read: unknown = JSON.parse(text);
    return isFilters(read) && read.conditions.length > 0 ? read : null;
  } catch {
    return null;
  }
}

const readKeys = (text: string | null): string[] => text?.split(',').filter((key) => key !== '') ?? [];

const readSort = (text: string | null): SortKey[] =>
  readKeys(text).map((key) =>
    key.startsWith('-') ? { field: key.slice(1), direction: 'desc' } : { field: key, direction: 'asc' },
  );

export function readView(parameters: URLSearchParams): TakeoffView {
  const columns = readKeys(parameters.get('columns'));
  return {
    serviceId: parameters.get('service'),
    discipline: disciplines.find((one) => one === parameters.get('discipline')) ?? null,
    search: parameters.get('search') ?? '',
    filters: readFilters(parameters.get('filters')),
    sort: readSort(parameters.get('sort')),
    columns: columns.length > 0 ? columns : null,
  };
}

export function viewParameters(view: Partial<TakeoffView>): Record<string, string> {
  const { serviceId, discipline, search, filters, sort = [], columns } = view;
  const isFiltered = filters && filters.conditions.length > 0;
  return {
    ...(serviceId && { service: serviceId }),
    ...(discipline && { discipline }),
    ...(search && { search }),
    ...(isFiltered && { filters: JSON.stringify(filters) }),
    ...(sort.length > 0 && {
      sort: sort.map(({ field, direction }) => (direction === 'desc' ? `-${field}` : field)).join(','),
    }),
    ...(columns && columns.length > 0 && { columns: columns.join(',') }),
  };
}

const names = ['service', 'discipline', 'search', 'filters', 'sort', 'columns'];

function withView(current: URLSearchParams, view: TakeoffView): URLSearchParams {
  const next = new URLSearchParams(current);
  for (const name of names) next.delete(name);
  for (const [name, value] of Object.entries(viewParameters(view))) next.set(name, value);
  return next;
}

export function useTakeoffView(): [TakeoffView, ChangeView] {
  const [parameters, setParameters] = useSearchParams();
  const view = useMemo(() => readView(parameters), [parameters]);
  const change: ChangeView = useCallback(
    (changes) =>
      setParameters((current) => withView(current, { ...readView(current), ...changes }), { replace: true }),
    [setParameters],
  );
  return [view, change];
}
