import type { Bus } from '@consulting/kernel/nats';
import { type Logger, withoutParameters } from '@consulting/kernel/process';
import type { JobContract } from '@consulting/kernel/schema';
import type { WorkerCommand, WorkerSettings, WorkerSignal } from './import-worker';

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
 * Workers are notified of new work, and look every second in case a message was lost or a task was left
 * behind.
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

const silentMsMax = 60_000;
const idleMsMax = 60_000;
const stopMsMax = 2500;

/**
 * The thread ends when it was idle for a minute, so that its memory is returned, and when a run gives no sign
 * of life for a minute.
 */
export class WorkerThread {
  #worker: Worker | null = null;
  #isBusy = false;
  #isStopping = false;
  #heardAt = 0;
  #stopped = Promise.withResolvers<void>();

  constructor(
    private readonly module: URL,
    private readonly settings: WorkerSettings,
    private readonly log: Logger,
  ) {}

  get isBusy(): boolean {
    return this.#isBusy;
  }

  look(): void {
    if (this.#isStopping) return;
    this.#isBusy = true;
    this.#heardAt = performance.now();
    this.#worker ??= this.#start();
    this.#report({ kind: 'look' });
  }

  watch(): void {
    const silentMs = performance.now() - this.#heardAt;
    if (this.#worker === null || silentMs < (this.#isBusy ? silentMsMax : idleMsMax)) return;
    if (this.#isBusy) this.log.error('import worker was stuck and has been terminated');
    this.#worker.terminate();
    this.#forget();
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    if (this.#worker === null) return;
    this.#report({ kind: 'stop' });
    await Promise.race([this.#stopped.promise, Bun.sleep(stopMsMax)]);
    this.#worker?.terminate();
  }

  #report(command: WorkerCommand): void {
    this.#worker?.postMessage(command);
  }

  #forget(): void {
    this.#worker = null;
    this.#isBusy = false;
    this.#stopped.resolve();
  }

  #start(): Worker {
    const worker = new Worker(this.module.href, { smol: true });
    this.#stopped = Promise.withResolvers();
    worker.onmessage = ({ data }: MessageEvent<WorkerSignal>) => {
      if (this.#worker === worker || data.kind === 'log') this.#hear(data);
    };
    worker.onerror = ({ message }) =>
      this.log.error('import worker failed', { message: withoutParameters(message) });
    worker.addEventListener('close', () => {
      if (this.#worker === worker) this.#forget();
    });
    worker.postMessage({ kind: 'start', settings: this.settings } satisfies WorkerCommand);
    return worker;
  }

  #hear(signal: WorkerSignal): void {
    if (signal.kind === 'log') return this.log[signal.level](signal.message, signal.facts);
    this.#heardAt = performance.now();
    if (signal.kind === 'idle') this.#isBusy = false;
    if (signal.kind === 'stopped') this.#stopped.resolve();
  }
}
