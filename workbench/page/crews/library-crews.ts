import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Api, answered, useApi } from '../api/client';

export interface LibrarySearch {
  words: string;
  discipline?: string | undefined;
  skip?: number;
  limit: number;
}

export const readLibraryCrews = (
  api: Api,
  { words, discipline, skip = 0, limit }: LibrarySearch,
  signal: AbortSignal,
) =>
  answered(
    api.GET('/v1/crews', {
      params: {
        query: {
          words: words.trim() || undefined,
          discipline,
          isActive: true,
          skip,
          limit,
          sort: ['code'],
        },
      },
      signal,
    }),
  );

export type LibraryCrew = Awaited<ReturnType<typeof readLibraryCrews>>['data'][number];

export function useLibraryCrews(search: LibrarySearch, isAsked = true) {
  const api = useApi();
  return useQuery({
    queryKey: ['crews', 'of-library', search],
    enabled: isAsked,
    queryFn: ({ signal }) => readLibraryCrews(api, search, signal),
    placeholderData: keepPreviousData,
  });
}
