import { type Loose, type Stored, useCollection } from '@consulting/foundation/records';
import { useQueries } from '@tanstack/react-query';
import { recentProjects } from './recent-projects';

interface RecentProject extends Stored, Loose {
  name: string;
  code: string;
}

export function useRecentProjects(): readonly RecentProject[] {
  const { read } = useCollection<RecentProject>('projects');
  return useQueries({
    queries: recentProjects().map((id) => ({
      queryKey: ['projects', 'one', id],
      queryFn: ({ signal }: { signal: AbortSignal }) => read(id, signal),
      staleTime: 60_000,
    })),
    combine: (answers) => answers.flatMap(({ data }) => data ?? []),
  });
}
