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
  { days, table }: { days: number; table: PartitionedTable },
): () => void {
  const sweep = async () => {
    try {
      await preparePartitions(db, table);
      if (days === 0) return;
      while (await forgetOperations(db, days));
      await dropExpired(db, table, days);
    } catch (error) {
      log.warn('history could not be swept, retrying in an hour', { error });
    }
  };
  void sweep();
  const timer = setInterval(sweep, sweepEveryMs);
  return () => clearInterval(timer);
}
