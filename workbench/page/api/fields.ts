import { useQuery } from '@tanstack/react-query';
import { type Api, answered, useApi } from './client';
import type { Discipline } from './disciplines';

const readFields = async (api: Api, discipline: Discipline | null, signal: AbortSignal) => {
  const query = discipline === null ? {} : { discipline };
  return (await answered(api.GET('/api/v1/mto/fields', { params: { query }, signal }))).data;
};

export type Field = Awaited<ReturnType<typeof readFields>>[number];

export function useFields(discipline: Discipline | null = null) {
  const api = useApi();
  return useQuery({
    queryKey: ['fields', discipline],
    queryFn: ({ signal }) => readFields(api, discipline, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
