import type { Bus } from '@consulting/kernel/nats';
import type { Database } from '@consulting/kernel/postgres';
import { recordSpan } from '@consulting/kernel/process';
import { openTableFile } from '@consulting/spreadsheet/open-table-file';
import type { TabularLimits } from '@consulting/spreadsheet/table/limits';
import { type TableFile, TableFileError } from '@consulting/spreadsheet/table/table-file';
import type { ImportConnection } from '../store/connection';
import { StoredFile } from '../store/file';
import { finishTask } from '../store/queue';
import { ImportTransaction } from '../store/transaction';
import {
  type ClaimedTask,
  type FinalState,
  ImportFailure,
  type ImportProgress,
  type ImportResult,
} from '../task/task-model';
import { FailedRows } from './failed-rows';
import { MessageList, worstFirst } from './message-list';
import { type RunProgress, TaskLost } from './run-progress';

export interface ImportJob<Parameters> {
  labelOf(field: string): string;
  /**
   * It may be called again for the same task; null means that no row was to be looked at.
   * @throws ImportFailure, TableFileError, ReadingOutdated, DEPENDENCY_UNAVAILABLE
   */
  storeRows(run: ImportRun<Parameters>): Promise<ImportResult | null>;
}

export interface ImportRun<Parameters> {
  task: ClaimedTask<Parameters>;
  /** The transaction must be settled before a query while it takes rows of a COPY. */
  tx: Database;
  transaction: ImportTransaction;
  /** This connection is for what others must see before the transaction commits. */
  separate: Database;
  bus: Bus;
  progress: RunProgress;
  report: RunReport;
  openFile(): Promise<TableFile>;
}

export interface RunTools {
  connection: ImportConnection;
  bus: Bus;
  limits: TabularLimits;
}

/**
 * Rows and final state are stored in one transaction.
 * @throws ImportFailure when the file is at fault, TaskLost when the task was cancelled or taken over, and
 * what `storeRows` throws; nothing is stored then
 */
export async function runImport<Parameters>(
  { connection, bus, limits }: RunTools,
  job: ImportJob<Parameters>,
  task: ClaimedTask<Parameters>,
  progress: RunProgress,
): Promise<void> {
  const { session, separate } = connection;
  const report = new RunReport(task.id, job.labelOf);
  let file: TableFile | undefined;
  const openFile = async () => {
    file = await openTableFile(new StoredFile(separate, task.fileId, task.fileSize), task.fileName, limits);
    return file;
  };
  const store = async (tx: Database) => {
    const transaction = new ImportTransaction(tx);
    try {
      const result = await job.storeRows({
        task,
        tx,
        transaction,
        separate,
        bus,
        progress,
        report,
        openFile,
      });
      await report.failed.storeIn(transaction, true);
      await transaction.settle();
      await report.writeEnd();
      const state = report.finalState(result, progress);
      if (!(await finishTask(tx, task, state))) throw new TaskLost();
      recordSpan(rowCounts(state.status, result, progress));
    } catch (error) {
      await transaction.abort(error);
      throw error;
    }
  };
  try {
    await session.transaction(store);
  } catch (error) {
    throw report.explained(error);
  } finally {
    await file?.close();
  }
}

const rowCounts = (status: string, result: ImportResult | null, { total }: RunProgress) => ({
  'import.status': status,
  'import.rows': total,
  ...Object.fromEntries(
    Object.entries(result ?? {}).flatMap(([name, count]) =>
      typeof count === 'number' ? [[`import.rows.${name}`, count]] : [],
    ),
  ),
});

class RunReport {
  readonly warnings = new MessageList();
  readonly failed: FailedRows;
  readonly #errors = new MessageList();
  #writeEnd: () => Promise<void> = async () => {};

  constructor(taskId: string, labelOf: (field: string) => string) {
    this.failed = new FailedRows(taskId, this.#errors, labelOf);
  }

  /**
   * The write locks the row of the task, so that nobody could cancel it meanwhile; therefore it is done last.
   */
  atEnd(write: () => Promise<void>): void {
    this.#writeEnd = write;
  }

  writeEnd(): Promise<void> {
    return this.#writeEnd();
  }

  finalState(result: ImportResult | null, { current, total }: ImportProgress): FinalState {
    const failed = result?.failed ?? 0;
    const isInvalid = total > 0 && failed === total;
    const status = isInvalid ? 'failed' : failed > 0 ? 'completed-with-errors' : 'completed';
    return {
      status,
      progress: { current, total },
      result,
      errors: this.#errors.messages,
      errorCount: this.#errors.count,
      warnings: worstFirst(this.warnings.messages),
      warningCount: this.warnings.count,
      error: isInvalid ? { code: 'ALL_ROWS_INVALID', message: 'No row of the file is valid.' } : null,
      failedSheets: this.failed.sheets,
    };
  }

  explained(error: unknown): unknown {
    if (!(error instanceof ImportFailure || error instanceof TableFileError)) return error;
    const columns = error instanceof ImportFailure ? error.columns : undefined;
    const { messages, count } = this.warnings;
    return new ImportFailure(error.code, error.message, messages, count, columns);
  }
}
