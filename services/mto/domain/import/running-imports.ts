import type { Database } from '@consulting/kernel/store/connect';
import { awaitWriters } from '@consulting/kernel/store/reference';
import { cancelTasks, countUnfinishedTasks } from '../../store/import-task';

/**
 * How many imports into the service wait or run. When there seems to be none, uploads that are being accepted are waited
 * for, so that a service is never approved beside one.
 */
export async function countRunningImports(db: Database, serviceId: string): Promise<number> {
  const count = await countUnfinishedTasks(db, serviceId);
  if (count > 0) return count;
  return db.transaction(async (tx) => {
    await awaitWriters(tx, 'service', serviceId);
    return countUnfinishedTasks(tx, serviceId);
  });
}

export const cancelImports = (
  tx: Database,
  owner: { projectId: string } | { serviceId: string },
): Promise<void> => cancelTasks(tx, owner);
