import { existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
const bytesWanted = 4 * 1024 ** 3;

/** Bytes that are free in the file system for shared memory, which containers often limit to 64 MiB. */
export function sharedMemoryBytes(): number {
  if (!existsSync(memory)) return 0;
  const { bsize, bavail } = statfsSync(memory);
  return bsize * bavail;
}

/**
 * A folder for a server of tests. Each of hundreds of databases has hundreds of files, and ext4 creates a file in the more time
 * the more were deleted in the seconds before: in memory a database takes a tenth of the processor time.
 */
export function throwawayFolder(prefix: string): string {
  const parent = process.platform === 'linux' && sharedMemoryBytes() > bytesWanted ? memory : tmpdir();
  return mkdtempSync(join(parent, prefix));
}
