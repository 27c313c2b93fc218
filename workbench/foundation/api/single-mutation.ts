import {
  type UseMutationOptions,
  type UseMutationResult,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useId } from 'react';

// A second press before the first is rendered as pending would take its place, and its refusal that of the answer.
export function useSingleMutation<Done, Given>(
  options: UseMutationOptions<Done, Error, Given>,
): UseMutationResult<Done, Error, Given> {
  const queries = useQueryClient();
  const mutationKey = [useId()];
  const run = useMutation({ ...options, mutationKey });
  const mutate: typeof run.mutate = (...given) => {
    if (queries.isMutating({ mutationKey }) === 0) run.mutate(...given);
  };
  return { ...run, mutate };
}
