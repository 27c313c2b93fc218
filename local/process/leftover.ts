import { existsSync, readFileSync, rmSync } from 'node:fs';
import { commandOf, ended, signal } from './process-table';
import { StartError } from './server';

type Leftover = {
  pidFile: string;
  /** Another program may have got the id since, so this text must be in its command line. */
  mark: string;
  signals: NodeJS.Signals[];
  graceMs: number;
};

/**
 * A pid file that names somebody else's process by now is removed; one that names no process is left for the
 * server, which checks it itself.
 * @throws StartError when the server cannot be ended
 */
export async function stopLeftover({ pidFile, mark, signals, graceMs }: Leftover): Promise<void> {
  if (!existsSync(pidFile)) return;
  const pid = Number.parseInt(readFileSync(pidFile, 'utf8'), 10);
  const command = pid > 1 ? commandOf(pid) : undefined;
  if (command === undefined) return;
  if (!command.includes(mark)) return rmSync(pidFile);
  for (const name of signals) {
    signal(pid, name);
    if (await ended(pid, graceMs)) return;
  }
  throw new StartError(
    `Process ${pid} (${mark.trim()}) still runs and cannot be stopped: end it, then start again.`,
  );
}
