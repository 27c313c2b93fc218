import { readdirSync, readFileSync } from 'node:fs';
import type { BenchSystem } from './export-system';

const ticksPerSecond = 100;
const sampleEveryMs = 100;

/** Fields of /proc/PID/stat after the name of the program, which may hold blanks. */
const statOf = (pid: number): string[] => {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
};

function childrenOf(parent: number): number[] {
  return readdirSync('/proc').flatMap((name) => {
    const pid = Number(name);
    if (!Number.isInteger(pid)) return [];
    try {
      return Number(statOf(pid)[1]) === parent ? [pid] : [];
    } catch {
      return [];
    }
  });
}

const ticks = (stat: string[], places: number[]) =>
  places.reduce((sum, place) => sum + Number(stat[place]), 0) / ticksPerSecond;

const own = [11, 12];
const withEnded = [11, 12, 13, 14];

/** Seconds of processor time that a process has used. */
export const ownSeconds = (pid: number): number => ticks(statOf(pid), own);

/** Seconds of processor time that a Postgres server has used, with its processes that have ended. */
export const databaseSeconds = (pid: number): number =>
  childrenOf(pid).reduce((sum, child) => sum + ownSeconds(child), ticks(statOf(pid), withEnded));

/** Seconds of processor time that mto and its Postgres servers have used. */
export const processorSeconds = (
  { mtoPid, databasePid }: BenchSystem,
  databasePids: readonly number[] = [databasePid],
): number => databasePids.reduce((sum, pid) => sum + databaseSeconds(pid), ownSeconds(mtoPid));

/** Seconds of processor time that a process and those that it has started have used. */
export const treeSeconds = (pid: number): number =>
  ticks(statOf(pid), [11, 12]) + childrenOf(pid).reduce((sum, child) => sum + treeSeconds(child), 0);

/** Zero for a process that has ended. */
export function mebibytes(pid: number, key: 'VmRSS' | 'RssAnon'): number {
  try {
    const lines = readFileSync(`/proc/${pid}/status`, 'utf8').split('\n');
    const kilobytes = lines.find((line) => line.startsWith(`${key}:`))?.replaceAll(/\D/g, '');
    return Math.round(Number(kilobytes ?? 0) / 1024);
  } catch {
    return 0;
  }
}

/** Highest memory of mto and of one process of Postgres, without the buffers that its processes share, while something runs. */
export async function memoryWhile(
  { mtoPid, databasePid }: BenchSystem,
  act: () => Promise<void>,
): Promise<{ service: number; backend: number }> {
  const peak = { service: 0, backend: 0 };
  const sample = () => {
    peak.service = Math.max(peak.service, mebibytes(mtoPid, 'VmRSS'));
    for (const pid of childrenOf(databasePid))
      peak.backend = Math.max(peak.backend, mebibytes(pid, 'RssAnon'));
  };
  const timer = setInterval(sample, sampleEveryMs);
  await act();
  clearInterval(timer);
  return peak;
}
