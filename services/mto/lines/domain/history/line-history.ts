import {
  type Change,
  type HistoryOf,
  requireOperation,
  serialiseChange,
  serialiseOperation,
} from '@consulting/kernel/http';
import {
  type Database,
  findOpenOperation,
  type OperationKind,
  type OperationRow,
} from '@consulting/kernel/postgres';
import { listLineChanges } from '../../store/history/line-changes';
import { findProjectsOf } from '../../store/rows/directory';
import { lineRecords, takeoffLines } from '../../store/rows/line-operation';
import type { Ctx } from '../context';

export const canUndo = ({ kind }: OperationRow): boolean => kind !== 'cascade';

export const serialiseLineOperation = (row: OperationRow) => serialiseOperation(row, canUndo);

export async function readLineChanges(
  db: Database,
  operation: OperationRow,
  skip: number,
  limit: number,
): Promise<Change[]> {
  const rows = await listLineChanges(db, operation, skip, limit);
  return rows.map(({ known, ...row }) => serialiseChange(lineRecords, row, known));
}

export const lineHistory: HistoryOf = {
  records: lineRecords,
  canUndo,
  projectsOf: findProjectsOf,
  readChanges: readLineChanges,
};

interface Written {
  kind: OperationKind;
  projectId: string | null;
  serviceId: string | null;
  undoes: string | null;
  counts: { created: number; updated: number; deleted: number };
}

export async function serialiseWritten({ db, caller, requestId }: Ctx, written: Written) {
  const operationId = await findOpenOperation(db, takeoffLines);
  if (operationId !== null)
    return serialiseLineOperation(await requireOperation(db, takeoffLines, operationId));
  const unknown = { operationId, taskId: null, causedBy: null, undoneBy: null, canUndo: false };
  return { ...written, ...unknown, at: new Date(), by: caller.name, recordType: takeoffLines, requestId };
}
