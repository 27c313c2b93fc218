import type { components } from '@consulting/client/api';
import { answered, useApi, useAttemptKey, useSingleMutation } from '@consulting/foundation/api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { operationLeft, type Target } from '../bulk/bulk-queries';

type Schemas = components['schemas'];

export type Priced = Schemas['TakeoffLinesPriced'];
export type UnpricedGroup = Schemas['UnpricedLines'];
export type Book = Pick<Schemas['PriceBook'], 'id' | 'code' | 'name' | 'discipline'>;
export type Overwrite = Schemas['PriceOverwrite'];

export interface PriceOrder {
  books: readonly Book[];
  leftOut: readonly string[];
  overwrite: Overwrite;
  escalationPercent: number | null;
}

export function usePricing({ projectId, serviceId, selection }: Target, order: PriceOrder) {
  const api = useApi();
  const queries = useQueryClient();
  const attemptKeyOf = useAttemptKey();
  const bodyOf = ({ books, leftOut, ...order }: PriceOrder, known: readonly string[]) => ({
    projectId,
    ...(serviceId && { serviceId }),
    selection,
    ...order,
    books: books.map(({ code }) => code),
    ...(leftOut.length > 0 && { targets: known.filter((key) => !leftOut.includes(key)) }),
  });
  const run = useSingleMutation({
    mutationFn: async ({ matched, known }: { matched: number; known: readonly string[] }) => {
      const body = { ...bodyOf(order, known), expectedCount: matched };
      const headers = { 'idempotency-key': attemptKeyOf(body) };
      const call = api.POST('/api/v1/mto/price', { body, headers });
      const { updated, unchanged } = await answered(call);
      return { count: updated, unchanged, operation: await operationLeft(api, projectId, call) };
    },
    onSuccess: () => queries.invalidateQueries(),
  });
  const preview = useMutation({
    mutationFn: async ({ order, known = [] }: { order: PriceOrder; known?: readonly string[] }) => {
      const body = { ...bodyOf(order, known), dryRun: true };
      const priced = await answered(api.POST('/api/v1/mto/price', { body }));
      const coverage = new Map(priced.coverage.map((one) => [one.target, one]));
      return { ...priced, coverage, known: [...new Set([...known, ...coverage.keys()])] };
    },
    onMutate: () => run.reset(),
  });
  return { preview, run, isPreviewed: preview.variables?.order === order };
}
