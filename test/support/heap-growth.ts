import { heapStats } from 'bun:jsc';

// What the runtime itself makes in between; a test acts many more times than that.
const grownMax = 1000;

async function objectsByType(): Promise<Record<string, number>> {
  for (let round = 0; round < 3; round++) {
    Bun.gc(true);
    await Bun.sleep(1);
  }
  return heapStats().objectTypeCounts;
}

/** Types of which this process has many more objects after the act than before, when all that nobody needs was collected. */
export async function typesGrownBy(act: () => Promise<void>): Promise<{ type: string; more: number }[]> {
  const before = await objectsByType();
  await act();
  const after = await objectsByType();
  return Object.entries(after)
    .map(([type, count]) => ({ type, more: count - (before[type] ?? 0) }))
    .filter(({ more }) => more > grownMax);
}
