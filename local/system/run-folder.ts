import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startOf } from '../process/process-table';
import { StartError } from '../process/server';

type Holder = { pid: number; start: string | undefined };

export type RunFolder = {
  path: string;
  writePid(name: string, pid: number): void;
  removePid(name: string): void;
  writePorts(ports: Record<string, number>): void;
  callerSecret(): string;
  release(): void;
};

const lockFileOf = (dataDir: string) => join(dataDir, 'run', 'launcher.json');

function holderOf(dataDir: string): Holder | undefined {
  const lockFile = lockFileOf(dataDir);
  if (!existsSync(lockFile)) return undefined;
  const holder: Holder = JSON.parse(readFileSync(lockFile, 'utf8'));
  return holder.start !== undefined && startOf(holder.pid) === holder.start ? holder : undefined;
}

export const isInUse = (dataDir: string) => holderOf(dataDir) !== undefined;

function claim(dataDir: string, lockFile: string): void {
  const holder = holderOf(dataDir);
  if (holder) {
    throw new StartError(
      `The data folder ${dataDir} is in use by process ${holder.pid}: stop that one, or set DATA_DIR to another folder.`,
    );
  }
  const own: Holder = { pid: process.pid, start: startOf(process.pid) };
  writeFileSync(lockFile, JSON.stringify(own));
}

/** @throws StartError when another launcher that runs uses the data folder */
export function openRunFolder(dataDir: string): RunFolder {
  const path = join(dataDir, 'run');
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const lockFile = lockFileOf(dataDir);
  claim(dataDir, lockFile);
  const pidFile = (name: string) => join(path, `${name}.pid`);
  return {
    path,
    writePid: (name, pid) => writeFileSync(pidFile(name), `${pid}\n`),
    removePid: (name) => rmSync(pidFile(name), { force: true }),
    writePorts: (ports) => writeFileSync(join(path, 'ports.json'), `${JSON.stringify(ports, null, 2)}\n`),
    callerSecret() {
      const file = join(path, 'caller-secret');
      if (!existsSync(file)) writeFileSync(file, randomBytes(48).toString('base64url'), { mode: 0o600 });
      return readFileSync(file, 'utf8');
    },
    release: () => rmSync(lockFile, { force: true }),
  };
}
