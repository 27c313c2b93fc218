import { TableFileError } from '@consulting/spreadsheet/table-file-error';
import { MessageList } from '../message-list';
import { type FinalState, ImportFailure, type ImportProgress, type ImportResult } from '../task-model';
import { FailedRows } from './failed-rows';

export class RunReport {
  readonly warnings = new MessageList();
  readonly failed: FailedRows;
  readonly #errors = new MessageList();

  constructor(taskId: string, labelOf: (field: string) => string) {
    this.failed = new FailedRows(taskId, this.#errors, labelOf);
  }

  finalState(result: ImportResult, { current, total }: ImportProgress): FinalState {
    const isInvalid = total > 0 && result.failed === total;
    const status = isInvalid ? 'failed' : result.failed > 0 ? 'completed-with-errors' : 'completed';
    return {
      status,
      progress: { current, total },
      result,
      errors: this.#errors.messages,
      errorCount: this.#errors.count,
      warnings: this.warnings.messages,
      error: isInvalid ? { code: 'ALL_ROWS_INVALID', message: 'No row of the file is valid.' } : null,
      failedSheets: this.failed.sheets,
    };
  }

  /** The error with what was found out before it, when the file is at fault. */
  explained(error: unknown): unknown {
    if (!(error instanceof ImportFailure || error instanceof TableFileError)) return error;
    return new ImportFailure(error.code, error.message, this.warnings.messages);
  }
}
