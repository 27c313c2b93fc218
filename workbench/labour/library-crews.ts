import { type Answer, useRead } from '@consulting/foundation/api';
import { keepPreviousData } from '@tanstack/react-query';

export interface LibrarySearch {
  words: string;
  discipline?: string | undefined;
  skip?: number;
  limit: number;
}

export type LibraryCrew = Answer<'/v1/crews'>['data'][number];

export const useLibraryCrews = (search: LibrarySearch, isAsked = true) =>
  useRead(
    ['crews', 'of-library', search],
    '/v1/crews',
    { query: { ...search, words: search.words.trim() || undefined, isActive: true, sort: ['code'] } },
    { enabled: isAsked, placeholderData: keepPreviousData },
  );
