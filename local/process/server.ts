export type RunningServer = {
  url: string;
  port: number;
  pid: number;
  exited: Promise<string>;
  stop(): Promise<void>;
};

export function exitDescription({ exitCode, signalCode }: Bun.Subprocess): string {
  return signalCode ? `signal ${signalCode}` : `exit code ${exitCode}`;
}

export async function stopProcess(child: Bun.Subprocess, steps: [NodeJS.Signals, number][]): Promise<void> {
  for (const [signal, graceMs] of steps) {
    child.kill(signal);
    if (await Promise.race([child.exited.then(() => true), Bun.sleep(graceMs).then(() => false)])) return;
  }
  child.kill('SIGKILL');
  await child.exited;
}

/** The message is one sentence that says to the person at the keyboard what to do. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
