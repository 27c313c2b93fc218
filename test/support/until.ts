// A machine that does much else takes its time; what never comes true ends by the limit of the test.
const stepsMax = 12_000;

/** Waits until the condition holds; fails when it does not come true. */
export async function until(condition: () => Promise<boolean>): Promise<void> {
  for (let step = 0; step < stepsMax; step++) {
    if (await condition()) return;
    await Bun.sleep(10);
  }
  throw new Error('The condition did not come true.');
}
