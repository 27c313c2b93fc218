import { question, valueSchema } from '../schema';

const { extensible, flag, integer, list, nullable, number, object, oneOf, text } = valueSchema;

const whole = integer();

const ImportTaskRecord = extensible(object({ status: text() }));

export const headerPosition = -1;

const FailedRowsPage = object({
  status: text(),
  fileName: text(),
  sheetCount: whole,
  rowCount: whole,
  sheetName: nullable(text()),
  rows: list(
    object({
      position: whole,
      cells: list(nullable(oneOf([text(), number(), flag(), object({ error: text() })]))),
      reasons: text(),
      cellsLeft: whole,
    }),
  ),
});

export const importQuestions = (owner: string) => ({
  /** The record has neither errors nor warnings unless `details` is set; an earlier version sends them all the same. */
  getImportTask: question(
    owner,
    'import.status',
    object({ taskId: text() }, { details: flag() }),
    object({ task: nullable(ImportTaskRecord) }),
  ),
  cancelImportTask: question(
    owner,
    'import.cancel',
    object({ taskId: text() }),
    object({
      cancelling: nullable(object({ isCancelled: flag(), task: ImportTaskRecord })),
    }),
  ),
  getFailedImportRows: question(
    owner,
    'import.failed-rows',
    object({ taskId: text(), sheet: whole, after: whole, fromCell: whole }),
    object({ page: nullable(FailedRowsPage) }),
  ),
});

export type ImportQuestions = ReturnType<typeof importQuestions>;
