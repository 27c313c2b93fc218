import { from, to } from 'pg-copy-streams';
import { Interruption } from '../../process/interruption';
import { Slice } from '../../process/slices';

export type Rows = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
export type TakeRow = (row: Buffer) => void;

/** Every call fails with what the server says of a row, and the connection takes other statements afterwards. */
export class CopyStream {
  readonly query: ReturnType<typeof from>;
  readonly settled: Promise<void>;
  readonly #refusal = new Interruption();
  #isSettled = false;

  constructor(statement: string) {
    this.query = from(statement);
    this.settled = new Promise((resolve, reject) => this.query.once('finish', resolve).on('error', reject));
    const end = (refusal?: unknown) => {
      this.#isSettled = true;
      this.#refusal.raise(refusal);
    };
    this.settled.then(() => end(), end);
  }

  /** The next chunk is written when this resolves: of several at once, those left after a refusal fail the process. */
  async write(chunk: Uint8Array): Promise<void> {
    if (this.#isSettled) return this.settled;
    const written = new Promise<void>((resolve) => this.query.write(chunk, () => resolve()));
    await this.#refusal.during(written);
  }

  end(): Promise<void> {
    if (!this.#isSettled) this.query.end();
    return this.settled;
  }

  async abort(reason: unknown): Promise<void> {
    if (!this.#isSettled) this.query.destroy(reason instanceof Error ? reason : new Error(String(reason)));
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

const lineEnd = 0x0a;

/**
 * The text format has no other line ends than those of its rows. What `take` throws is given when all rows
 * are received, because a COPY cannot be stopped on the way.
 */
export function receiveRows(statement: string, take: TakeRow) {
  const query = to(statement);
  let begun: Buffer = Buffer.alloc(0);
  let failure: { error: unknown } | undefined;
  const receive = (chunk: Buffer) => {
    let start = 0;
    for (let end = chunk.indexOf(lineEnd); end >= 0; end = chunk.indexOf(lineEnd, start)) {
      const row = chunk.subarray(start, end + 1);
      take(begun.length > 0 ? Buffer.concat([begun, row]) : row);
      begun = begun.subarray(0, 0);
      start = end + 1;
    }
    begun = Buffer.concat([begun, chunk.subarray(start)]);
  };
  const received = new Promise<{ error: unknown } | undefined>((resolve, reject) => {
    query.on('error', reject).on('end', () => resolve(failure));
    query.on('data', (chunk: Buffer) => {
      try {
        if (!failure) receive(chunk);
      } catch (error) {
        failure = { error };
      }
    });
  });
  return { query, received };
}
