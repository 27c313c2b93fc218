import type { Logger } from './log';
import type { Database } from './store/connect';
import {
  dropExpired,
  forgetOperations,
  type PartitionedTable,
  preparePartitions,
} from './store/history/expiry';

const sweepEveryMs = 3_600_000;

/** Makes room for the months ahead and forgets what is older than HISTORY_DAYS; what is kept while history is off stays. */
export function startHistorySweep(
  db: Database,
  log: Logger,
  { days, tables }: { days: number; tables: readonly PartitionedTable[] },
): () => void {
  const attempt = (step: () => Promise<void>) =>
    step().catch((error) => log.warn('history could not be swept, retrying in an hour', { error }));
  const sweep = async () => {
    for (const table of tables) await attempt(() => preparePartitions(db, table));
    if (days === 0) return;
    await attempt(async () => {
      while (await forgetOperations(db, days));
    });
    for (const table of tables) await attempt(() => dropExpired(db, table, days));
  };
  void sweep();
  const timer = setInterval(sweep, sweepEveryMs);
  return () => clearInterval(timer);
}
