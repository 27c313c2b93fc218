import type { Bus } from '@consulting/kernel/bus';
import type { JobContract } from '@consulting/kernel/contracts/contract';
import type { Logger } from '@consulting/kernel/log';
import type { WorkerSettings } from './import-worker';
import { WorkerThread } from './worker-thread';

const lookEveryMs = 1000;

export interface ImportWorkers {
  stop(): Promise<void>;
}

export interface WorkersPlan {
  count: number;
  module: URL;
  settings: WorkerSettings;
  job: JobContract;
  hasWork(): Promise<boolean>;
}

/**
 * Lets at most `count` imports run at once in threads of their own. They are told of new work at once, and look every second
 * in case a message was lost or a task was left behind.
 */
export function startImportWorkers(
  { count, module, settings, job, hasWork }: WorkersPlan,
  bus: Bus,
  log: Logger,
): ImportWorkers {
  const threads = Array.from({ length: count }, () => new WorkerThread(module, settings, log));
  const wakeOne = () => threads.find((thread) => !thread.isBusy)?.look();
  const look = async () => {
    for (const thread of threads) thread.watch();
    if (await hasWork().catch(() => false)) wakeOne();
  };
  bus.work(job, wakeOne);
  const timer = setInterval(look, lookEveryMs);
  void look();
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(threads.map((thread) => thread.stop()));
    },
  };
}
