import type { components } from '@consulting/client/api';
import { type Api, answered } from '@consulting/foundation/api';
import { groupKeys, type TakeoffView } from '@consulting/takeoff-lines';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { type ColourRule, coloured } from './colours';

export const pageSize = 100;
const pagesStored = 200;

export interface LineQuery extends Omit<TakeoffView, 'columns'> {
  projectId: string;
  fields: readonly string[];
  colourRules?: readonly ColourRule[];
}

export interface Line {
  id: string;
  version: number;
  values: Readonly<Record<string, unknown>>;
  // By the first rule of the view that the line meets.
  colour?: string;
}

export const nameOf = ({ id, values }: Pick<Line, 'id' | 'values'>): string =>
  String(values.itemCode ?? values.itemNumber ?? values.description ?? id);

type LinePart = components['schemas']['TakeoffLinePart'];

export const lineOf = (part: LinePart): Line => ({ id: part.id, version: part.version, values: part });

export interface LinePage {
  lines: Line[];
  total: number;
}

/** What the grid needs of every line beside its columns: whose it is, and whether its codes are known. */
const everyLine = [
  'projectId',
  'serviceId',
  'discipline',
  'area',
  'wbsCode',
  'crewRateMatched',
  'wbsMatched',
  'labourRate',
  'labourRateSource',
];

export const fieldsRead = (fields: readonly string[]): string[] => [...new Set([...fields, ...everyLine])];

export const searchedBy = ({ groupBy, sort, fields, ...query }: LineQuery) => ({
  ...selectionOf(query),
  sort: [...sort],
  groupBy: groupKeys(groupBy),
  fields: [...fields],
});

type Selected = Pick<LineQuery, 'projectId' | 'serviceId' | 'discipline' | 'search' | 'filters'>;

export const selectionOf = ({ projectId, serviceId, discipline, search, filters }: Selected) => ({
  projectId,
  serviceId,
  discipline,
  search: search.trim() || null,
  filters,
});

interface Part {
  skip: number;
  limit: number;
}

async function readPart(api: Api, query: LineQuery, part: Part, signal?: AbortSignal): Promise<LinePage> {
  const body = { ...searchedBy(query), fields: fieldsRead(query.fields), ...part };
  const { data, total } = await answered(api.POST('/api/v1/mto/search', { body, ...(signal && { signal }) }));
  return { lines: data.map(lineOf), total };
}

async function readPage(api: Api, query: LineQuery, page: number, signal: AbortSignal): Promise<LinePage> {
  const part = { skip: page * pageSize, limit: pageSize };
  const { lines, total } = await readPart(api, query, part, signal);
  const { projectId, colourRules = [] } = query;
  return { lines: await coloured(api, projectId, colourRules, lines, signal), total };
}

// One line of those that the query finds, in its order.
export const readMatch = (api: Api, query: LineQuery, at: number): Promise<LinePage> =>
  readPart(api, query, { skip: at, limit: 1 });

export const pageOptions = (api: Api, query: LineQuery, page: number) =>
  queryOptions({
    queryKey: ['takeoff-lines', query, page] as const,
    queryFn: ({ signal }) => readPage(api, query, page, signal),
    gcTime: 120_000,
  });

export interface Totals {
  total: number;
  // Of these, void or excluded lines, which count in no total.
  leftOut: number;
  sums: Sums;
}

export type Sums = components['schemas']['AggregatePage']['totals'];

// The number of lines is a measure, too.
const sumsMax = 19;

export const measuresOf = (sums: readonly string[]) =>
  ['lines', ...sums.slice(0, sumsMax)].map((field) => ({ field, function: 'sum' as const }));

async function readTotals(
  api: Api,
  query: LineQuery,
  sums: readonly string[],
  signal: AbortSignal,
): Promise<Totals> {
  const selection = selectionOf(query);
  const summed = (includeExcluded: boolean) => {
    const body = { ...selection, measures: measuresOf(sums), includeExcluded };
    return answered(api.POST('/api/v1/mto/aggregate', { body, signal }));
  };
  const found = () => {
    const body = { ...selection, fields: ['id'], limit: 1 };
    return answered(api.POST('/api/v1/mto/search', { body, signal }));
  };
  const [counted, { total }] = await Promise.all([summed(false), found()]);
  const leftOut = Math.max(0, total - Number(counted.totals.lines));
  // Who looks at void and excluded lines alone wants to know what they come to.
  const { totals } = total > 0 && leftOut === total ? await summed(true) : counted;
  return { total, leftOut, sums: totals };
}

export const totalsOptions = (api: Api, query: LineQuery, sums: readonly string[]) =>
  queryOptions({
    queryKey: ['takeoff-totals', { ...query, fields: sums }] as const,
    queryFn: ({ signal }) => readTotals(api, query, sums, signal),
    placeholderData: keepPreviousData,
  });

export async function readByIds(
  api: Api,
  projectId: string,
  ids: readonly string[],
  fields?: string[],
): Promise<LinePart[]> {
  const lines: LinePart[] = [];
  for (let at = 0; at < ids.length; at += pageSize) {
    const filters = {
      conditions: [{ field: 'id', operator: 'in' as const, value: ids.slice(at, at + pageSize) }],
    };
    const body = { projectId, filters, ...(fields && { fields }), limit: pageSize };
    const { data } = await answered(api.POST('/api/v1/mto/search', { body }));
    lines.push(...data);
  }
  return lines;
}

export async function readCurrent(api: Api, query: LineQuery, ids: readonly string[]): Promise<Line[]> {
  const parts = await readByIds(api, query.projectId, ids, fieldsRead(query.fields));
  return parts.map(lineOf);
}

/** A walk through a million lines must not fill the memory, so pages seen long ago are removed. */
export function forgetOldPages(queries: QueryClient): void {
  const cache = queries.getQueryCache();
  const stored = cache.findAll({ queryKey: ['takeoff-lines'], type: 'inactive' });
  if (stored.length <= pagesStored) return;
  const oldestFirst = stored.toSorted((one, other) => one.state.dataUpdatedAt - other.state.dataUpdatedAt);
  for (const page of oldestFirst.slice(0, stored.length - pagesStored)) cache.remove(page);
}

// The colour of before stays until the page is read again.
const recoloured = (before: Line, after: Line | undefined): Line =>
  after ? { ...after, ...(before.colour !== undefined && { colour: before.colour }) } : before;

export async function showCurrent(queries: QueryClient, lines: readonly Line[]): Promise<void> {
  const current = new Map(lines.map((line) => [line.id, line]));
  const pages = { queryKey: ['takeoff-lines'] };
  const underway = queries.getQueryCache().findAll({ ...pages, fetchStatus: 'fetching' });
  // What was asked before the change would bring the values of before back.
  await queries.cancelQueries(pages);
  queries.setQueriesData<LinePage>(pages, (page) =>
    page?.lines.some(({ id }) => current.has(id))
      ? { ...page, lines: page.lines.map((line) => recoloured(line, current.get(line.id))) }
      : page,
  );
  for (const { queryKey } of underway) queries.invalidateQueries({ queryKey, exact: true });
  queries.invalidateQueries({ ...pages, predicate: ({ queryKey: [, query] }) => hasColours(query) });
}

const hasColours = (query: unknown): boolean => ((query as LineQuery).colourRules ?? []).length > 0;

// What a person changes is sent and taken back in the order in which it was done.
export const writesInTurn = { id: 'takeoff-lines' };

/** Other views are read again only when they are opened. */
export async function readLinesAgain(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries({ refetchType: 'none' });
  await Promise.all(
    ['takeoff-lines', 'takeoff-totals'].map((name) => queries.invalidateQueries({ queryKey: [name] })),
  );
}
