import type { Discipline } from './disciplines';
import { type Answer, useRead } from './read';

const path = '/api/v1/mto/fields';

export type Field = Answer<typeof path>['data'][number];

export const useFields = (discipline: Discipline | null = null) =>
  useRead(
    ['fields', discipline],
    path,
    { query: discipline === null ? {} : { discipline } },
    { staleTime: Number.POSITIVE_INFINITY, select: ({ data }) => data },
  );
