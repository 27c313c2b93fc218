import { delimiter } from 'node:path';

const folders = ['/usr/local/bin', '/usr/bin', '/bin', '/usr/local/sbin', '/usr/sbin', '/sbin'];

export function systemPath(): string {
  return [process.env.PATH, ...folders].filter(Boolean).join(delimiter);
}

export function systemEnvironment(): Record<string, string | undefined> {
  return { ...process.env, PATH: systemPath() };
}
