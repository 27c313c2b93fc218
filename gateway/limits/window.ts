import { LRUCache } from 'lru-cache';

const windowMs = 60_000;
const countersMax = 100_000;

export interface Standing {
  limit: number;
  remaining: number;
  resetSeconds: number;
  isOver: boolean;
}

interface Counter {
  count: number;
  endsAt: number;
}

/** Counts per name in windows of a minute that begin with the first count; only the busiest names are remembered. */
export class Windows {
  readonly #counters = new LRUCache<string, Counter>({ max: countersMax });

  constructor(readonly limit: number) {}

  count(name: string, more = 1): Standing {
    const now = performance.now();
    let counter = this.#counters.get(name);
    if (!counter || counter.endsAt <= now) {
      counter = { count: 0, endsAt: now + windowMs };
      if (more > 0) this.#counters.set(name, counter);
    }
    counter.count += more;
    return {
      limit: this.limit,
      remaining: Math.max(0, this.limit - counter.count),
      resetSeconds: Math.max(1, Math.ceil((counter.endsAt - now) / 1000)),
      isOver: counter.count > this.limit,
    };
  }
}

export function showStanding(
  headers: Headers,
  { limit, remaining, resetSeconds }: Omit<Standing, 'isOver'>,
): void {
  headers.set('ratelimit-limit', String(limit));
  headers.set('ratelimit-remaining', String(remaining));
  headers.set('ratelimit-reset', String(resetSeconds));
}
