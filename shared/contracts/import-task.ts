import { Type } from '@sinclair/typebox';
import { question } from './contract';

const whole = Type.Integer();
const label = Type.Union([Type.String(), Type.Null()]);

/** A task as its owner presents it to clients (resources.md 16). */
const ImportTaskRecord = Type.Object({ status: Type.String() }, { additionalProperties: Type.Unknown() });

/** Failed rows of one sheet of a task, with what is said of all of them. */
const FailedRowsPage = Type.Object({
  status: Type.String(),
  fileName: Type.String(),
  sheetCount: whole,
  rowCount: whole,
  /** Null when the task has no failed rows in a sheet of this number. */
  sheet: Type.Union([Type.Object({ name: Type.String(), headers: Type.Array(label) }), Type.Null()]),
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
  /** The failed rows of a sheet after the one at position `after`, as many as fit a message; null for an unknown task. */
  getFailedImportRows: question(
    owner,
    'import.failed-rows',
    Type.Object({ taskId: Type.String(), sheet: whole, after: whole }),
    Type.Object({ page: Type.Union([FailedRowsPage, Type.Null()]) }),
  ),
});

export type ImportQuestions = ReturnType<typeof importQuestions>;
