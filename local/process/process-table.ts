import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { systemEnvironment } from './system-environment';

const hasProc = existsSync('/proc/self/stat');

function ps(pid: number, column: string): string | undefined {
  const answer = Bun.spawnSync(['ps', '-o', `${column}=`, '-p', String(pid)], {
    env: systemEnvironment(),
    stderr: 'ignore',
  });
  return answer.exitCode === 0 ? answer.stdout.toString().trim() || undefined : undefined;
}

function proc(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return undefined;
  }
}

export function commandOf(pid: number): string | undefined {
  if (!hasProc) return ps(pid, 'command');
  return proc(pid, 'cmdline')?.replaceAll('\0', ' ').trim() || undefined;
}

/** The id of a process may be used again; this text is another one then. */
export function startOf(pid: number): string | undefined {
  if (!hasProc) return ps(pid, 'lstart');
  const stat = proc(pid, 'stat');
  return stat
    ?.slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .at(19);
}

/** A process that has ended and only waits for its parent does not run. */
export function isRunning(pid: number): boolean {
  return commandOf(pid) !== undefined;
}

export function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

export function isZombie(pid: number): boolean {
  return !isRunning(pid) && signal(pid, 0);
}

function worksIn(pid: string, folder: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder;
  } catch {
    return false;
  }
}

export function processesIn(folder: string): number[] {
  if (!hasProc) return [];
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => worksIn(pid, folder)).map(Number);
}

export async function ended(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (isRunning(pid)) {
    if (performance.now() > deadline) return false;
    await Bun.sleep(5);
  }
  return true;
}
