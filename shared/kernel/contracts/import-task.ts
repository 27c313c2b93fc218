import { Type } from '@sinclair/typebox';
import { question } from '../schema/contract';

const whole = Type.Integer();

const ImportTaskRecord = Type.Object({ status: Type.String() }, { additionalProperties: Type.Unknown() });

/** The position before the first failed row of a sheet, where its header row is; its headers are the cells. */
export const headerPosition = -1;

const FailedRowsPage = Type.Object({
  status: Type.String(),
  fileName: Type.String(),
  sheetCount: whole,
  rowCount: whole,
  sheetName: Type.Union([Type.String(), Type.Null()]),
  rows: Type.Array(
    Type.Object({
      position: whole,
      cells: Type.Array(
        Type.Union([
          Type.String(),
          Type.Number(),
          Type.Boolean(),
          Type.Object({ error: Type.String() }),
          Type.Null(),
        ]),
      ),
      reasons: Type.String(),
      cellsLeft: whole,
    }),
  ),
});

export const importQuestions = (owner: string) => ({
  /** Without `details` the record has neither errors nor warnings; a former version sends them all the same. */
  getImportTask: question(
    owner,
    'import.status',
    Type.Object({ taskId: Type.String(), details: Type.Optional(Type.Boolean()) }),
    Type.Object({ task: Type.Union([ImportTaskRecord, Type.Null()]) }),
  ),
  /** Cancels a task that waits or runs; the record of one that had ended is as it was. */
  cancelImportTask: question(
    owner,
    'import.cancel',
    Type.Object({ taskId: Type.String() }),
    Type.Object({
      cancelling: Type.Union([
        Type.Object({ isCancelled: Type.Boolean(), task: ImportTaskRecord }),
        Type.Null(),
      ]),
    }),
  ),
  /**
   * The rows of a sheet after the one at position `after`, the first of them from the cell `fromCell` on, as many as fit a
   * message; null for an unknown task.
   */
  getFailedImportRows: question(
    owner,
    'import.failed-rows',
    Type.Object({ taskId: Type.String(), sheet: whole, after: whole, fromCell: whole }),
    Type.Object({ page: Type.Union([FailedRowsPage, Type.Null()]) }),
  ),
});

export type ImportQuestions = ReturnType<typeof importQuestions>;
