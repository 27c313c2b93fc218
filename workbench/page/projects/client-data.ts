import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Api, answered, useApi } from '../api/client';

export interface ClientFilter {
  search?: string;
  skip?: number;
  limit?: number;
  sort?: string[];
}

const readClients = (api: Api, query: ClientFilter, signal?: AbortSignal) =>
  answered(api.GET('/v1/clients', { params: { query }, signal }));

export type Client = Awaited<ReturnType<typeof readClients>>['data'][number];

export function useClients(filter: ClientFilter) {
  const api = useApi();
  return useQuery({
    queryKey: ['clients', filter],
    queryFn: ({ signal }) => readClients(api, filter, signal),
    placeholderData: keepPreviousData,
  });
}

export function useClient(clientId: string | null) {
  const api = useApi();
  return useQuery({
    queryKey: ['clients', clientId],
    queryFn: ({ signal }) =>
      answered(api.GET('/v1/clients/{clientId}', { params: { path: { clientId: clientId ?? '' } }, signal })),
    enabled: clientId !== null,
    staleTime: 60_000,
  });
}
