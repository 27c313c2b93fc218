import { useSearchParams } from 'wouter';

export const pageSize = 50;

/** The state of a list is in the address, so that it can be shared and come back to. */
export interface ListAddress {
  text: (name: string) => string | undefined;
  number: (name: string) => number | undefined;
  flag: (name: string) => boolean | undefined;
  choice: <Value extends string>(name: string, values: readonly Value[]) => Value | undefined;
  sort: string | undefined;
  skip: number;
  filtersSet: readonly string[];
  set: (name: string, value: string | null) => void;
  goTo: (skip: number) => void;
  clear: () => void;
  replace: (parameters: Record<string, string>) => void;
}

const ofPaging = ['sort', 'skip'];

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

export const pagingOf = ({ sort, skip }: ListAddress) => ({
  ...(sort !== undefined && { sort: [sort] }),
  skip,
  limit: pageSize,
});
