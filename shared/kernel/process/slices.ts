const sliceMs = 3;

const waiting: (() => void)[] = [];

/**
 * No other caller has the same turn of the event loop: all requests that wait are served between two turns,
 * so that they wait for one slice of work, however many requests work in slices.
 */
export function nextTurn(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (waiting.push(resolve) === 1) setImmediate(resumeFirst);
  return promise;
}

function resumeFirst(): void {
  const resume = waiting.shift();
  if (waiting.length > 0) setImmediate(resumeFirst);
  resume?.();
}

export class Slice {
  #endsAt = performance.now() + sliceMs;

  get isOver(): boolean {
    return performance.now() >= this.#endsAt;
  }

  async next(): Promise<void> {
    await nextTurn();
    this.#endsAt = performance.now() + sliceMs;
  }
}

export async function inSlices<T, R>(items: readonly T[], make: (item: T, index: number) => R): Promise<R[]> {
  const slice = new Slice();
  const made: R[] = [];
  for (const [index, item] of items.entries()) {
    if (slice.isOver) await slice.next();
    made.push(make(item, index));
  }
  return made;
}

const sortedAtOnce = 1000;

export async function sortedInSlices<T>(
  items: readonly T[],
  compare: (one: T, other: T) => number,
): Promise<T[]> {
  const slice = new Slice();
  let from: T[] = [];
  for (let at = 0; at < items.length; at += sortedAtOnce) {
    if (slice.isOver) await slice.next();
    for (const item of items.slice(at, at + sortedAtOnce).sort(compare)) from.push(item);
  }
  for (let length = sortedAtOnce; length < from.length; length *= 2) {
    const merged: T[] = [];
    for (let start = 0; start < from.length; start += 2 * length) {
      const [middle, end] = [
        Math.min(start + length, from.length),
        Math.min(start + 2 * length, from.length),
      ];
      for (let one = start, other = middle; one < middle || other < end; ) {
        if (slice.isOver) await slice.next();
        const isOne = other >= end || (one < middle && compare(from[one] as T, from[other] as T) <= 0);
        merged.push(from[isOne ? one++ : other++] as T);
      }
    }
    from = merged;
  }
  return from;
}
