import { heapStats } from 'bun:jsc';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a process has in memory after everything that nobody needs any more was collected. */
export interface HeapWitness {
  heapBytes: number;
  residentBytes: number;
  objects: Record<string, number>;
}

const folder = process.env.HEAP_WITNESS_FOLDER;
const rounds = 5;

// Loaded into a process before its own program (`bun --preload`), it writes at every SIGUSR2 what is in the memory of that process.
if (folder !== undefined)
  process.on('SIGUSR2', async () => {
    for (let round = 0; round < rounds; round++) {
      Bun.gc(true);
      await Bun.sleep(50);
    }
    const { heapSize, objectTypeCounts } = heapStats();
    const reported: HeapWitness = {
      heapBytes: heapSize,
      residentBytes: process.memoryUsage.rss(),
      objects: objectTypeCounts,
    };
    const file = join(folder, `${process.pid}.json`);
    writeFileSync(`${file}.part`, JSON.stringify(reported));
    renameSync(`${file}.part`, file);
  });
