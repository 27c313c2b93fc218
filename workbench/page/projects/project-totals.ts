import { useQuery } from '@tanstack/react-query';
import { type Api, answered, useApi } from '../api/client';

const readTotals = (api: Api, projectId: string, signal?: AbortSignal) =>
  answered(
    api.POST('/api/v1/mto/aggregate', { body: { projectId, groupBy: ['serviceId'], limit: 1000 }, signal }),
  );

type Totals = Awaited<ReturnType<typeof readTotals>>;
export type Figures = Totals['totals'];

export function useTotals(projectId: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['totals', projectId],
    queryFn: ({ signal }) => readTotals(api, projectId, signal),
    staleTime: 30_000,
  });
}

export function sumOf(figures: Figures | undefined, key: string): number | string | null {
  const value = figures?.[key];
  return typeof value === 'number' || typeof value === 'string' ? value : null;
}

export const figuresOf = (totals: Totals | undefined, serviceId: string): Figures | undefined =>
  totals?.data.find(({ group }) => group.serviceId === serviceId)?.values;
