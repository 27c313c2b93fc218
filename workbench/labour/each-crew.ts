import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { crewsChanged, nameOfCrew, type ServiceCrew } from './service-crews';

export interface Outcome {
  done: number;
  failures: readonly { name: string; error: unknown }[];
}

type Act = (crew: ServiceCrew) => Promise<unknown>;

export function useEachCrew(finished: (outcome: Outcome) => void) {
  const queries = useQueryClient();
  const [progress, setProgress] = useState({ at: 0, of: 0 });
  const running = useMutation({
    mutationFn: async ({ crews, act }: { crews: readonly ServiceCrew[]; act: Act }): Promise<Outcome> => {
      const failures: { name: string; error: unknown }[] = [];
      for (const [at, crew] of crews.entries()) {
        setProgress({ at: at + 1, of: crews.length });
        await act(crew).catch((error: unknown) => failures.push({ name: nameOfCrew(crew), error }));
      }
      return { done: crews.length - failures.length, failures };
    },
    onSuccess: (outcome) => {
      crewsChanged(queries);
      finished(outcome);
    },
  });
  return {
    progress: running.isPending ? progress : null,
    start: (crews: readonly ServiceCrew[], act: Act) => running.mutateAsync({ crews, act }),
  };
}
