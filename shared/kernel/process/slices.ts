const sliceMs = 3;

const waiting: (() => void)[] = [];

/**
 * Resolves in a turn of the event loop that no other caller has: between two turns all requests that wait for the loop are
 * served, so that they are held up by one slice of work, however many requests work in slices.
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

/** Divides what takes long on the serving thread: `if (slice.isOver) await slice.next()` between two items of it. */
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

/** What `make` makes of the items one after the other, while other requests are served in between. */
export async function inSlices<T, R>(items: readonly T[], make: (item: T, index: number) => R): Promise<R[]> {
  const slice = new Slice();
  const made: R[] = [];
  for (const [index, item] of items.entries()) {
    if (slice.isOver) await slice.next();
    made.push(make(item, index));
  }
  return made;
}
