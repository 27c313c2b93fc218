import type { Bus } from '@consulting/shared/bus';
import { importJob } from '@consulting/shared/contracts/mto';
import type { Logger } from '@consulting/shared/log';
import type { WorkerSettings } from './import-worker';
import { WorkerThread } from './worker-thread';

const lookEveryMs = 1000;

/** The import workers of this process; they exist while there is work, and a minute longer. */
export interface ImportWorkers {
  stop(): Promise<void>;
}

/**
 * Lets at most `count` imports run at once in threads of their own. They are told of new work at once, and every second
 * in case a message was lost or a task was left behind; `hasWork` tells whether one waits.
 */
export function startImportWorkers(
  count: number,
  settings: WorkerSettings,
  hasWork: () => Promise<boolean>,
  bus: Bus,
  log: Logger,
): ImportWorkers {
  const threads = Array.from({ length: count }, () => new WorkerThread(settings, log));
  const wakeOne = () => threads.find((thread) => !thread.isBusy)?.look();
  const look = async () => {
    for (const thread of threads) thread.watch();
    if (await hasWork().catch(() => false)) wakeOne();
  };
  bus.work(importJob, wakeOne);
  const timer = setInterval(look, lookEveryMs);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(threads.map((thread) => thread.stop()));
    },
  };
}
