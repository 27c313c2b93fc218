import { type Answer, useRead } from '@consulting/foundation/api';
import { keepPreviousData } from '@tanstack/react-query';

export interface ClientFilter {
  search?: string;
  skip?: number;
  limit?: number;
  sort?: string[];
}

export type Client = Answer<'/v1/clients'>['data'][number];

export const useClients = (query: ClientFilter) =>
  useRead(['clients', query], '/v1/clients', { query }, { placeholderData: keepPreviousData });

export const useClient = (clientId: string | null) =>
  useRead(
    ['clients', clientId],
    '/v1/clients/{clientId}',
    { path: { clientId: clientId ?? '' } },
    { enabled: clientId !== null, staleTime: 60_000 },
  );
