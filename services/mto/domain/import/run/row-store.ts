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

export interface RowStoreParts {
  task: LineTask;
  transaction: ImportTransaction;
  currency: string;
  surveys: readonly SheetSurvey[];
  checker: RowChecker;
  references: ReferenceBook;
  failed: FailedRows;
  ids: LineIds;
  copy: ImportCopy | null;
}

export type ReadRows = (survey: SheetSurvey) => AsyncIterable<readonly Row[]>;

export interface RowStore {
  prepare(readRows: ReadRows): Promise<void>;
  expect(count: number): Promise<void>;
  take(survey: SheetSurvey, row: Row): void;
  flush(): Promise<void>;
  finish(): Promise<ImportResult>;
}

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
