import { type SQL, sql } from 'drizzle-orm';
import type { Database } from './connect';

export interface Snapshot {
  db: Database;
  run<T>(query: SQL): Promise<T[]>;
  read<T>(query: SQL): AsyncGenerator<T[]>;
  close(): Promise<void>;
}

const statementMsMax = 120_000;
const batchRowsMax = 500;
const connectionEndMs = 100;

/**
 * Queries also fail when the connection ends, and nothing more is sent then: the driver would keep it and
 * answer a later query of the pool with it.
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
