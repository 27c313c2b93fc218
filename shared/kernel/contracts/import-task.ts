import { Type } from '@sinclair/typebox';
import { question } from '../schema/contract';

const whole = Type.Integer();

const ImportTaskRecord = Type.Object({ status: Type.String() }, { additionalProperties: Type.Unknown() });

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
  /** The record has neither errors nor warnings unless `details` is set; an earlier version sends them all the same. */
  getImportTask: question(
    owner,
    'import.status',
    Type.Object({ taskId: Type.String(), details: Type.Optional(Type.Boolean()) }),
    Type.Object({ task: Type.Union([ImportTaskRecord, Type.Null()]) }),
  ),
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
  getFailedImportRows: question(
    owner,
    'import.failed-rows',
    Type.Object({ taskId: Type.String(), sheet: whole, after: whole, fromCell: whole }),
    Type.Object({ page: Type.Union([FailedRowsPage, Type.Null()]) }),
  ),
});

export type ImportQuestions = ReturnType<typeof importQuestions>;
