import type { Writable } from 'node:stream';
import { errorText, Slice } from '../../process';

export type Rows = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** Every call fails with what the server says of a row, and the connection takes other statements afterwards. */
export class CopyStream {
  #resume = () => {};

  constructor(
    private readonly stream: Writable,
    private readonly settled: Promise<unknown>,
  ) {
    // The package lets a stream go on after an error.
    stream.on('error', () => stream.destroy()).on('drain', () => this.#resume());
    settled.catch(() => this.#resume());
  }

  /** The next chunk is written when this resolves, and callers may overwrite a chunk then. */
  async write(chunk: Uint8Array): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#resume = resolve;
    // The socket refers to what it has not sent yet.
    if (this.stream.writable && !this.stream.write(Buffer.from(chunk))) await promise;
    if (!this.stream.writable) await this.settled;
  }

  async end(): Promise<void> {
    this.stream.end();
    await this.settled;
  }

  async abort(reason: unknown): Promise<void> {
    this.stream.destroy(new Error(errorText(reason)));
    await this.settled.catch(() => {});
  }
}

export async function sendRows(stream: CopyStream, rows: Rows): Promise<void> {
  const slice = new Slice();
  try {
    for await (const chunk of rows) {
      await stream.write(chunk);
      if (slice.isOver) await slice.next();
    }
  } catch (error) {
    await stream.abort(error);
    throw error;
  }
  await stream.end();
}
