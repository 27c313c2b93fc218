import type { Standing } from './window';

export function showStanding(
  headers: Headers,
  { limit, remaining, resetSeconds }: Omit<Standing, 'isOver'>,
): void {
  headers.set('ratelimit-limit', String(limit));
  headers.set('ratelimit-remaining', String(remaining));
  headers.set('ratelimit-reset', String(resetSeconds));
}
