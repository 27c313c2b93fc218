import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';

const blockBytes = 256 * 1024;
const blocksAtOnce = 4;
const outputBytes = 64 * 1024;
const sliceMs = 3;
const deflateBlock = promisify<Uint8Array, object, Uint8Array>(deflateRaw);
const encoder = new TextEncoder();

export interface EntrySize {
  crc32: number;
  plainBytes: number;
  compressedBytes: number;
}

type Chunks = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

/**
 * Blocks of 256 KiB are compressed independently (0.7 % larger), so up to four are in work on the thread pool while the
 * next is encoded. The event loop has its turn every 3 ms, and nothing is taken from `pieces` while nobody asks for
 * bytes.
 */
export async function* deflate(chunks: Chunks, level: number): AsyncGenerator<Uint8Array, EntrySize> {
  const size: EntrySize = { crc32: 0, plainBytes: 0, compressedBytes: 0 };
  const jobs: Promise<Uint8Array>[] = [];
  const compress = (block: Uint8Array, finishFlush: number) => {
    size.crc32 = crc32(block, size.crc32);
    size.plainBytes += block.length;
    const job = deflateBlock(block, { level, finishFlush, chunkSize: outputBytes });
    job.catch(() => undefined);
    jobs.push(job);
  };
  const compressed = async () => {
    const bytes = (await jobs.shift()) ?? new Uint8Array();
    size.compressedBytes += bytes.length;
    return bytes;
  };
  const blocks = new BlockRing();
  let sliceEnd = performance.now() + sliceMs;
  for await (const chunk of chunks) {
    if (performance.now() >= sliceEnd) {
      await nextTurn();
      sliceEnd = performance.now() + sliceMs;
    }
    for (const block of typeof chunk === 'string' ? blocks.fill(chunk) : blocks.fillBytes(chunk)) {
      compress(block, constants.Z_SYNC_FLUSH);
      if (jobs.length === blocksAtOnce) yield await compressed();
    }
  }
  compress(blocks.rest(), constants.Z_FINISH);
  while (jobs.length > 0) yield await compressed();
  return size;
}

class BlockRing {
  readonly #blocks = Array.from({ length: blocksAtOnce }, () => new Uint8Array(blockBytes));
  #turn = 0;
  #usedBytes = 0;

  /** A returned block is a view that is valid until the ring has come round. */
  *fill(text: string): Generator<Uint8Array> {
    for (let encoded = 0; ; ) {
      const room = this.#current().subarray(this.#usedBytes);
      const { read, written } = encoder.encodeInto(encoded === 0 ? text : text.slice(encoded), room);
      encoded += read;
      this.#usedBytes += written;
      if (encoded === text.length) return;
      yield this.rest();
      this.#turn++;
      this.#usedBytes = 0;
    }
  }

  *fillBytes(bytes: Uint8Array): Generator<Uint8Array> {
    for (let taken = 0; ; ) {
      const room = this.#current().subarray(this.#usedBytes);
      const part = bytes.subarray(taken, taken + room.length);
      room.set(part);
      taken += part.length;
      this.#usedBytes += part.length;
      if (taken === bytes.length) return;
      yield this.rest();
      this.#turn++;
      this.#usedBytes = 0;
    }
  }

  rest(): Uint8Array {
    return this.#current().subarray(0, this.#usedBytes);
  }

  #current(): Uint8Array {
    return this.#blocks[this.#turn % blocksAtOnce] ?? new Uint8Array();
  }
}
