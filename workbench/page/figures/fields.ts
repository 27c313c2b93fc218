import { useQuery } from '@tanstack/react-query';
import { type Api, answered, useApi } from '../api/client';

const readFields = (api: Api, signal: AbortSignal) => answered(api.GET('/api/v1/mto/fields', { signal }));

export type Field = Awaited<ReturnType<typeof readFields>>['data'][number];

/** The registry of the fields of all disciplines. */
export function useFields() {
  const api = useApi();
  return useQuery({
    queryKey: ['fields of figures'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => readFields(api, signal),
  });
}
