import type { FailedRows, RowFault } from '@consulting/imports/run/failed-rows';
import type { MessageList } from '@consulting/imports/run/message-list';
import { storable } from '@consulting/imports/store/copy-text';
import type { ImportTransaction } from '@consulting/imports/store/transaction';
import type { ClaimedTask, ImportResult } from '@consulting/imports/task/task-model';
import {
  commonPosition,
  type Discipline,
  fieldsOf,
  type ImportRevision,
  type LineIds,
  planOf,
  type TaskParameters,
} from '@consulting/mto-engine';
import {
  type ImportEpoch,
  type ImportOperation,
  LineCopy,
  type StoredRows,
  storedInTotals,
} from '@consulting/mto-lines';
import type { LineReader } from '../rows/line-reader';
import type { ColumnContext } from '../sheet/columns';
import type { DataRow, SheetSurvey } from '../survey/sheet-survey';
import type { ReferenceBook } from './reference-book';
import type { RowChecker } from './row-checker';

type LineTask = ClaimedTask<TaskParameters>;

export interface RowStoreParts {
  task: LineTask;
  transaction: ImportTransaction;
  context: ColumnContext;
  warnings: MessageList;
  surveys: readonly SheetSurvey[];
  checker: RowChecker;
  references: ReferenceBook;
  failed: FailedRows;
  ids: LineIds;
  storedRows: StoredRows;
  operation: ImportOperation | null;
  epoch: ImportEpoch;
}

export type ReadRows = (survey: SheetSurvey) => AsyncIterable<readonly DataRow[]>;

export interface RowStore {
  prepare(readRows: ReadRows): Promise<void>;
  expect(count: number): Promise<void>;
  take(survey: SheetSurvey, row: DataRow, fault?: RowFault): void;
  flush(): Promise<void>;
  finish(): Promise<ImportResult>;
  readonly revision?: ImportRevision;
}

export function newLineCopy(
  { task: { id, createdBy, parameters }, checker, epoch }: RowStoreParts,
  disciplines: readonly Discipline[],
): LineCopy {
  const used = disciplines.map(
    (discipline) =>
      [
        discipline,
        parameters.mode === 'revise'
          ? fieldsOf(discipline).map((_, position) => position)
          : positionsOf(discipline, checker.readersOf(discipline)),
      ] as const,
  );
  const by = storable(createdBy);
  const server = {
    created_by: by,
    updated_by: by,
    import_task_id: id,
    created_epoch: String(epoch.epoch),
    ...storedInTotals,
  };
  return new LineCopy(new Map(used), server);
}

const setByImport = [
  'projectId',
  'serviceId',
  'discipline',
  'currency',
  'crewSize',
  'labourRate',
  'labourRateSource',
  'labourRateBasis',
  'equipmentRate',
  'totalCostOverride',
].map(commonPosition);

function positionsOf(discipline: Discipline, readers: readonly LineReader[]): number[] {
  const computed = planOf(discipline).calculations.map(({ position }) => position);
  const read = readers.flatMap((reader) => reader.positions);
  return [...new Set([...setByImport, ...read, ...computed])].sort((a, b) => a - b);
}
