import type { Row } from './cell';

export interface SheetInfo {
  name: string;
  hidden: boolean;
  index: number;
}

/** Every method may throw TableFileError; an error of the source passes through. */
export interface TableFile {
  readonly sheets: SheetInfo[];
  readonly isDelimited: boolean;
  rows(sheet: SheetInfo, width?: number): AsyncGenerator<Row[]>;
  shareRead(sheet: SheetInfo): number;
  close(): Promise<void>;
}

type TableFileErrorCode = 'FILE_UNREADABLE' | 'FILE_TOO_LARGE' | 'UNSUPPORTED_FILE_TYPE';

/** `message` is a sentence for the person who sent the file. */
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
