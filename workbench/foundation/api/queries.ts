import { QueryClient } from '@tanstack/react-query';
import { isConnectionLost } from './connection';
import { ApiProblem, isPassing } from './problem';

const attemptsMax = 4;
const pauseMsMax = 30_000;

/**
 * Failed reads are repeated, writes never. Both are tried whatever the browser believes of its network, because the service may run on the
 * same machine.
 */
export const createQueries = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: 10_000,
        // What was seen is read again when the connection is back, all of it.
        refetchOnMount: () => !isConnectionLost(),
        refetchOnWindowFocus: () => !isConnectionLost(),
        refetchOnReconnect: () => !isConnectionLost(),
        retry: (failures, error) => isPassing(error) && failures < attemptsMax && window.navigator.onLine,
        retryDelay: (failures, error) => {
          const reported = error instanceof ApiProblem ? error.retryAfterSeconds : null;
          return Math.min(reported === null ? 500 * 2 ** failures : reported * 1000, pauseMsMax);
        },
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
