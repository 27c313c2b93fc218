import { constants, createGzip, createZstdCompress } from 'node:zlib';
import { type Coding, levels } from './coding';

const flushAfterMs = 250;

/** A window of 512 KiB occupies memory while a client reads slowly; the level alone would take two MiB. */
const zstdWindowLog = 19;

const flushes = { gzip: constants.Z_SYNC_FLUSH, zstd: constants.ZSTD_e_flush };

const encoderFor = (coding: Coding) =>
  coding === 'gzip'
    ? createGzip({ level: levels.gzip })
    : createZstdCompress({
        params: {
          [constants.ZSTD_c_compressionLevel]: levels.zstd,
          [constants.ZSTD_c_windowLog]: zstdWindowLog,
        },
      });

export function compressedStream(
  source: ReadableStream<Uint8Array>,
  coding: Coding,
): ReadableStream<Uint8Array> {
  const transfer = new Transfer(source, coding);
  return new ReadableStream(
    { pull: (controller) => transfer.pull(controller), cancel: (reason) => transfer.cancel(reason) },
    { highWaterMark: 0 },
  );
}

const readerOf = (source: ReadableStream<Uint8Array>) => source.getReader();

class Transfer {
  readonly #encoder: ReturnType<typeof encoderFor>;
  readonly #reader: ReturnType<typeof readerOf>;
  #made: Uint8Array[] = [];
  #reading: ReturnType<ReturnType<typeof readerOf>['read']> | undefined;
  #holdsInput = false;
  #fail: (error: Error) => void = () => {};

  constructor(
    source: ReadableStream<Uint8Array>,
    private readonly coding: Coding,
  ) {
    this.#reader = readerOf(source);
    this.#encoder = encoderFor(coding);
    this.#encoder.on('data', (bytes: Uint8Array) => this.#made.push(bytes));
    this.#encoder.on('error', (error) => this.#fail(error));
  }

  async pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    try {
      while (this.#made.length === 0 && !this.#encoder.readableEnded) await this.#takeNext();
    } catch (error) {
      this.cancel(error).catch(() => {});
      throw error;
    }
    for (const bytes of this.#made) controller.enqueue(bytes);
    this.#made = [];
    if (this.#encoder.readableEnded) controller.close();
  }

  async cancel(reason: unknown): Promise<void> {
    this.#encoder.destroy();
    await this.#reader.cancel(reason);
  }

  async #takeNext(): Promise<void> {
    this.#reading ??= this.#reader.read();
    const next = this.#holdsInput ? await within(this.#reading, flushAfterMs) : await this.#reading;
    this.#holdsInput = next !== undefined;
    if (next === undefined) return this.#until((done) => this.#encoder.flush(flushes[this.coding], done));
    this.#reading = undefined;
    if (next.done) return this.#until((done) => this.#encoder.once('end', done).end());
    return this.#until((done) => this.#encoder.write(next.value, () => done()));
  }

  #until(act: (done: () => void) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#fail = reject;
      act(resolve);
    });
  }
}

async function within<T>(promise: Promise<T>, timeoutMs: number): Promise<T | undefined> {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => late.resolve(undefined), timeoutMs);
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
