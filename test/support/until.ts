// A machine that does much else takes its time; what never comes true ends by the limit of the test.
const waitMsMax = 240_000;
const [pauseMsMin, pauseMsMax] = [10, 200];

// A pause before the next look, by how long the wait lasts already: looking takes time from what is waited for.
export function pauseSince(startedMs: number): Promise<void> {
  const waitedMs = performance.now() - startedMs;
  return Bun.sleep(Math.min(Math.max(waitedMs / 4, pauseMsMin), pauseMsMax));
}

/** Waits until the condition holds; fails when it does not come true. */
export async function until(condition: () => Promise<boolean>): Promise<void> {
  const started = performance.now();
  while (performance.now() - started < waitMsMax) {
    if (await condition()) return;
    await pauseSince(started);
  }
  throw new Error('The condition did not come true.');
}
