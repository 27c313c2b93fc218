import { type Answer, useAsk } from '@consulting/foundation/api';

const path = '/api/v1/mto/aggregate';

type Totals = Answer<typeof path, 'post'>;
export type Figures = Totals['totals'];

export const useTotals = (projectId: string) =>
  useAsk(
    ['totals', projectId],
    path,
    { body: { projectId, groupBy: ['serviceId'], limit: 1000 } },
    { staleTime: 30_000 },
  );

export function sumOf(figures: Figures | undefined, key: string): number | string | null {
  const value = figures?.[key];
  return typeof value === 'number' || typeof value === 'string' ? value : null;
}

export const figuresOf = (totals: Totals | undefined, serviceId: string): Figures | undefined =>
  totals?.data.find(({ group }) => group.serviceId === serviceId)?.values;
