import { LRUCache } from 'lru-cache';

export const windowMs = 60_000;
const countersMax = 100_000;

export interface Count {
  count: number;
  leftMs: number;
}

export interface Counters {
  add(name: string, more: number): Count;
}

export type CountersFor = (purpose: string) => Counters;

interface Counter {
  count: number;
  endsAt: number;
}

export const ownCounters: CountersFor = () => {
  const counters = new LRUCache<string, Counter>({ max: countersMax });
  return {
    add(name, more) {
      const now = performance.now();
      let counter = counters.get(name);
      if (!counter || counter.endsAt <= now) {
        counter = { count: 0, endsAt: now + windowMs };
        if (more > 0) counters.set(name, counter);
      }
      counter.count = Math.max(0, counter.count + more);
      return { count: counter.count, leftMs: counter.endsAt - now };
    },
  };
};
