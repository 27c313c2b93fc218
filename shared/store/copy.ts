import type { Writable } from 'node:stream';
import type { PostgresJsSession } from 'drizzle-orm/postgres-js';
import type { Sql } from 'postgres';
import type { Database } from './connect';

type Rows = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/**
 * Stores rows of COPY text in the transaction `tx`, piece by piece, each made while the server takes the one before. A piece
 * may be overwritten when the next is asked for. Nothing else may use the transaction until it resolves.
 * @throws what the server says of a row, and what `rows` throws; the transaction can only be rolled back then
 */
export async function copyRows(
  tx: Database,
  table: string,
  columns: readonly string[],
  rows: Rows,
): Promise<void> {
  const query = clientOf(tx).unsafe(`copy ${table} (${columns.join(', ')}) from stdin`);
  const stream = await query.writable();
  const settled = settlementOf(query);
  stream.on('error', () => {});
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
 * When and how the server ends the COPY. The driver (postgres 3.4) tells it to the query, which it resolved with the stream
 * before, and forgets the stream whose rows it has sent: without this a refused row would be waited for for ever.
 */
function settlementOf(query: object): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers();
  promise.catch(() => {});
  Object.assign(query, { resolve, reject });
  return promise;
}

const written = (stream: Writable, piece: Uint8Array) =>
  new Promise<void>((resolve, reject) => stream.write(piece, (error) => (error ? reject(error) : resolve())));

/** The connection of the transaction, as the driver has it. */
function clientOf(tx: Database): Sql {
  const { session } = (tx as unknown as { _: { session: unknown } })._;
  return (session as PostgresJsSession<Sql, Record<string, never>, Record<string, never>>).client;
}
