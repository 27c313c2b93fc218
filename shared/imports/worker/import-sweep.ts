import type { Logger } from '../../log';
import type { Database } from '../../store/connect';
import { removeUnusedFiles } from '../store/file';
import { removeOldTasks } from '../store/import-task';

const sweepEveryMs = 30_000;

/** Removes files that no import needs any more, and tasks of more than 30 days ago. Returns how to stop. */
export function startImportSweep(db: Database, log: Logger): () => void {
  const sweep = async () => {
    try {
      await removeUnusedFiles(db);
      await removeOldTasks(db);
    } catch (error) {
      log.debug('imports not swept', { error });
    }
  };
  const timer = setInterval(sweep, sweepEveryMs);
  return () => clearInterval(timer);
}
