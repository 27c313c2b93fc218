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
import { fieldsNamed, pricesChanged, type StoredPricing } from '@consulting/mto-engine';
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
  return rows.map(({ known, ...row }) => withPrices(serialiseChange(lineRecords, row, known)));
}

// A bulk write stores the prices of its lines before and after it, whether they are others or not.
function withPrices(change: Change): Change {
  const { pricing, ...fields } = change.fields;
  if (pricing === undefined) return change;
  const prices = pricesChanged(pricing.before as StoredPricing, pricing.after as StoredPricing);
  return { ...change, fields: prices === null ? fields : { ...fields, pricing: prices } };
}

export const lineHistory: HistoryOf = {
  records: lineRecords,
  canUndo,
  projectsOf: findProjectsOf,
  readChanges: readLineChanges,
  hasField: (key) => fieldsNamed(key).length > 0,
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
