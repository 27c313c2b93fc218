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
  // Keys of fields, and levels of the WBS as `wbsLevel1` and so on.
  groupBy: readonly string[];
  columns: readonly string[] | null;
}

export const groupsMax = 3;

export const wbsLevelOf = (name: string): number | null => {
  const level = name.startsWith('wbsLevel') ? Number(name.slice('wbsLevel'.length)) : Number.NaN;
  return Number.isInteger(level) && level >= 1 && level <= 8 ? level : null;
};

export const groupKeys = (names: readonly string[]): Schemas['AggregateKey'][] =>
  names.map((name) => {
    const wbsLevel = wbsLevelOf(name);
    return wbsLevel === null ? name : { wbsLevel };
  });

export const groupNames = (keys: readonly Schemas['AggregateKey'][]): string[] =>
  keys.map((key) => (typeof key === 'string' ? key : `wbsLevel${key.wbsLevel}`));

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

// What the address says itself wins over a named view, also when it says that there is none of it.
export function readView(address: URLSearchParams, named: TakeoffView | null = null): TakeoffView {
  const parameters = new URLSearchParams({
    ...(named && viewParameters(named)),
    ...Object.fromEntries(address),
  });
  const columns = readKeys(parameters.get('columns'));
  return {
    serviceId: parameters.get('service'),
    discipline: disciplines.find((one) => one === parameters.get('discipline')) ?? null,
    search: parameters.get('search') ?? '',
    filters: readFilters(parameters.get('filters')),
    sort: readSort(parameters.get('sort')),
    groupBy: [...new Set(readKeys(parameters.get('group')))].slice(0, groupsMax),
    columns: columns.length > 0 ? columns : null,
  };
}

export function viewParameters(view: Partial<TakeoffView>): Record<string, string> {
  const { serviceId, discipline, search, filters, sort = [], groupBy = [], columns } = view;
  const isFiltered = filters && filters.conditions.length > 0;
  return {
    ...(serviceId && { service: serviceId }),
    ...(discipline && { discipline }),
    ...(search && { search }),
    ...(isFiltered && { filters: JSON.stringify(filters) }),
    ...(sort.length > 0 && {
      sort: sort.map(({ field, direction }) => (direction === 'desc' ? `-${field}` : field)).join(','),
    }),
    ...(groupBy.length > 0 && { group: groupBy.join(',') }),
    ...(columns && columns.length > 0 && { columns: columns.join(',') }),
  };
}

const partNames = ['discipline', 'search', 'filters', 'sort', 'group', 'columns'];
const names = ['service', ...partNames];

function withView(
  current: URLSearchParams,
  view: TakeoffView,
  named: TakeoffView | null = null,
): URLSearchParams {
  const next = new URLSearchParams(current);
  const texts = viewParameters(view);
  const unsaid = named ? viewParameters(named) : {};
  for (const name of names) {
    const text = texts[name] ?? '';
    if (text === (unsaid[name] ?? '')) next.delete(name);
    else next.set(name, text);
  }
  return next;
}

export const isChanged = (address: URLSearchParams): boolean => partNames.some((name) => address.has(name));

// Null leaves the named view; the service and whatever else is in the address stay.
export function withNamedView(address: URLSearchParams, viewId: string | null): URLSearchParams {
  const next = new URLSearchParams(address);
  for (const name of partNames) next.delete(name);
  if (viewId === null) next.delete('view');
  else next.set('view', viewId);
  return next;
}

export function useTakeoffView(named: TakeoffView | null = null): [TakeoffView, ChangeView] {
  const [parameters, setParameters] = useSearchParams();
  const view = useMemo(() => readView(parameters, named), [parameters, named]);
  const change: ChangeView = useCallback(
    (changes) =>
      setParameters((current) => withView(current, { ...readView(current, named), ...changes }, named), {
        replace: true,
      }),
    [setParameters, named],
  );
  return [view, change];
}
