import { sql } from 'drizzle-orm';
import type { Database } from '../database/connect';

export const operationKinds = [
  'create',
  'update',
  'delete',
  'import',
  'bulk-create',
  'bulk-edit',
  'bulk-delete',
  'reprice',
  'restore',
  'undo',
  'cascade',
] as const;

export type OperationKind = (typeof operationKinds)[number];

/** What a writer knows of its operation and the changed rows do not tell. */
export interface ToldOperation {
  /** Without it that of the statement: create, update or delete; what an event carries on is a cascade. */
  kind?: OperationKind;
  /** The records that the write is about, when others change before them; operations of other types carry its `causedBy`. */
  recordType?: string;
  projectId?: string | null;
  /** Null for lines of several services. */
  serviceId?: string | null;
  taskId?: string;
  undoes?: string;
}

/**
 * Says what the changes of this transaction that follow are, which the triggers of `history_track` write down. Said again, a
 * further operation begins.
 */
export async function tellOperation(tx: Database, told: ToldOperation): Promise<void> {
  const { recordType } = told;
  const opened = `history.opened_${(recordType ?? '').replaceAll('-', '_')}`;
  const again = recordType === undefined ? sql`` : sql`, set_config(${opened}, '', true)`;
  await tx.execute(sql`select set_config('history.told', ${JSON.stringify(told)}, true)${again}`);
}

/** The fields that the next updates of many rows may change, by column, or by key of the column that holds further fields. */
export interface NamedColumns {
  columns: readonly string[];
  nested: readonly string[];
}

/**
 * Lets updates of many rows keep the values of these columns alone, which costs a fraction of comparing whole rows; null
 * ends that. What is not named is not in the history.
 */
export async function nameChangedColumns(tx: Database, named: NamedColumns | null): Promise<void> {
  const value = named === null ? '' : JSON.stringify(named);
  await tx.execute(sql`select set_config('history.columns', ${value}, true)`);
}

/** Leaves out of the history what this transaction changes from now on: what nobody did, such as a time of last use. */
export async function leaveOutOfHistory(tx: Database): Promise<void> {
  await tx.execute(sql`select set_config('history.is_off', 'true', true)`);
}

/** The operation of the transaction for records of a type; null when none of them has changed, or history is off. */
export async function findOpenOperation(tx: Database, recordType: string): Promise<string | null> {
  const opened = `history.opened_${recordType.replaceAll('-', '_')}`;
  const [row] = await tx.execute<{ id: string }>(sql`
    select id from history_operation where position = nullif(current_setting(${opened}, true), '')::bigint`);
  return row?.id ?? null;
}
