import { Type } from '@sinclair/typebox';
import { question } from './contract';

const whole = Type.Integer();

/** A task as its owner presents it to clients (resources.md 16). */
const ImportTaskRecord = Type.Object({ status: Type.String() }, { additionalProperties: Type.Unknown() });

/** The position before the first failed row of a sheet, where its header row is; its headers are the cells. */
export const headerPosition = -1;

/** Failed rows of one sheet of a task, with what is said of all of them. */
const FailedRowsPage = Type.Object({
  status: Type.String(),
  fileName: Type.String(),
  sheetCount: whole,
  rowCount: whole,
  /** Null when the task has no failed rows in a sheet of this number. */
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
      /** How many cells of the row did not fit the message. */
      cellsLeft: whole,
    }),
  ),
});

/** Questions about the imports of a service, which another service asks to show them with its own. */
export const importQuestions = (owner: string) => ({
  /** The task, or null when the owner has no such task. */
  getImportTask: question(
    owner,
    'import.status',
    Type.Object({ taskId: Type.String() }),
    Type.Object({ task: Type.Union([ImportTaskRecord, Type.Null()]) }),
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
