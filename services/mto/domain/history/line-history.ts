import {
  type Change,
  type HistoryOf,
  presentChange,
  presentOperation,
} from '@consulting/kernel/http/history';
import type { Database } from '@consulting/kernel/store/connect';
import type { OperationRow } from '@consulting/kernel/store/history/operation-list';
import { listLineChanges } from '../../store/history/line-changes';
import { lineRecords } from '../../store/history/line-operation';

export const canUndo = ({ kind }: OperationRow): boolean => kind !== 'cascade';

export const presentLineOperation = (row: OperationRow) => presentOperation(row, canUndo);

/** Created lines have the values that they were created with, deleted ones those that they had. */
export async function readLineChanges(
  db: Database,
  operation: OperationRow,
  skip: number,
  limit: number,
): Promise<Change[]> {
  const rows = await listLineChanges(db, operation, skip, limit);
  return rows.map(({ known, ...row }) => presentChange(lineRecords, row, known));
}

export const lineHistory: HistoryOf = { records: lineRecords, canUndo, readChanges: readLineChanges };
