import { closeSync, ftruncateSync, openSync } from 'node:fs';
import { uptime } from 'node:os';
import { type Count, type CountersFor, windowMs } from './counters';

const buckets = 16_384;
const slotsPerBucket = 8;
/** A slot has two words of its name, the end of its window, and its count; the slots of a bucket follow its lock. */
const wordsPerSlot = 4;
const wordsPerBucket = 1 + slotsPerBucket * wordsPerSlot;
const headWords = 2;
const bytes = (headWords + buckets * wordsPerBucket) * 4;

/**
 * A lock is taken for less than a microsecond; one that is not free after so many looks belongs to a process
 * that does not run.
 */
const looksMax = 20_000;
/** Such a process runs again within so many pauses of a millisecond, or it has stopped. */
const pausesMax = 100;
/** Clocks of processes are read to the second when they start. */
const clockMsMax = 2000;

export function createSharedCounters(path: string): void {
  const file = openSync(path, 'wx', 0o600);
  ftruncateSync(file, bytes);
  closeSync(file);
  crypto.getRandomValues(new Int32Array(Bun.mmap(path).buffer, 0, headWords));
}

/**
 * All processes that have mapped the file add to the same counts, so that they allow together what one would.
 * Names are compared by 64 bits with a secret seed; when there is no room for one more, the one counted least
 * goes.
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

/** Times are milliseconds in 32 bits, which begin again after 49 days, so only differences of them mean anything. */
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
    const current = leftMs > 0 ? (words[slot + 3] ?? 0) : 0;
    if (current >= chosenCount) continue;
    chosen = slot;
    chosenCount = current;
  }
  const count = Math.max(0, more);
  if (more > 0) words.set([low, high, (now + windowMs) | 0, count], chosen);
  return { count, leftMs: windowMs };
}

function leftOf(words: Int32Array, slot: number, now: number): number {
  const leftMs = ((words[slot + 2] ?? 0) - now) | 0;
  return words[slot + 3] === 0 || leftMs > windowMs + clockMsMax ? 0 : Math.max(0, leftMs);
}
