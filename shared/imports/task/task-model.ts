import type { StoredOrigin } from '@consulting/kernel/process';
import type { FaultCode, TaskErrorCode } from '@consulting/kernel/schema';

/** The last four states are final (resources.md 16, 20). */
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
  | 'HEADERLESS_COLUMN'
  | 'NO_HEADER'
  | 'NO_DATA_ROWS'
  | 'NO_RATE'
  | 'MIXED_UNITS'
  | 'TOTAL_DIFFERS'
  | 'NO_IDENTITY'
  | 'MATCH_AMBIGUOUS'
  | 'NOT_CARRIED'
  | 'NO_CREW_RATE'
  | 'DEFAULT_NOT_USED'
  | 'RATE_ONLY'
  | 'ITEM_CODES';

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

export interface ReportedColumn {
  sheet: string;
  column: string;
  header: string;
  field: string | null;
  how: string;
  unit: string | null;
  samples: string[];
  filled: number;
  invalid: number;
  proposals: [];
}

interface WithColumns {
  // How the columns of a list were read.
  columns?: readonly ReportedColumn[];
}

export interface StoredFailure extends WithColumns {
  code: string;
  message: string;
}

export interface ImportResult extends WithColumns {
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

/** `run` is the right of the worker to end the task. */
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
  origin: StoredOrigin | null;
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
  error: StoredFailure | null;
  failedSheets: readonly FailedSheet[];
}

export class ImportFailure extends Error {
  override readonly name = 'ImportFailure';

  constructor(
    readonly code: TaskErrorCode,
    message: string,
    readonly warnings: readonly ImportMessage[] = [],
    readonly warningCount = 0,
    readonly columns?: readonly ReportedColumn[],
  ) {
    super(message);
  }
}

/** Others changed meanwhile what the run had read, so it begins again at once; this counts as no failure. */
export class ReadingOutdated extends Error {
  override readonly name: string = 'ReadingOutdated';
}
