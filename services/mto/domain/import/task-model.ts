import type { FaultCode } from '@consulting/shared/errors';
import type { Discipline } from '../../fields/discipline';
import type { Cell } from '../formula/line';
import type { DecimalSeparator } from './cell/number-text';

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

export const importModes = ['append', 'replace', 'upsert'] as const;
export type ImportMode = (typeof importModes)[number];

/** What an upload asks for beside its file (resources.md 15.3). */
export interface ImportParameters {
  discipline: Discipline | null;
  /** Names of the sheets to read; null for all. */
  sheets: string[] | null;
  /** Header text in lower case, without surrounding blanks -> field key, or null to leave the column out. */
  mapping: Record<string, string | null>;
  /** Values of fields that the sheet has no column for. */
  defaults: Record<string, Cell>;
  mode: ImportMode;
  decimalSeparator: DecimalSeparator | null;
  dryRun: boolean;
}

/** Codes of warnings that no error has. */
type WarningCode = 'SHEET_LEFT_OUT' | 'ROW_LEFT_OUT' | 'COLUMN_LEFT_OUT' | 'NO_DATA_ROWS';

/** An error or a warning; sheet, row and column are those that Excel shows. */
export interface ImportMessage {
  sheet: string | null;
  row: number | null;
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

/** Codes of a failed task (resources.md 19). */
export type ImportErrorCode =
  | 'FILE_UNREADABLE'
  | 'FILE_TOO_LARGE'
  | 'UNSUPPORTED_FILE_TYPE'
  | 'NO_KNOWN_HEADER'
  | 'DUPLICATE_COLUMN'
  | 'UNIT_MISMATCH'
  | 'ALL_ROWS_INVALID'
  | 'SERVICE_DELETED'
  | 'SERVICE_APPROVED'
  | 'INTERNAL_ERROR';

/** Why a task as a whole failed: a sentence for the person who uploaded the file. */
export class ImportFailure extends Error {
  override readonly name = 'ImportFailure';

  constructor(
    readonly code: ImportErrorCode,
    message: string,
    /** What was found out before. */
    readonly warnings: readonly ImportMessage[] = [],
  ) {
    super(message);
  }
}
