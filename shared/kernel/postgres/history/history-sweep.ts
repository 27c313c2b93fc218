import type { Logger } from '../../process';
import type { Database } from '../database/connect';
import {
  dropExpired,
  forgetOperations,
  historyChanges,
  type PartitionedTable,
  preparePartitions,
} from './expiry';

const sweepEveryMs = 3_600_000;

export interface HistoryStored {
  days: number;
  tables: readonly PartitionedTable[];
  sweepFurther: (db: Database) => Promise<void>;
}

export const historyStored = (
  days: number,
  tables: readonly PartitionedTable[] = [],
  sweepFurther: HistoryStored['sweepFurther'] = async () => {},
): HistoryStored => ({ days, tables: [historyChanges, ...tables], sweepFurther });

export async function sweepHistory(
  db: Database,
  { days, tables, sweepFurther }: HistoryStored,
  failed: (error: unknown) => void,
): Promise<void> {
  const attempt = (step: () => Promise<void>) => step().catch(failed);
  for (const table of tables) await attempt(() => preparePartitions(db, table));
  if (days !== 0) {
    await attempt(async () => {
      while (await forgetOperations(db, days));
    });
    for (const table of tables) await attempt(() => dropExpired(db, table, days));
  }
  await attempt(() => sweepFurther(db));
}

export function startHistorySweep(db: Database, log: Logger, stored: HistoryStored): () => void {
  const sweep = () =>
    sweepHistory(db, stored, (error) =>
      log.warn('history could not be swept, retrying in an hour', { error }),
    );
  void sweep();
  const timer = setInterval(sweep, sweepEveryMs);
  return () => clearInterval(timer);
}
