import type { Logger } from '@consulting/kernel/log';
import type { Database } from '@consulting/kernel/store/connect';
import { allowLongStatements } from '@consulting/kernel/store/unavailable';
import { removeUnusedFiles } from '../store/file';
import { removeOldTasks } from '../store/import-task';

const sweepEveryMs = 30_000;

export function startImportSweep(db: Database, log: Logger): () => void {
  const sweep = async () => {
    try {
      for (const remove of [removeUnusedFiles, removeOldTasks])
        await db.transaction(async (tx) => {
          await allowLongStatements(tx);
          await remove(tx);
        });
    } catch (error) {
      log.debug('imports not swept', { error });
    }
  };
  const timer = setInterval(sweep, sweepEveryMs);
  return () => clearInterval(timer);
}
