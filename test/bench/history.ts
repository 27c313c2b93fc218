import { openPair, type Pair } from './history-pair';
import { benchHistoryReads } from './history-reads';
import {
  benchDeleteHistory,
  benchEditHistory,
  benchImportHistory,
  benchPutHistory,
  loadLines,
} from './history-writes';

const parts: Record<string, (pair: Pair) => Promise<void>> = {
  import: benchImportHistory,
  text: (pair) => benchEditHistory(pair, 'remarks', (round) => `round ${round}`),
  quantity: (pair) => benchEditHistory(pair, 'quantity', (round) => 2000 + round),
  async put(pair) {
    for (const side of [pair.off, pair.on]) await loadLines(side);
    await benchPutHistory(pair);
  },
  delete: benchDeleteHistory,
  reads: benchHistoryReads,
};

/** What history costs beside a system without it, and how fast it is read; further arguments name parts of it. */
export async function benchHistory(): Promise<void> {
  const named = process.argv.slice(3);
  const pair = await openPair();
  try {
    for (const [name, run] of Object.entries(parts))
      if (named.length === 0 || named.includes(name)) await run(pair);
  } finally {
    await pair.stop();
  }
}
