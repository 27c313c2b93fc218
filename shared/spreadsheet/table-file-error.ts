export type TableFileErrorCode = 'FILE_UNREADABLE' | 'FILE_TOO_LARGE' | 'UNSUPPORTED_FILE_TYPE';

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
