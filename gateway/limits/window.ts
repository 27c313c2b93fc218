import type { Counters } from './counters';

export interface LimitState {
  limit: number;
  remaining: number;
  resetSeconds: number;
  isOver: boolean;
}

export class Windows {
  constructor(
    readonly limit: number,
    private readonly counters: Counters,
  ) {}

  count(name: string, more = 1): LimitState {
    const { count, leftMs } = this.counters.add(name, more);
    return {
      limit: this.limit,
      remaining: Math.max(0, this.limit - count),
      resetSeconds: Math.max(1, Math.ceil(leftMs / 1000)),
      isOver: count > this.limit,
    };
  }
}

export function setLimitHeaders(
  headers: Headers,
  { limit, remaining, resetSeconds }: Omit<LimitState, 'isOver'>,
): void {
  headers.set('ratelimit-limit', String(limit));
  headers.set('ratelimit-remaining', String(remaining));
  headers.set('ratelimit-reset', String(resetSeconds));
}
