import type { Database } from '@consulting/kernel/store/connect';
import { type SQL, sql } from 'drizzle-orm';
import type { Discipline } from '../fields/discipline';
import type { Field } from '../fields/field';
import { type ExportValue, type Run, readLines } from './line-cursor';
import { takeoffLine } from './schema';
import { isCounted, type TotalKey, totalKeys } from './summary';
import { type LineFilter, matching } from './takeoff-line';
import { columnName } from './takeoff-line-columns';

export interface LineSnapshot {
  countByDiscipline(filter: LineFilter): Promise<Map<Discipline, number>>;
  sum(filter: LineFilter): Promise<ExportSums[]>;
  usedOwnKeys(filter: LineFilter): Promise<Set<string>>;
  read(filter: LineFilter, fields: readonly Field[]): AsyncGenerator<ExportValue[][]>;
  close(): Promise<void>;
}

/** Of the count and of the keys of a takeoff of a million lines; few snapshots are open at once. */
const statementMsMax = 120_000;

export async function openLineSnapshot(db: Database): Promise<LineSnapshot> {
  const { run, close } = await openTransaction(db);
  // The indexes hold the order: sorting first would write all lines to disk before the first is sent.
  await run(sql`select set_config('enable_sort', 'off', true),
    set_config('statement_timeout', ${String(statementMsMax)}, true)`);
  return {
    countByDiscipline: (filter) => countByDiscipline(run, filter),
    sum: (filter) => sumLines(run, filter),
    usedOwnKeys: (filter) => usedOwnKeys(run, filter),
    read: (filter, fields) => readLines(run, filter, fields),
    close,
  };
}

/** Long enough to hear that a connection has ended on which a query failed. */
const connectionEndMs = 100;

/**
 * A transaction that lasts until `close`. Queries also fail when its connection ends, and then nothing more is sent:
 * the driver would keep it and answer a later query of the pool with it.
 */
async function openTransaction(db: Database): Promise<{ run: Run; close(): Promise<void> }> {
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
  return {
    async run<T>(query: SQL) {
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
    },
    async close() {
      if (hasFailed) await Promise.race([ended, Bun.sleep(connectionEndMs)]);
      if (!hasEnded) closed.resolve();
      await ended;
    },
  };
}

async function countByDiscipline(run: Run, filter: LineFilter): Promise<Map<Discipline, number>> {
  const counts = await run<{ discipline: Discipline; lines: number }>(
    sql`select discipline, count(*)::int as lines from ${takeoffLine} where ${matching(filter)} group by discipline`,
  );
  return new Map(counts.map(({ discipline, lines }) => [discipline, lines]));
}

async function usedOwnKeys(run: Run, filter: LineFilter): Promise<Set<string>> {
  const keys = await run<{ key: string }>(
    sql`select distinct jsonb_object_keys(attributes) as key from ${takeoffLine} where ${matching(filter)}`,
  );
  return new Set(keys.map(({ key }) => key));
}

export type ExportSums = { discipline: Discipline; itemCount: number } & Record<TotalKey, string>;

const sums = totalKeys.map(
  (key) => sql`coalesce(sum(${sql.identifier(columnName(key))}), 0)::text as ${sql.identifier(key)}`,
);

const sumLines = (run: Run, filter: LineFilter): Promise<ExportSums[]> =>
  run<ExportSums>(
    sql`select discipline, count(*)::int as "itemCount", ${sql.join(sums, sql`, `)}
      from ${takeoffLine} where ${matching(filter)} and ${isCounted} group by discipline`,
  );
