import { DomainError } from '@consulting/kernel/schema';
import type { RouteKind } from '../routing/route-table';
import type { CountersFor } from './counters';
import { type LimitState, Windows } from './window';

export interface PerMinute {
  requests: number;
  bulk: number;
  uploads: number;
}

type Left = Pick<LimitState, 'limit' | 'remaining' | 'resetSeconds'>;

export type LimitsLeft = Record<keyof PerMinute, Left | null>;

export interface RateLimit {
  take(counted: string, kind: RouteKind): LimitState | undefined;
  left(counted: string): LimitsLeft;
}

export const noLimits: RateLimit = {
  take: () => undefined,
  left: () => ({ requests: null, bulk: null, uploads: null }),
};

export function createRateLimit(perMinute: PerMinute, countersFor: CountersFor): RateLimit {
  const windowsOf = (name: keyof PerMinute) =>
    perMinute[name] > 0 ? new Windows(perMinute[name], countersFor(name)) : undefined;
  const requests = windowsOf('requests');
  const special = { plain: undefined, bulk: windowsOf('bulk'), upload: windowsOf('uploads') };
  return {
    take(counted, kind) {
      const all = requests?.count(counted);
      const own = special[kind]?.count(counted);
      const over = all?.isOver ? all : own?.isOver ? own : undefined;
      if (over) throw rateLimited(over, 'Too many requests in this minute.');
      return all && own ? (own.remaining < all.remaining ? own : all) : (all ?? own);
    },
    left: (counted) => ({
      requests: leftIn(requests, counted),
      bulk: leftIn(special.bulk, counted),
      uploads: leftIn(special.upload, counted),
    }),
  };
}

function leftIn(windows: Windows | undefined, counted: string): Left | null {
  if (windows === undefined) return null;
  const { limit, remaining, resetSeconds } = windows.count(counted, 0);
  return { limit, remaining, resetSeconds };
}

export const rateLimited = (limitState: LimitState, detail: string) =>
  new DomainError('RATE_LIMITED', `${detail} Try again in ${limitState.resetSeconds} seconds.`, {
    retryAfterSeconds: limitState.resetSeconds,
    limit: limitState.limit,
  });
