import type { Writable } from 'node:stream';
import { Slice } from '../../process';

export type Rows = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** Every call fails with what the server says of a row, and the connection takes other statements afterwards. */
export class CopyStream {
  #isSettled = false;
  #resume = () => {};

  constructor(
    private readonly stream: Writable,
    private readonly settled: Promise<unknown>,
    private readonly onWrite: () => void,
  ) {
    const settle = () => {
      this.#isSettled = true;
      this.#resume();
    };
    stream.once('finish', settle).once('error', settle);
    settled.catch(() => {});
  }

  /** The next chunk is written when this resolves, and callers may overwrite a chunk then. */
  async write(chunk: Uint8Array): Promise<void> {
    if (!this.#isSettled) {
      this.onWrite();
      await new Promise<void>((resolve) => {
        this.#resume = resolve;
        // The socket refers to what it has not sent yet.
        this.stream.write(Buffer.from(chunk), () => resolve());
      });
    }
    if (this.#isSettled) await this.settled;
  }

  async end(): Promise<void> {
    if (!this.#isSettled) this.stream.end();
    await this.settled;
  }

  async abort(reason: unknown): Promise<void> {
    if (!this.#isSettled) this.stream.destroy(reason instanceof Error ? reason : new Error(String(reason)));
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
