import { pause } from '@consulting/kernel/process';
import { type RunningServer, StartError } from './server';

export type Program = {
  name: string;
  /** A StartError at the first start is final, because wrong settings do not mend themselves. */
  launch(abort: AbortSignal): Promise<RunningServer>;
};

export type Reports = {
  onReady(name: string, running: RunningServer, startCount: number): void;
  onEnded(name: string, words: string, pauseMs: number): void;
  onStopped(name: string): void;
};

export type Supervised = {
  ready: Promise<RunningServer>;
  stop(): Promise<void>;
};

const pauseFirstMs = 200;
const pauseMaxMs = 2_000;
const steadyAfterMs = 5_000;
const firstReadyTimeoutMs = 180_000;

export function pauseBeforeRestartMs(failuresInRow: number): number {
  return failuresInRow <= 1 ? 0 : Math.min(pauseFirstMs * 2 ** (failuresInRow - 2), pauseMaxMs);
}

export function supervise(program: Program, reports: Reports): Supervised {
  const { name } = program;
  const aborter = new AbortController();
  const abort = aborter.signal;
  const first = Promise.withResolvers<RunningServer>();
  first.promise.catch(() => {});
  let running: RunningServer | undefined;
  let startCount = 0;
  const begunAt = performance.now();

  async function runOnce(): Promise<{ words: string; readyMs: number }> {
    running = await program.launch(abort);
    startCount += 1;
    const readyAt = performance.now();
    reports.onReady(name, running, startCount);
    first.resolve(running);
    if (abort.aborted) await running.stop();
    const words = await running.exited;
    running = undefined;
    return { words, readyMs: performance.now() - readyAt };
  }

  async function keepRunning(): Promise<void> {
    let failures = 0;
    while (!abort.aborted) {
      const end = await runOnce().catch((error: unknown) => ({ words: String(error), readyMs: 0, error }));
      if (abort.aborted) return;
      const isLate = performance.now() - begunAt > firstReadyTimeoutMs;
      if (startCount === 0 && 'error' in end && (end.error instanceof StartError || isLate)) {
        return first.reject(
          end.error instanceof StartError ? end.error : new StartError(`${name} does not start.`),
        );
      }
      failures = end.readyMs >= steadyAfterMs ? 1 : failures + 1;
      const pauseMs = pauseBeforeRestartMs(failures);
      reports.onEnded(
        name,
        'error' in end && end.error instanceof Error ? end.error.message : end.words,
        pauseMs,
      );
      await pause(pauseMs, abort);
    }
  }

  const finished = keepRunning().then(() => reports.onStopped(name));
  return {
    ready: first.promise,
    async stop() {
      aborter.abort();
      await running?.stop();
      await finished;
      first.reject(new StartError(`${name} was stopped before it was ready.`));
    },
  };
}
