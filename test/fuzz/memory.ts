import { readFileSync } from 'node:fs';

/** Processes whose memory must stay bounded. */
export const watchedProcesses = [
  'gateway',
  'clients-projects',
  'crews-rates',
  'mto',
  'equipment-wbs',
  'identity',
];

/** Resident memory of a process; 0 where the system does not tell or no such process runs. */
export function residentBytes(pid: number | undefined): number {
  try {
    const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kilobytes ?? 0) * 1024;
  } catch {
    return 0;
  }
}
