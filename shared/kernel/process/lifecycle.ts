import type { Logger } from './log';

interface Phase {
  name: string;
  stop: () => Promise<unknown> | unknown;
  deadlineMs: number;
}

export class Lifecycle {
  #phases: Phase[] = [];
  #stopping: Promise<void> | undefined;
  ready = false;

  constructor(private readonly log: Logger) {}

  started(name: string, stop: Phase['stop'], deadlineMs = 3000): void {
    this.#phases.push({ name, stop, deadlineMs });
  }

  stop(): Promise<void> {
    this.ready = false;
    this.#stopping ??= this.#stopAll();
    return this.#stopping;
  }

  async #stopAll(): Promise<void> {
    for (const phase of this.#phases.toReversed()) {
      const expired = Bun.sleep(phase.deadlineMs).then(() => {
        throw new Error(`not stopped within ${phase.deadlineMs} ms`);
      });
      try {
        await Promise.race([Promise.resolve(phase.stop()), expired]);
      } catch (error) {
        this.log.warn('phase did not stop cleanly', { phase: phase.name, error });
      }
    }
  }

  onSignals(): void {
    let signals = 0;
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        signals += 1;
        if (signals > 1) process.exit(1);
        this.stop().then(() => process.exit(0));
      });
    }
  }
}
