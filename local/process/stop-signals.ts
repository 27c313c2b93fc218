import { constants } from 'node:os';

type Signal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

const parentCheckMs = 250;

/**
 * `stop` is called once, also when the parent has ended, however it ended. A second signal ends this process
 * at once, and with it everything that it started.
 */
export function onStop(stop: (cause: Signal | 'parent ended') => void): void {
  let isStopping = false;
  const begin = (cause: Signal | 'parent ended') => {
    if (isStopping) return;
    isStopping = true;
    stop(cause);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] satisfies Signal[]) {
    process.on(signal, () => (isStopping ? process.exit(128 + constants.signals[signal]) : begin(signal)));
  }
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) begin('parent ended');
  }, parentCheckMs).unref();
}
