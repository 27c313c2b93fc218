import { closeSync, ftruncateSync, openSync } from 'node:fs';
import { uptime } from 'node:os';
import { type Count, type CountersFor, windowMs } from './counters';

const buckets = 16_384;
const slotsPerBucket = 8;
/** Two words of its name, when its window ends, its count. */
const wordsPerSlot = 4;
/** The slots follow a lock. */
const wordsPerBucket = 1 + slotsPerBucket * wordsPerSlot;
/** The seed of the names comes first. */
const headWords = 2;
const bytes = (headWords + buckets * wordsPerBucket) * 4;

/** A lock is held for less than a microsecond; one that is not free after so many looks is held by a process that does not run. */
const looksMax = 20_000;
/** Such a process gets its turn again within so many pauses of a millisecond, or it has stopped. */
const pausesMax = 100;
/** Clocks of processes are read to the second when they start. */
const clockMsMax = 2000;

/** Makes the file that processes share as counters: without a count. */
export function createSharedCounters(path: string): void {
  const file = openSync(path, 'wx', 0o600);
  ftruncateSync(file, bytes);
  closeSync(file);
  crypto.getRandomValues(new Int32Array(Bun.mmap(path).buffer, 0, headWords));
}

/**
 * Counts that all processes which have mapped the file add to, so that they allow together what one would. Names are told
 * apart by 64 bits with a secret seed; when there is no room for one more, one goes that was counted least.
 */
export function sharedCounters(path: string): CountersFor {
  const words = new Int32Array(Bun.mmap(path).buffer);
  const seed = (BigInt(words[0] ?? 0) << 32n) | BigInt((words[1] ?? 0) >>> 0);
  const clockStart = uptime() * 1000 - performance.now();

  return (purpose) => ({
    add(name, more) {
      const hash = BigInt(Bun.hash(`${purpose} ${name}`, seed));
      const [low, high] = [Number(hash & 0xffffffffn) | 0, Number(hash >> 32n) | 0];
      const bucket = headWords + ((low >>> 0) % buckets) * wordsPerBucket;
      lock(words, bucket);
      try {
        return addIn(words, bucket + 1, low, high, more, (clockStart + performance.now()) | 0);
      } finally {
        Atomics.compareExchange(words, bucket, process.pid, 0);
      }
    },
  });
}

/** Takes a lock over from a process that has died with it, or has stopped. */
function lock(words: Int32Array, at: number): void {
  for (let pauses = 0; ; pauses += 1) {
    let holder = 0;
    for (let looks = 0; looks < looksMax; looks += 1) {
      holder = Atomics.compareExchange(words, at, 0, process.pid);
      if (holder === 0) return;
    }
    const isLost = pauses >= pausesMax || !isRunning(holder);
    if (isLost && Atomics.compareExchange(words, at, holder, process.pid) === holder) return;
    Bun.sleepSync(1);
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Times are milliseconds in 32 bits, which begin anew after 49 days: only differences of them mean anything. */
function addIn(
  words: Int32Array,
  start: number,
  low: number,
  high: number,
  more: number,
  now: number,
): Count {
  let chosen = start;
  let chosenCount = Number.POSITIVE_INFINITY;
  for (let slot = start; slot < start + slotsPerBucket * wordsPerSlot; slot += wordsPerSlot) {
    const leftMs = leftOf(words, slot, now);
    if (leftMs > 0 && words[slot] === low && words[slot + 1] === high) {
      const count = Math.max(0, (words[slot + 3] ?? 0) + more);
      words[slot + 3] = count;
      return { count, leftMs };
    }
    const present = leftMs > 0 ? (words[slot + 3] ?? 0) : 0;
    if (present >= chosenCount) continue;
    chosen = slot;
    chosenCount = present;
  }
  const count = Math.max(0, more);
  if (more > 0) words.set([low, high, (now + windowMs) | 0, count], chosen);
  return { count, leftMs: windowMs };
}

function leftOf(words: Int32Array, slot: number, now: number): number {
  const leftMs = ((words[slot + 2] ?? 0) - now) | 0;
  return words[slot + 3] === 0 || leftMs > windowMs + clockMsMax ? 0 : Math.max(0, leftMs);
}
