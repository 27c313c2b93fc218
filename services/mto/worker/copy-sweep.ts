import type { Logger } from '@consulting/kernel/log';
import type { Database } from '@consulting/kernel/store/connect';
import { allowLongStatements } from '@consulting/kernel/store/unavailable';
import { removeOldCopies } from '../store/takeoff-copy';

const sweepEveryMs = 600_000;

export function startCopySweep(db: Database, log: Logger): () => void {
  const remove = async (tx: Database) => {
    await allowLongStatements(tx);
    await removeOldCopies(tx);
  };
  const sweep = () => db.transaction(remove).catch((error) => log.debug('copies not swept', { error }));
  const timer = setInterval(sweep, sweepEveryMs);
  return () => clearInterval(timer);
}
