import { delimiter } from 'node:path';

const folders = ['/usr/local/bin', '/usr/bin', '/bin', '/usr/local/sbin', '/usr/sbin', '/sbin'];

/** PATH, and after it the folders in which every system keeps its programs. */
export function systemPath(): string {
  return [process.env.PATH, ...folders].filter(Boolean).join(delimiter);
}

/** Environment that finds the programs of the system even where PATH names little. */
export function systemEnvironment(): Record<string, string | undefined> {
  return { ...process.env, PATH: systemPath() };
}
