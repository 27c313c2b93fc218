import type { Bus } from '@consulting/shared/bus';
import type { Row } from '@consulting/shared/tabular/cell';
import type { TabularLimits } from '@consulting/shared/tabular/limits';
import { openTableFile } from '@consulting/shared/tabular/open-table-file';
import type { TableFile } from '@consulting/shared/tabular/table-file';
import { TableFileError } from '@consulting/shared/tabular/table-file-error';
import { askService } from '../../../messages/asks';
import { type ImportConnection, StoredFile } from '../../../store/import-connection';
import { type ClaimedTask, type FinalState, finishTask, nameLines } from '../../../store/import-queue';
import { ImportTransaction } from '../../../store/import-transaction';
import { LineIds } from '../line/line-ids';
import { MessageList } from '../message-list';
import type { ColumnContext } from '../sheet/column-meaning';
import type { SheetSurvey } from '../sheet/sheet-survey';
import { surveyFile } from '../survey';
import { ImportFailure, type ImportResult } from '../task-model';
import { AppendStore } from './append-store';
import { FailedRows } from './failed-rows';
import { ReferenceBook, referenceColumns } from './reference-book';
import { RowChecker } from './row-checker';
import type { RowStore } from './row-store';
import { type RunProgress, TaskLost } from './run-progress';
import { UpsertStore } from './upsert-store';

/** Rows between two turns of the thread, in which it sends what the socket did not take at once. */
const rowsPerTurn = 64;

/** What a run needs of its worker. */
export interface RunTools {
  connection: ImportConnection;
  bus: Bus;
  limits: TabularLimits;
}

/**
 * Runs a task once: reads its file twice, stores its rows and its final state in one transaction.
 * @throws ImportFailure and TableFileError when the file is at fault, TaskLost when the task was cancelled or taken
 * over, DEPENDENCY_UNAVAILABLE; nothing is stored then
 */
export async function runImport(tools: RunTools, task: ClaimedTask, progress: RunProgress): Promise<void> {
  const { connection, limits } = tools;
  const transaction = await ImportTransaction.begin(connection.session);
  try {
    const context = await holdService(tools, task, transaction);
    const source = new StoredFile(connection.beside, task.fileId, task.fileSize);
    const file = await openTableFile(source, task.fileName, limits);
    try {
      const run = new ImportRun(tools, task, transaction, context, progress);
      const state = await run.store(file);
      await transaction.settle();
      if (!(await finishTask(connection.session, task, state))) throw new TaskLost();
    } finally {
      await file.close();
    }
    await transaction.commit();
  } catch (error) {
    await transaction.rollback().catch(() => {});
    throw error;
  }
}

/** Keeps project and service from being deleted or approved behind the back of the import. */
async function holdService(
  { bus }: RunTools,
  { projectId, serviceId, parameters }: ClaimedTask,
  transaction: ImportTransaction,
): Promise<ColumnContext> {
  await transaction.hold('project', [projectId]);
  await transaction.hold('service', [serviceId]);
  const found = await askService(bus, serviceId);
  if (found?.project.projectId !== projectId)
    throw new ImportFailure('SERVICE_DELETED', 'The service does not exist any more.');
  if (found.service.status === 'approved')
    throw new ImportFailure('SERVICE_APPROVED', 'The service was approved before the import ran.');
  const { currency, unitSystem } = found.project;
  return { parameters, currency, unitSystem };
}

class ImportRun {
  readonly #warnings = new MessageList();
  readonly #errors = new MessageList();
  readonly #failed: FailedRows;
  readonly #references: ReferenceBook;
  readonly #ids = new LineIds(Date.now());

  constructor(
    private readonly tools: RunTools,
    private readonly task: ClaimedTask,
    private readonly transaction: ImportTransaction,
    private readonly context: ColumnContext,
    private readonly progress: RunProgress,
  ) {
    this.#failed = new FailedRows(task.id, this.#errors);
    this.#references = new ReferenceBook(tools.bus, task, (ids) => transaction.hold('subcontractor', ids));
  }

  async store(file: TableFile): Promise<FinalState> {
    try {
      return await this.#store(file);
    } catch (error) {
      if (!(error instanceof ImportFailure || error instanceof TableFileError)) throw error;
      throw new ImportFailure(error.code, error.message, this.#warnings.messages);
    }
  }

  async #store(file: TableFile): Promise<FinalState> {
    const { context, task, progress } = this;
    const surveys = await surveyFile(file, context, this.#warnings, () => progress.check());
    progress.total = surveys.reduce((sum, { rowCount }) => sum + rowCount, 0);
    await this.#references.learnDefaults(task.parameters);
    const rows = this.#openStore(surveys);
    await nameLines(this.tools.connection.beside, task, this.#ids.range);
    await rows.prepare((survey) => this.#dataRows(file, survey));
    for (const survey of surveys) await this.#storeSheet(file, survey, rows);
    return this.#finalState(await rows.finish());
  }

  async *#dataRows(file: TableFile, { sheet, header, kinds }: SheetSurvey): AsyncGenerator<Row[]> {
    for await (const batch of file.rows(sheet)) {
      this.progress.check();
      yield batch.filter(({ number, cells }) => number > header.rowNumber && kinds.kindOf(cells) === 'data');
    }
  }

  async #storeSheet(file: TableFile, survey: SheetSurvey, rows: RowStore): Promise<void> {
    const columns = referenceColumns(survey);
    for await (const batch of this.#dataRows(file, survey)) {
      await this.#references.learn(batch, columns);
      await rows.expect(batch.length);
      for (let at = 0; at < batch.length; at += rowsPerTurn) {
        const turn = batch.slice(at, at + rowsPerTurn);
        for (const row of turn) rows.take(survey, row);
        this.progress.current += turn.length;
        await rows.flush();
      }
    }
  }

  #openStore(surveys: readonly SheetSurvey[]): RowStore {
    const { task, transaction, context } = this;
    const references = this.#references;
    const failed = this.#failed;
    const checker = new RowChecker(context, surveys, references, failed, this.#warnings);
    const { currency } = context;
    const parts = {
      task,
      transaction,
      currency,
      surveys,
      checker,
      references,
      failed,
      ids: this.#ids,
    };
    return task.parameters.mode === 'upsert' ? new UpsertStore(parts) : new AppendStore(parts);
  }

  #finalState(result: ImportResult): FinalState {
    const { current, total } = this.progress;
    const isInvalid = total > 0 && result.failed === total;
    const status = isInvalid ? 'failed' : result.failed > 0 ? 'completed-with-errors' : 'completed';
    return {
      status,
      progress: { current, total },
      result,
      errors: this.#errors.messages,
      errorCount: this.#errors.count,
      warnings: this.#warnings.messages,
      error: isInvalid ? { code: 'ALL_ROWS_INVALID', message: 'No row of the file is valid.' } : null,
      failedSheets: this.#failed.sheets,
    };
  }
}
