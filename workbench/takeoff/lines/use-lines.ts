import { useApi } from '@consulting/foundation/api';
import { type QueryKey, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import {
  forgetOldPages,
  type Line,
  type LinePage,
  type LineQuery,
  pageOptions,
  pageSize,
} from './line-queries';

const linesAhead = 30;
const restMs = 80;

export interface Rows {
  first: number;
  last: number;
}

const numbersFrom = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at);

function useSettledPages(parts: readonly Rows[]): number[] {
  const wanted = parts.flatMap(({ first, last }) =>
    numbersFrom(
      Math.floor(Math.max(0, first - linesAhead) / pageSize),
      Math.floor((last + linesAhead) / pageSize),
    ),
  );
  const text = [...new Set(wanted)].join();
  const [pages, setPages] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setPages(text), restMs);
    return () => clearTimeout(timer);
  }, [text]);
  return useMemo(() => pages.split(',').map(Number), [pages]);
}

export interface Lines {
  // Of those that can be displayed; the lines of folded groups are among `all` alone.
  total: number;
  all: number;
  isReading: boolean;
  error: unknown;
  at: (row: number) => Line | undefined;
  read: (rows: Rows) => Promise<Line[]>;
  rowOf: (id: string) => number | undefined;
  readAgain: () => void;
}

/** While another search runs, the count of the one before stays. */
export function useFirstPage(query: LineQuery) {
  const api = useApi();
  const [total, setTotal] = useState(0);
  const first = useQuery(pageOptions(api, query, 0));
  const found = first.data?.total;
  if (found !== undefined && found !== total) setTotal(found);
  return { total, isReading: first.isFetching, isKnown: found !== undefined, error: first.error };
}

export function useLines(
  query: LineQuery,
  first: ReturnType<typeof useFirstPage>,
  parts: readonly Rows[],
): Lines {
  const api = useApi();
  const queries = useQueryClient();
  const { total } = first;
  const wanted = useSettledPages(parts).filter((page) => page > 0 && page * pageSize < total);
  const results = useQueries({ queries: wanted.map((page) => pageOptions(api, query, page)) });
  useEffect(() => forgetOldPages(queries));
  const at = lineReader((page) => queries.getQueryData(pageOptions(api, query, page).queryKey)?.lines);
  const read = async (asked: Rows): Promise<Line[]> => {
    const from = Math.floor(asked.first / pageSize);
    const lines: Line[] = [];
    for (const page of numbersFrom(from, Math.floor(asked.last / pageSize)))
      lines.push(...(await queries.ensureQueryData(pageOptions(api, query, page))).lines);
    return lines.slice(asked.first - from * pageSize, asked.last - from * pageSize + 1);
  };
  return {
    total,
    all: total,
    isReading: first.isReading || results.some(({ isFetching }) => isFetching),
    error: first.error ?? results.find(({ error }) => error)?.error ?? null,
    at,
    read,
    rowOf: (id) => rowOf(queries.getQueriesData<LinePage>({ queryKey: ['takeoff-lines', query] }), id),
    readAgain: () => queries.invalidateQueries({ queryKey: ['takeoff-lines', query] }),
  };
}

function rowOf(pages: [QueryKey, LinePage | undefined][], id: string): number | undefined {
  for (const [key, page] of pages) {
    const at = page?.lines.findIndex((line) => line.id === id) ?? -1;
    if (at >= 0) return Number(key[2]) * pageSize + at;
  }
  return undefined;
}

function lineReader(pageOf: (page: number) => readonly Line[] | undefined) {
  const seen = new Map<number, readonly Line[] | undefined>();
  return (row: number): Line | undefined => {
    const page = Math.floor(row / pageSize);
    if (!seen.has(page)) seen.set(page, pageOf(page));
    return seen.get(page)?.[row % pageSize];
  };
}
