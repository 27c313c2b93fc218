import { DomainError } from '@consulting/kernel/errors';
import type { RouteKind } from '../route-table';
import { type Standing, Windows } from './window';

export interface PerMinute {
  requests: number;
  bulk: number;
  uploads: number;
}

/** Counts a request of a caller; undefined while nothing limits it. @throws RATE_LIMITED */
export type TakeRequest = (callerId: string, kind: RouteKind) => Standing | undefined;

/** Limits per caller and gateway instance: all requests, and bulk or export requests and uploads by themselves; 0 is off. */
export function createRateLimit(perMinute: PerMinute): TakeRequest {
  const requests = windowsOf(perMinute.requests);
  const special = { plain: undefined, bulk: windowsOf(perMinute.bulk), upload: windowsOf(perMinute.uploads) };
  return (callerId, kind) => {
    const all = requests?.count(callerId);
    const own = special[kind]?.count(callerId);
    const over = all?.isOver ? all : own?.isOver ? own : undefined;
    if (over) throw rateLimited(over, 'Too many requests in this minute.');
    return all && own ? (own.remaining < all.remaining ? own : all) : (all ?? own);
  };
}

const windowsOf = (limit: number) => (limit > 0 ? new Windows(limit) : undefined);

export const rateLimited = (standing: Standing, detail: string) =>
  new DomainError('RATE_LIMITED', `${detail} Try again in ${standing.resetSeconds} seconds.`, {
    retryAfterSeconds: standing.resetSeconds,
    limit: standing.limit,
  });
