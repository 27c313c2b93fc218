import type { Connection, Submittable } from 'pg';
import { from } from 'pg-copy-streams';
import { Interruption, Slice } from '../../process';

export type Rows = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
export type TakeRow = (row: Buffer) => void;

/** Every call fails with what the server says of a row, and the connection takes other statements afterwards. */
export class CopyStream {
  readonly query: ReturnType<typeof from>;
  readonly settled: Promise<void>;
  readonly #refusal = new Interruption();
  #isSettled = false;

  constructor(
    statement: string,
    private readonly onWrite: () => void,
    failureOf: (error: unknown) => unknown,
  ) {
    this.query = from(statement);
    this.settled = new Promise((resolve, reject) =>
      this.query.once('finish', resolve).on('error', (error) => reject(failureOf(error))),
    );
    const end = (refusal?: unknown) => {
      this.#isSettled = true;
      this.#refusal.raise(refusal);
    };
    this.settled.then(() => end(), end);
  }

  /** The next chunk is written when this resolves: of several at once, those left after a refusal fail the process. */
  async write(chunk: Uint8Array): Promise<void> {
    if (this.#isSettled) return this.settled;
    this.onWrite();
    // The socket refers to what it has not sent yet, and callers may overwrite a chunk.
    const own = Buffer.from(chunk);
    const written = new Promise<void>((resolve) => this.query.write(own, () => resolve()));
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

/**
 * `pg-copy-streams` cuts rows anywhere, and to put them together again takes a third more processor time. An
 * error of `take` is thrown after the last row, because a COPY cannot be stopped on the way.
 */
export class RowReceiver implements Submittable {
  readonly #received = Promise.withResolvers<{ error: unknown } | undefined>();
  readonly received = this.#received.promise;
  readonly handleError = this.#received.reject;
  #failure: { error: unknown } | undefined;

  constructor(
    private readonly statement: string,
    private readonly take: TakeRow,
  ) {}

  submit(connection: Connection): void {
    connection.query(this.statement);
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    try {
      if (!this.#failure) this.take(chunk);
    } catch (error) {
      this.#failure = { error };
    }
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#received.resolve(this.#failure);
  }
}
