import type { KeptOrigin } from '@consulting/kernel/process/origin';
import type { FaultCode, TaskErrorCode } from '@consulting/kernel/schema/errors';

/** States of an import task (resources.md 16, 20); the last four are final. */
export const importStatuses = [
  'queued',
  'running',
  'completed',
  'completed-with-errors',
  'failed',
  'cancelled',
] as const;
export type ImportStatus = (typeof importStatuses)[number];

export const unfinishedStatuses = ['queued', 'running'] as const satisfies readonly ImportStatus[];

export const isFinished = (status: string): boolean => !unfinishedStatuses.some((one) => one === status);

type WarningCode =
  | 'SHEET_LEFT_OUT'
  | 'ROW_LEFT_OUT'
  | 'COLUMN_LEFT_OUT'
  | 'NO_DATA_ROWS'
  | 'NO_RATE'
  | 'MIXED_UNITS'
  | 'TOTAL_DIFFERS';

/** What is said of the rows that have one and the same trouble: `row` is the first of them, `rows` the first hundred. */
export interface ImportMessage {
  sheet: string | null;
  row: number | null;
  rows: number[];
  count: number;
  column: string | null;
  field: string | null;
  value: string | number | boolean | null;
  code: FaultCode | WarningCode;
  message: string;
}

export interface ImportResult {
  imported: number;
  updated: number;
  skipped: number;
  failed: number;
  deleted: number;
}

export interface ImportProgress {
  current: number;
  total: number;
}

export interface FailedSheet {
  name: string;
  headers: (string | null)[];
}

export interface FailedError {
  error: string;
}

export interface FailedRow {
  position: number;
  cells: (string | number | boolean | FailedError | null)[];
  reasons: string;
}

/** A task as the worker that claimed it needs it; `run` is its right to end the task. */
export interface ClaimedTask<Parameters> {
  id: string;
  run: number;
  interruptions: number;
  failures: number;
  parameters: Parameters;
  fileId: string;
  fileName: string;
  fileSize: number;
  createdBy: string;
  origin: KeptOrigin | null;
  /** For how long nobody worked at it when it was taken over from a run that was interrupted; null of any other. */
  idleSeconds: number | null;
}

export interface FinalState {
  progress: ImportProgress;
  status: 'completed' | 'completed-with-errors' | 'failed';
  result: ImportResult | null;
  errors: readonly ImportMessage[];
  errorCount: number;
  warnings: readonly ImportMessage[];
  warningCount: number;
  error: { code: string; message: string } | null;
  failedSheets: readonly FailedSheet[];
}

/** Why a task as a whole failed: a sentence for the person who uploaded the file. */
export class ImportFailure extends Error {
  override readonly name = 'ImportFailure';

  constructor(
    readonly code: TaskErrorCode,
    message: string,
    readonly warnings: readonly ImportMessage[] = [],
    readonly warningCount = 0,
  ) {
    super(message);
  }
}

/** What the run had read was changed by others meanwhile: it begins again at once, and this counts as no failure. */
export class ReadingOutdated extends Error {
  override readonly name: string = 'ReadingOutdated';
}
