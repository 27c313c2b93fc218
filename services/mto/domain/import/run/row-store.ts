import type { FailedRows } from '@consulting/imports/run/failed-rows';
import { storable } from '@consulting/imports/store/copy-text';
import type { ImportTransaction } from '@consulting/imports/store/transaction';
import type { ClaimedTask, ImportResult } from '@consulting/imports/task-model';
import type { Row } from '@consulting/spreadsheet/cell';
import type { Discipline } from '../../../fields/discipline';
import type { TaskParameters } from '../../../fields/import-parameters';
import type { ImportCopy } from '../../../store/import-copy';
import { LineCopy } from '../../../store/line-copy';
import type { LineIds } from '../line/line-ids';
import { positionsOf } from '../line/positions';
import type { SheetSurvey } from '../sheet/sheet-survey';
import type { ReferenceBook } from './reference-book';
import type { RowChecker } from './row-checker';

export type LineTask = ClaimedTask<TaskParameters>;

/** What storing rows works with. */
export interface RowStoreParts {
  task: LineTask;
  transaction: ImportTransaction;
  currency: string;
  surveys: readonly SheetSurvey[];
  checker: RowChecker;
  references: ReferenceBook;
  failed: FailedRows;
  ids: LineIds;
  /** Keeps what the import changes; null for a dry run, which changes nothing. */
  copy: ImportCopy | null;
}

/** The data rows of a sheet in batches, for a reading before the one that stores them. */
export type ReadRows = (survey: SheetSurvey) => AsyncIterable<readonly Row[]>;

/** Stores the data rows of a file, sheet by sheet. */
export interface RowStore {
  /** Before the first row. */
  prepare(readRows: ReadRows): Promise<void>;
  /** Before each batch of rows: how many they are at most. */
  expect(count: number): Promise<void>;
  take(survey: SheetSurvey, row: Row): void;
  /** After each batch of rows. */
  flush(): Promise<void>;
  finish(): Promise<ImportResult>;
}

/** Writes new lines of the disciplines that a file has. */
export function newLineCopy(
  { id, createdBy }: LineTask,
  disciplines: readonly Discipline[],
  checker: RowChecker,
): LineCopy {
  const used = disciplines.map(
    (discipline) => [discipline, positionsOf(discipline, checker.readersOf(discipline))] as const,
  );
  const by = storable(createdBy);
  return new LineCopy(new Map(used), { created_by: by, updated_by: by, import_task_id: id });
}
