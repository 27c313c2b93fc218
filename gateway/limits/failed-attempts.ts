import { subscriberOf } from '../access/client-address';
import { rateLimited } from './rate-limit';
import { Windows } from './window';

export interface Attempt {
  end(isFailure: boolean): void;
}

/**
 * Failed authentications per address. Attempts that run count as failures until they end, so that no flood of
 * simultaneous ones gets past; a caller waits for them rather than being refused for what may succeed.
 */
export interface FailedAttempts {
  /** Begins an attempt, or says with a 429 error that the address has failed too often. */
  begin(address: string): Promise<Attempt | Error>;
}

/** So that one address cannot keep every core busy with bcrypt. */
const atOnceMax = 4;

const free: Attempt = { end: () => {} };

export function createFailedAttempts(perMinute: number): FailedAttempts {
  if (perMinute === 0) return { begin: async () => free };
  const failures = new Windows(perMinute);
  const running = new Map<string, Set<Promise<void>>>();
  return {
    async begin(given) {
      const address = subscriberOf(given);
      for (;;) {
        const standing = failures.count(address, 0);
        if (standing.remaining === 0)
          return rateLimited(standing, 'Too many failed authentications from this address in this minute.');
        const others = running.get(address) ?? new Set();
        if (others.size < Math.min(standing.remaining, atOnceMax)) return begun(address, others);
        await Promise.race(others);
      }
    },
  };

  function begun(address: string, others: Set<Promise<void>>): Attempt {
    const { promise, resolve } = Promise.withResolvers<void>();
    others.add(promise);
    running.set(address, others);
    return {
      end(isFailure) {
        if (isFailure) failures.count(address);
        others.delete(promise);
        if (others.size === 0) running.delete(address);
        resolve();
      },
    };
  }
}
