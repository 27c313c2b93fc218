import { DomainError } from '@consulting/kernel/errors';
import type { RouteKind } from '../route-table';
import type { CountersFor } from './counters';
import { type Standing, Windows } from './window';

export interface PerMinute {
  requests: number;
  bulk: number;
  uploads: number;
}

type Left = Pick<Standing, 'limit' | 'remaining' | 'resetSeconds'>;

/** What a caller may still send in the present minute; null where nothing limits it. */
export type LimitsLeft = Record<keyof PerMinute, Left | null>;

export interface RateLimit {
  /** Counts a request of a caller; undefined while nothing limits it. @throws RATE_LIMITED */
  take(callerId: string, kind: RouteKind): Standing | undefined;
  left(callerId: string): LimitsLeft;
}

export const noLimits: RateLimit = {
  take: () => undefined,
  left: () => ({ requests: null, bulk: null, uploads: null }),
};

/** Limits per caller and gateway: all requests, and bulk or export requests and uploads by themselves; 0 is off. */
export function createRateLimit(perMinute: PerMinute, countersFor: CountersFor): RateLimit {
  const windowsOf = (name: keyof PerMinute) =>
    perMinute[name] > 0 ? new Windows(perMinute[name], countersFor(name)) : undefined;
  const requests = windowsOf('requests');
  const special = { plain: undefined, bulk: windowsOf('bulk'), upload: windowsOf('uploads') };
  return {
    take(callerId, kind) {
      const all = requests?.count(callerId);
      const own = special[kind]?.count(callerId);
      const over = all?.isOver ? all : own?.isOver ? own : undefined;
      if (over) throw rateLimited(over, 'Too many requests in this minute.');
      return all && own ? (own.remaining < all.remaining ? own : all) : (all ?? own);
    },
    left: (callerId) => ({
      requests: leftIn(requests, callerId),
      bulk: leftIn(special.bulk, callerId),
      uploads: leftIn(special.upload, callerId),
    }),
  };
}

function leftIn(windows: Windows | undefined, callerId: string): Left | null {
  if (windows === undefined) return null;
  const { limit, remaining, resetSeconds } = windows.count(callerId, 0);
  return { limit, remaining, resetSeconds };
}

export const rateLimited = (standing: Standing, detail: string) =>
  new DomainError('RATE_LIMITED', `${detail} Try again in ${standing.resetSeconds} seconds.`, {
    retryAfterSeconds: standing.resetSeconds,
    limit: standing.limit,
  });
