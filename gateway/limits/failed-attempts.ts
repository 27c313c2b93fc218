import { subscriberOf } from '../access/client-address';
import type { CountersFor } from './counters';
import { rateLimited } from './rate-limit';
import { Windows } from './window';

export interface Attempt {
  end(isFailure: boolean): void;
}

/**
 * Running attempts count as failures until they end, so that no flood of simultaneous ones gets past; a
 * caller waits for them rather than being refused for what may succeed.
 */
export interface FailedAttempts {
  begin(address: string): Promise<Attempt | Error>;
}

const atOnceMax = 4;

const lookEveryMs = 25;

const free: Attempt = { end: () => {} };

export function createFailedAttempts(perMinute: number, countersFor: CountersFor): FailedAttempts {
  if (perMinute === 0) return { begin: async () => free };
  const failures = new Windows(perMinute, countersFor('failures'));
  const running = countersFor('attempts');
  const ends = new Map<string, Set<Promise<void>>>();
  return {
    async begin(given) {
      const address = subscriberOf(given);
      for (;;) {
        // First it takes part itself, so that of two which look at the same moment both see both.
        const { count: atOnce } = running.add(address, 1);
        const limitState = failures.count(address, 0);
        const others = ends.get(address) ?? new Set();
        const mayRun = Math.min(limitState.remaining, atOnceMax);
        if (Math.max(atOnce, others.size + 1) <= mayRun) return begun(address, others);
        running.add(address, -1);
        if (limitState.remaining === 0)
          return rateLimited(limitState, 'Too many failed authentications from this address in this minute.');
        await (others.size > 0 ? Promise.race(others) : Bun.sleep(lookEveryMs));
      }
    },
  };

  function begun(address: string, others: Set<Promise<void>>): Attempt {
    const { promise, resolve } = Promise.withResolvers<void>();
    others.add(promise);
    ends.set(address, others);
    return {
      end(isFailure) {
        if (isFailure) failures.count(address);
        running.add(address, -1);
        others.delete(promise);
        if (others.size === 0) ends.delete(address);
        resolve();
      },
    };
  }
}
