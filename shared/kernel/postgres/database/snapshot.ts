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

export async function openSnapshot(db: Database): Promise<Snapshot> {
  const opened = Promise.withResolvers<Database>();
  const closed = Promise.withResolvers<void>();
  const ended = db.transaction(
    (tx) => {
      opened.resolve(tx);
      return closed.promise;
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  ended.catch(opened.reject);
  const tx = await opened.promise;
  const run = async <T>(query: SQL) => (await tx.execute(query)) as unknown as T[];
  const close = async () => {
    closed.resolve();
    await ended.catch(() => {});
  };
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
