import { useSearchParams } from 'wouter';
import type { Field } from '../fields';

export const pageSize = 50;

/** The state of a list is in the address, so that it can be shared and come back to. */
export interface ListAddress {
  text: (name: string) => string | undefined;
  sort: string | undefined;
  skip: number;
  filtersSet: readonly string[];
  set: (name: string, value: string | null) => void;
  goTo: (skip: number) => void;
  clear: () => void;
  replace: (parameters: Record<string, string>) => void;
}

const ofPaging = ['sort', 'skip'];

export function useListAddress(lasting: readonly string[] = []): ListAddress {
  const [parameters, setParameters] = useSearchParams();
  const text = (name: string) => parameters.get(name) ?? undefined;
  const change = (edit: (next: URLSearchParams) => void) =>
    setParameters(
      (current) => {
        const next = new URLSearchParams(current);
        edit(next);
        return next;
      },
      { replace: true },
    );
  return {
    text,
    sort: text('sort'),
    skip: Math.max(0, Number.parseInt(text('skip') ?? '0', 10) || 0),
    filtersSet: [...parameters.keys()].filter((name) => !ofPaging.includes(name) && !lasting.includes(name)),
    set: (name, value) =>
      change((next) => {
        if (value === null || value === '') next.delete(name);
        else next.set(name, value);
        next.delete('skip');
      }),
    goTo: (skip) => change((next) => (skip === 0 ? next.delete('skip') : next.set('skip', String(skip)))),
    replace: (next) => setParameters(next, { replace: true }),
    clear: () =>
      change((next) => {
        for (const name of [...next.keys()])
          if (name !== 'sort' && !lasting.includes(name)) next.delete(name);
      }),
  };
}

export const pagingOf = ({ sort, skip }: ListAddress) => ({
  ...(sort !== undefined && { sort: [sort] }),
  skip,
  limit: pageSize,
});

export type Filters = Readonly<Record<string, string | number | boolean | undefined>>;

function valueOf({ kind, choices }: Field, text: string | undefined): string | number | boolean | undefined {
  if (text === undefined || (choices && !choices.includes(text))) return undefined;
  if (kind === 'flag') return text === 'true';
  if (kind !== 'number' && kind !== 'year') return text;
  return Number.isFinite(Number(text)) ? Number(text) : undefined;
}

/** Filters that make no sense, as somebody typed them into the address, are left out. */
export const filtersOf = ({ text }: ListAddress, fields: readonly Field[]): Filters => ({
  search: text('search'),
  ...Object.fromEntries(fields.map((field) => [field.name, valueOf(field, text(field.name))])),
});
