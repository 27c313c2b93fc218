/** A server that this process started and that ends with it. */
export type RunningServer = {
  url: string;
  port: number;
  pid: number;
  /** Settles when the server has ended, wanted or not, with a few words on how. */
  exited: Promise<string>;
  /** Ends the server in order; may be called again. */
  stop(): Promise<void>;
};

/** A few words on how a process ended, such as `exit code 1` or `signal SIGKILL`. */
export function wordsOn({ exitCode, signalCode }: Bun.Subprocess): string {
  return signalCode ? `signal ${signalCode}` : `exit code ${exitCode}`;
}

/**
 * Ends a process: each signal in turn, given its time; SIGKILL when none helps.
 * @param steps signals with the milliseconds to wait after each
 */
export async function stopProcess(child: Bun.Subprocess, steps: [NodeJS.Signals, number][]): Promise<void> {
  for (const [signal, graceMs] of steps) {
    child.kill(signal);
    if (await Promise.race([child.exited.then(() => true), Bun.sleep(graceMs).then(() => false)])) return;
  }
  child.kill('SIGKILL');
  await child.exited;
}
