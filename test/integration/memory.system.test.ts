import { afterAll, beforeAll, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestNats, type TestNats } from '@consulting/local/test-servers';
import { createTestDatabase } from '../support/database';
import type { HeapWitness } from '../support/heap-witness';
import { MixedLoad } from '../support/mixed-load';
import { type ProcessSystem, startProcessSystem } from '../support/process-system';
import { until } from '../support/until';

const hundreds = 1000;
const heapBytesMax = 10 * 1024 * 1024;
/** Objects of one type; one for each of 100,000 requests would be ten times that. */
const objectsMax = 10_000;
/** The allocator keeps what is free in pieces, so that this witness says only that nothing outside of the heap grows with requests. */
const residentBytesMax = 32 * 1024 * 1024;

const folder = mkdtempSync(join(tmpdir(), 'consulting-memory-'));
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let nats: TestNats;
let system: ProcessSystem;

beforeAll(async () => {
  [database, nats] = await Promise.all([createTestDatabase([]), startTestNats()]);
  system = await startProcessSystem({
    databaseUrl: database.url,
    natsUrlFor: nats.urlFor,
    environment: { HEAP_WITNESS_FOLDER: folder, ACCESS_LOG: 'false' },
    preload: join(import.meta.dir, '../support/heap-witness.ts'),
  });
}, 120_000);

afterAll(async () => {
  await system?.stop();
  await nats.stop();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

/** What each process has in memory. */
async function witnesses(): Promise<Map<string, HeapWitness>> {
  const processes = [...Object.values(system.services).flat(), ...system.gateways];
  const reported = new Map<string, HeapWitness>();
  for (const { name, pid } of processes) {
    const file = join(folder, `${pid}.json`);
    process.kill(pid, 'SIGUSR2');
    await until(async () => existsSync(file));
    reported.set(name, JSON.parse(readFileSync(file, 'utf8')));
    rmSync(file);
  }
  return reported;
}

const mebibytes = (bytes: number) => Number((bytes / 1024 / 1024).toFixed(1));

/** Names each process whose memory grew by more than its bound between two witnesses. */
function grownBetween(before: Map<string, HeapWitness>, after: Map<string, HeapWitness>): string[] {
  const grown: string[] = [];
  for (const [name, { heapBytes, residentBytes, objects }] of after) {
    const earlier = before.get(name) as HeapWitness;
    const heapMore = heapBytes - earlier.heapBytes;
    const residentMore = residentBytes - earlier.residentBytes;
    console.log(
      `${name}: heap ${mebibytes(earlier.heapBytes)} → ${mebibytes(heapBytes)} MiB, resident ${mebibytes(earlier.residentBytes)} → ${mebibytes(residentBytes)} MiB`,
    );
    if (heapMore > heapBytesMax) grown.push(`${name}: heap by ${mebibytes(heapMore)} MiB`);
    if (residentMore > residentBytesMax) grown.push(`${name}: resident by ${mebibytes(residentMore)} MiB`);
    for (const [type, count] of Object.entries(objects)) {
      const more = count - (earlier.objects[type] ?? 0);
      if (more > objectsMax) grown.push(`${name}: ${more} more of ${type}`);
    }
  }
  return grown;
}

test('200,000 mixed requests: the memory of no process grows with the last 100,000', async () => {
  const { key } = await system.newKey();
  const load = new MixedLoad(system.gateways[0]?.url ?? '', key);
  await load.layGround();
  await load.send100(hundreds);
  let before = await witnesses();
  let grown: string[] = [];
  // An allocator takes a step once, a leak takes it with each hundred thousand: who has grown is asked again, twice at most.
  for (let round = 0; round < 3; round++) {
    await load.send100(hundreds);
    const after = await witnesses();
    grown = grownBetween(before, after);
    if (grown.length === 0) break;
    before = after;
  }
  expect(grown).toEqual([]);
  expect(load.failures).toEqual([]);
  expect(load.unavailableCount).toBeLessThan(load.sent / 100);
}, 1_800_000);
