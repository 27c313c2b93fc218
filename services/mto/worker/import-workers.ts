import type { Bus } from '@consulting/shared/bus';
import { importJob } from '@consulting/shared/contracts/mto';
import type { Logger } from '@consulting/shared/log';
import type { WorkerCommand, WorkerSettings, WorkerSignal } from './import-worker';

const lookEveryMs = 1000;
const silentMsMax = 60_000;
const restartPauseMs = 1000;
const stopMsMax = 2500;

/** The import workers of this process: told of new work at once, and every second in case a message was lost. */
export interface ImportWorkers {
  stop(): Promise<void>;
}

export function startImportWorkers(
  count: number,
  settings: WorkerSettings,
  bus: Bus,
  log: Logger,
): ImportWorkers {
  const threads = Array.from({ length: count }, () => new WorkerThread(settings, log));
  const look = () => {
    for (const thread of threads) thread.look();
  };
  bus.work(importJob, look);
  const timer = setInterval(look, lookEveryMs);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(threads.map((thread) => thread.stop()));
    },
  };
}

/** One worker, started again when it ends by itself or a run gives no sign of life for a minute. */
class WorkerThread {
  #worker: Worker;
  #isStopping = false;
  #heardAt = 0;
  #stopped = Promise.withResolvers<void>();

  constructor(
    private readonly settings: WorkerSettings,
    private readonly log: Logger,
  ) {
    this.#worker = this.#start();
  }

  look(): void {
    if (this.#heardAt > 0 && performance.now() - this.#heardAt > silentMsMax) {
      this.log.error('import worker is stuck and ended');
      this.#worker.terminate();
      return;
    }
    this.#command({ kind: 'look' });
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#command({ kind: 'stop' });
    await Promise.race([this.#stopped.promise, Bun.sleep(stopMsMax)]);
    this.#worker.terminate();
  }

  #command(command: WorkerCommand): void {
    this.#worker.postMessage(command);
  }

  #start(): Worker {
    const worker = new Worker(new URL('./import-worker.ts', import.meta.url).href, { smol: true });
    worker.onmessage = ({ data }: MessageEvent<WorkerSignal>) => {
      if (data.kind === 'log') return this.log[data.level](data.message, data.facts);
      this.#heardAt = data.kind === 'alive' ? performance.now() : 0;
      if (data.kind === 'stopped') this.#stopped.resolve();
    };
    worker.onerror = ({ message }) => this.log.error('import worker failed', { message });
    worker.addEventListener('close', () => {
      this.#stopped.resolve();
      if (!this.#isStopping) this.#restart();
    });
    worker.postMessage({ kind: 'start', settings: this.settings } satisfies WorkerCommand);
    return worker;
  }

  #restart(): void {
    this.#heardAt = 0;
    setTimeout(() => {
      if (!this.#isStopping) this.#worker = this.#start();
    }, restartPauseMs);
  }
}
