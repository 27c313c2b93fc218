import type { Row } from './cell';

export interface SheetInfo {
  name: string;
  hidden: boolean;
  index: number;
}

/** A file with rows in it. Whatever reads it may throw TableFileError; what its source throws passes through. */
export interface TableFile {
  readonly sheets: SheetInfo[];
  /** Whether its cells are bare texts, as in CSV: nothing but their characters says what they are. */
  readonly isDelimited: boolean;
  /**
   * The rows of a sheet that hold a value, in batches, from the first each time it is called. Cells behind the first `width`
   * columns, by default the most that the limits allow, are not kept.
   */
  rows(sheet: SheetInfo, width?: number): AsyncGenerator<Row[]>;
  /** How much of a sheet has been read so far, from 0 to 1. */
  shareRead(sheet: SheetInfo): number;
  close(): Promise<void>;
}

type TableFileErrorCode = 'FILE_UNREADABLE' | 'FILE_TOO_LARGE' | 'UNSUPPORTED_FILE_TYPE';

/** The file itself is at fault; `message` is a sentence for the person who sent it. */
export class TableFileError extends Error {
  override readonly name = 'TableFileError';

  constructor(
    readonly code: TableFileErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export function unreadable(message: string, cause?: unknown): TableFileError {
  return new TableFileError('FILE_UNREADABLE', message, cause === undefined ? undefined : { cause });
}

export function tooLarge(message: string): TableFileError {
  return new TableFileError('FILE_TOO_LARGE', message);
}
