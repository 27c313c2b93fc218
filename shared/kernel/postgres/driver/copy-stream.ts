import { Writable } from 'node:stream';
import type { Sql } from 'postgres';
import { Interruption } from '../../process/interruption';
import { Slice } from '../../process/slices';

export type Rows = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

interface CopyWatch {
  began(fail: (error: unknown) => void): void;
  sent(): void;
  ended(fail: (error: unknown) => void, refusal?: unknown): void;
}

/**
 * The driver (postgres 3.4, upstream issue 1173) gives the stream and the end of a COPY to the query, whose
 * promise gets the first only, and forgets a stream that it has sent: a row that the server refuses then
 * would be waited for for ever. Here every call fails with what the server said, and the connection takes
 * other statements afterwards.
 */
export class CopyStream {
  readonly #refusal = new Interruption();
  #isSettled = false;

  private constructor(
    private readonly stream: Writable,
    private readonly settled: Promise<unknown>,
    private readonly onSent: () => void,
  ) {
    const end = (refusal?: unknown) => {
      this.#isSettled = true;
      this.#refusal.raise(refusal);
    };
    settled.then(() => end(), end);
  }

  static async open(sql: Sql, statement: string, watch: CopyWatch): Promise<CopyStream> {
    const opened = Promise.withResolvers<Writable>();
    const settled = Promise.withResolvers<unknown>();
    const fail = (error: unknown) => {
      opened.reject(error);
      settled.reject(error);
    };
    watch.began(fail);
    watch.sent();
    settled.promise.then(
      () => watch.ended(fail),
      (refusal) => watch.ended(fail, refusal),
    );
    const query = sql.unsafe(statement).simple();
    Object.assign(query, {
      resolve(told: unknown) {
        if (told instanceof Writable) opened.resolve(told.on('error', settled.reject));
        else settled.resolve(told);
      },
      reject: fail,
    });
    query.execute();
    return new CopyStream(await opened.promise, settled.promise, watch.sent);
  }

  async write(piece: Uint8Array): Promise<void> {
    this.onSent();
    if (this.#isSettled) return void (await this.settled);
    const written = new Promise<void>((resolve, reject) =>
      this.stream.write(piece, (error) => (error ? reject(error) : resolve())),
    );
    await this.#refusal.during(written);
  }

  async end(): Promise<void> {
    this.onSent();
    this.stream.end();
    await this.settled;
  }

  async abort(reason: unknown): Promise<void> {
    this.stream.destroy(reason instanceof Error ? reason : new Error(String(reason)));
    await this.settled.catch(() => {});
  }
}

export async function sendRows(stream: CopyStream, rows: Rows): Promise<void> {
  const slice = new Slice();
  try {
    for await (const piece of rows) {
      await stream.write(piece);
      if (slice.isOver) await slice.next();
    }
  } catch (error) {
    await stream.abort(error);
    throw error;
  }
  await stream.end();
}
