import { useSearchParams } from 'wouter';

export const pageSize = 50;

/** What a list shows stands in the address, so that it can be shared and come back to. */
export interface ListAddress {
  text: (name: string) => string | undefined;
  number: (name: string) => number | undefined;
  flag: (name: string) => boolean | undefined;
  choice: <Value extends string>(name: string, values: readonly Value[]) => Value | undefined;
  /** A key of the record, with a minus before one that goes down. */
  sort: string | undefined;
  skip: number;
  /** Names of the filters that are set. */
  filtersSet: readonly string[];
  /** Also returns to the first page. */
  set: (name: string, value: string | null) => void;
  goTo: (skip: number) => void;
  clear: () => void;
  /** Leaves nothing but these. */
  replace: (parameters: Record<string, string>) => void;
}

const ofPaging = ['sort', 'skip'];

/** @param kept parameters that are no filters and stay when the filters are cleared */
export function useListAddress(kept: readonly string[] = []): ListAddress {
  const [parameters, setParameters] = useSearchParams();
  const text = (name: string) => parameters.get(name) ?? undefined;
  const number = (name: string) => {
    const given = Number(parameters.get(name) ?? Number.NaN);
    return Number.isFinite(given) ? given : undefined;
  };
  const change = (edit: (next: URLSearchParams) => void) =>
    setParameters(
      (present) => {
        const next = new URLSearchParams(present);
        edit(next);
        return next;
      },
      { replace: true },
    );
  return {
    text,
    number,
    flag: (name) => (text(name) === undefined ? undefined : text(name) === 'true'),
    choice: (name, values) => values.find((value) => value === text(name)),
    sort: text('sort'),
    skip: number('skip') ?? 0,
    filtersSet: [...parameters.keys()].filter((name) => !ofPaging.includes(name) && !kept.includes(name)),
    set: (name, value) =>
      change((next) => {
        if (value === null || value === '') next.delete(name);
        else next.set(name, value);
        if (name !== 'skip') next.delete('skip');
      }),
    goTo: (skip) => change((next) => (skip === 0 ? next.delete('skip') : next.set('skip', String(skip)))),
    replace: (next) => setParameters(next, { replace: true }),
    clear: () =>
      change((next) => {
        for (const name of [...next.keys()]) if (name !== 'sort' && !kept.includes(name)) next.delete(name);
      }),
  };
}

/** Sorting and paging as every list of the API takes them. */
export const pagingOf = ({ sort, skip }: ListAddress) => ({
  ...(sort !== undefined && { sort: [sort] }),
  skip,
  limit: pageSize,
});
