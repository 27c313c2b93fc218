import { type SQL, sql } from 'drizzle-orm';
import type { Database } from './connect';

/** What one moment of the database holds, until it is closed. */
export interface Snapshot {
  /** For queries of a store; nothing may be asked of it after a failure. */
  db: Database;
  run<T>(query: SQL): Promise<T[]>;
  /** The rows of a query in batches. */
  read<T>(query: SQL): AsyncGenerator<T[]>;
  close(): Promise<void>;
}

/** Of a sort of many records before the first of them comes; few snapshots are open at once. */
const statementMsMax = 120_000;
const batchRowsMax = 500;
/** Long enough to hear that a connection has ended on which a query failed. */
const connectionEndMs = 100;

/**
 * A transaction that lasts until `close`. Queries also fail when its connection ends, and then nothing more is sent:
 * the driver would keep it and answer a later query of the pool with it.
 */
export async function openSnapshot(db: Database): Promise<Snapshot> {
  const opened = Promise.withResolvers<Database>();
  const closed = Promise.withResolvers<void>();
  const transaction = db.transaction(
    (tx) => {
      opened.resolve(tx);
      return closed.promise;
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  const waiting = new Set<(error: unknown) => void>([opened.reject]);
  let hasFailed = false;
  let hasEnded = false;
  const ended = transaction
    .catch((error) => {
      for (const reject of waiting) reject(error);
    })
    .then(() => {
      hasEnded = true;
    });
  const tx = await opened.promise;
  waiting.delete(opened.reject);
  async function run<T>(query: SQL): Promise<T[]> {
    if (hasEnded) throw new Error('The connection of the snapshot has ended.');
    const { promise, resolve, reject } = Promise.withResolvers<T[]>();
    waiting.add(reject);
    tx.execute(query).then((rows) => resolve(rows as unknown as T[]), reject);
    try {
      return await promise;
    } catch (error) {
      hasFailed = true;
      throw error;
    } finally {
      waiting.delete(reject);
    }
  }
  async function close(): Promise<void> {
    if (hasFailed) await Promise.race([ended, Bun.sleep(connectionEndMs)]);
    if (!hasEnded) closed.resolve();
    await ended;
  }
  await run(sql`select set_config('statement_timeout', ${String(statementMsMax)}, true)`);
  return { db: tx, run, read: (query) => readByCursor(run, query), close };
}

async function* readByCursor<T>(run: Snapshot['run'], query: SQL): AsyncGenerator<T[]> {
  const cursor = sql.identifier(`export_${crypto.randomUUID().replaceAll('-', '')}`);
  await run(sql`declare ${cursor} no scroll cursor for ${query}`);
  const fetch = sql`fetch ${sql.raw(String(batchRowsMax))} from ${cursor}`;
  for (let rows = await run<T>(fetch); rows.length > 0; rows = await run<T>(fetch)) yield rows;
  await run(sql`close ${cursor}`);
}
