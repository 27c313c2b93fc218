import { Writable } from 'node:stream';
import type { PostgresJsSession } from 'drizzle-orm/postgres-js';
import type { Sql } from 'postgres';
import type { Database } from './connect';

type Rows = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** How rows are written: as text, or as the server keeps them. */
type CopyFormat = 'text' | 'binary';

/**
 * Stores rows of COPY in the transaction `tx`, piece by piece, each made while the server takes the one before. A piece
 * may be overwritten when the next is asked for. Nothing else may use the transaction until it resolves.
 * @throws what the server says of a row, and what `rows` throws; the transaction can only be rolled back then
 */
export async function copyRows(
  tx: Database,
  table: string,
  columns: readonly string[],
  rows: Rows,
  format: CopyFormat = 'text',
): Promise<void> {
  const { opened, settled } = begin(
    tx,
    `copy ${table} (${columns.join(', ')}) from stdin (format ${format})`,
  );
  const stream = await opened;
  try {
    for await (const piece of rows) await Promise.race([settled, written(stream, piece)]);
    stream.end();
  } catch (error) {
    stream.destroy(error as Error);
    await settled.catch(() => {});
    throw error;
  }
  await settled;
}

/**
 * Begins a COPY: its stream, and how the server ends it. The driver (postgres 3.4) tells both to the query, which as a promise
 * hears the first only, and forgets a stream that it has sent: a row refused then would be waited for for ever.
 */
function begin(tx: Database, statement: string) {
  const opened = Promise.withResolvers<Writable>();
  const settled = Promise.withResolvers<unknown>();
  settled.promise.catch(() => {});
  const query = clientOf(tx).unsafe(statement).simple();
  Object.assign(query, {
    resolve(told: unknown) {
      if (told instanceof Writable) opened.resolve(told.on('error', settled.reject));
      else settled.resolve(told);
    },
    reject(error: unknown) {
      opened.reject(error);
      settled.reject(error);
    },
  });
  query.execute();
  return { opened: opened.promise, settled: settled.promise };
}

const written = (stream: Writable, piece: Uint8Array) =>
  new Promise<void>((resolve, reject) => stream.write(piece, (error) => (error ? reject(error) : resolve())));

/** The connection of the transaction, as the driver has it. */
function clientOf(tx: Database): Sql {
  const { session } = (tx as unknown as { _: { session: unknown } })._;
  return (session as PostgresJsSession<Sql, Record<string, never>, Record<string, never>>).client;
}
