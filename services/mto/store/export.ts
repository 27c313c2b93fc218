import type { Database } from '@consulting/shared/store/connect';
import { sql } from 'drizzle-orm';
import type { Discipline } from '../fields/discipline';
import type { Field } from '../fields/field';
import { type ExportValue, readLines } from './export-lines';
import { takeoffLine } from './schema';
import { type LineFilter, matching } from './takeoff-line';

/** The takeoff lines as they all were at one moment, read over one connection until `close`. */
export interface LineSnapshot {
  countByDiscipline(filter: LineFilter): Promise<Map<Discipline, number>>;
  /** Keys of discipline fields that at least one of the lines holds. */
  usedOwnKeys(filter: LineFilter): Promise<Set<string>>;
  /**
   * Batches of lines in the order of the takeoff (itemNumber, createdAt, id), each line its identifier and the values
   * of `fields`. However many lines there are, only a few batches are in memory.
   */
  read(filter: LineFilter, fields: readonly Field[]): AsyncGenerator<ExportValue[][]>;
  close(): Promise<void>;
}

/** Opens a snapshot in a read-only transaction of its own; what is written afterwards is not in it. */
export async function openLineSnapshot(db: Database): Promise<LineSnapshot> {
  const opened = Promise.withResolvers<Database>();
  const closed = Promise.withResolvers<void>();
  const transaction = db.transaction(
    async (tx) => {
      // The indexes hold the order: sorting first would write all lines to disk before the first is sent.
      await tx.execute(sql`select set_config('enable_sort', 'off', true)`);
      opened.resolve(tx);
      await closed.promise;
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  transaction.catch(opened.reject);
  const tx = await opened.promise;
  return {
    countByDiscipline: (filter) => countByDiscipline(tx, filter),
    usedOwnKeys: (filter) => usedOwnKeys(tx, filter),
    read: (filter, fields) => readLines(tx, filter, fields),
    close: async () => {
      closed.resolve();
      await transaction.catch(() => undefined);
    },
  };
}

async function countByDiscipline(tx: Database, filter: LineFilter): Promise<Map<Discipline, number>> {
  const counts = await tx
    .select({ discipline: sql<Discipline>`${takeoffLine.discipline}`, lines: sql<number>`count(*)::int` })
    .from(takeoffLine)
    .where(matching(filter))
    .groupBy(takeoffLine.discipline);
  return new Map(counts.map(({ discipline, lines }) => [discipline, lines]));
}

async function usedOwnKeys(tx: Database, filter: LineFilter): Promise<Set<string>> {
  const keys = await tx.execute<{ key: string }>(
    sql`select distinct jsonb_object_keys(attributes) as key from ${takeoffLine} where ${matching(filter)}`,
  );
  return new Set(keys.map(({ key }) => key));
}
