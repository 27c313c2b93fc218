import { sql } from 'drizzle-orm';
import type { Connection } from '../driver/connection';
import type { Database } from './database';
import { refusalOf } from './query';

export interface Migrating {
  db: Database;
  open(): Promise<{ db: Database; connection: Connection }>;
  report(progress: string): void;
}

/** A statement that waits for a lock on a table stops everybody who comes later. */
const lockMsMax = 1000;
const lockPauseMs = 500;
const lockAttemptsMax = 400;
const lockNotAvailable = '55P03';

/**
 * It gives way to others every second that it does not get its locks.
 * @param work is undone as a whole when it fails, so that it can be tried again
 */
export async function withoutQueue<T>(
  db: Database,
  report: (progress: string) => void,
  work: () => Promise<T>,
): Promise<T> {
  await db.execute(sql`select set_config('lock_timeout', ${String(lockMsMax)}, false)`);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (refusalOf(error)?.code !== lockNotAvailable || attempt === lockAttemptsMax) throw error;
      if (attempt % 10 === 1) report('waiting for a lock that others hold');
      await Bun.sleep(lockPauseMs);
    }
  }
}

/** An invalid index is one whose creation was interrupted. */
export async function makeIndex({ db, report }: Migrating, name: string, definition: string): Promise<void> {
  const [found] = await db.execute<{ isValid: boolean }>(sql`
    select indisvalid as "isValid" from pg_index where indexrelid = to_regclass(${name})`);
  if (found?.isValid) return;
  report(`making the index ${name}`);
  // It waits for the transactions of that moment, and nobody waits for it.
  await db.execute(sql`set lock_timeout = 0`);
  await db.execute(sql.raw(`drop index concurrently if exists ${name}`));
  await db.execute(sql.raw(`create ${definition}`));
}

interface PartitionedIndex {
  table: string;
  name: string;
  isUnique: boolean;
  columns: string;
}

/**
 * Postgres creates no index of a whole partitioned table concurrently with writers, so each partition gets
 * its own. Partitions that are added meanwhile have the index from their beginning.
 */
export async function makePartitionedIndex(
  migrating: Migrating,
  { table, name, isUnique, columns }: PartitionedIndex,
): Promise<void> {
  const { db, report } = migrating;
  const unique = isUnique ? 'unique ' : '';
  await withoutQueue(db, report, () =>
    db.execute(sql.raw(`create ${unique}index if not exists ${name} on only ${table} (${columns})`)),
  );
  const partitions = await db.execute<{ partition: string }>(sql`
    select child.relname as partition from pg_inherits join pg_class child on child.oid = inhrelid
    where inhparent = to_regclass(${table}) and not exists (
      select from pg_index join pg_inherits attached on attached.inhrelid = indexrelid
      where indrelid = child.oid and attached.inhparent = to_regclass(${name})) order by child.relname`);
  for (const { partition } of partitions) {
    const own = `${partition}_${name.slice(table.length + 1)}`.slice(0, nameLengthMax);
    await makeIndex(migrating, own, `${unique}index concurrently ${own} on ${partition} (${columns})`);
    await withoutQueue(db, report, () => db.execute(sql.raw(`alter index ${name} attach partition ${own}`)));
  }
}

const nameLengthMax = 63;
