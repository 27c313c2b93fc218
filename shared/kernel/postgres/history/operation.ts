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
  'price',
  'restore',
  'undo',
  'cascade',
] as const;

export type OperationKind = (typeof operationKinds)[number];

/**
 * These facts are not in the changed rows. Without `kind` the statement decides, and changes that an event causes are a cascade. Operations
 * of types other than `recordType` get its `causedBy`. `serviceId` is null for lines of several services.
 */
export interface ReportedOperation {
  kind?: OperationKind;
  recordType?: string;
  projectId?: string | null;
  serviceId?: string | null;
  taskId?: string;
  undoes?: string;
}

/**
 * The triggers of `history_track` store it with all changes of the transaction that follow; a second call
 * begins a further operation.
 */
export async function recordOperation(tx: Database, reported: ReportedOperation): Promise<void> {
  const { recordType } = reported;
  const opened = `history.opened_${(recordType ?? '').replaceAll('-', '_')}`;
  const again = recordType === undefined ? sql`` : sql`, set_config(${opened}, '', true)`;
  await tx.execute(sql`select set_config('history.told', ${JSON.stringify(reported)}, true)${again}`);
}

export interface NamedColumns {
  columns: readonly string[];
  nested: readonly string[];
}

/**
 * Storing these columns alone costs a fraction of comparing whole rows. Columns that are not named are
 * missing in the history; null ends that.
 */
export async function nameChangedColumns(tx: Database, named: NamedColumns | null): Promise<void> {
  const value = named === null ? '' : JSON.stringify(named);
  await tx.execute(sql`select set_config('history.columns', ${value}, true)`);
}

export async function leaveOutOfHistory(tx: Database): Promise<void> {
  await tx.execute(sql`select set_config('history.is_off', 'true', true)`);
}

export async function findOpenOperation(tx: Database, recordType: string): Promise<string | null> {
  const opened = `history.opened_${recordType.replaceAll('-', '_')}`;
  const [row] = await tx.execute<{ id: string }>(sql`
    select id from history_operation where position = nullif(current_setting(${opened}, true), '')::bigint`);
  return row?.id ?? null;
}
