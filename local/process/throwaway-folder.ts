import { existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
const bytesWanted = 4 * 1024 ** 3;

// Containers often limit it to 64 MiB.
export function sharedMemoryBytes(): number {
  if (!existsSync(memory)) return 0;
  const { bsize, bavail } = statfsSync(memory);
  return bsize * bavail;
}

// Each of hundreds of databases of a run has hundreds of files, and ext4 needs the longer to create one the more were deleted
// in the seconds before: in memory a database takes a tenth of the processor time.
// A run of tests names its own folder, which it removes at its end.
export function throwawayFolder(prefix: string): string {
  const hasRoom = process.platform === 'linux' && sharedMemoryBytes() > bytesWanted;
  const parent = process.env.TEST_SERVERS_FOLDER ?? (hasRoom ? memory : tmpdir());
  return mkdtempSync(join(parent, prefix));
}
