import type { ImportRun } from '@consulting/imports/run/import-run';
import { ImportFailure, type ImportResult } from '@consulting/imports/task-model';
import type { Row } from '@consulting/spreadsheet/cell';
import type { TableFile } from '@consulting/spreadsheet/table-file';
import { completeParameters, type TaskParameters } from '../../../fields/import-parameters';
import { askExchangeRates, askService } from '../../../neighbours/clients-projects';
import { ImportCopy } from '../../../store/import-lines';
import { nameLines, storeSurvey } from '../../../store/import-task';
import { refuseProblems } from '../explanation/problems';
import { explainFile } from '../explanation/survey';
import type { ColumnContext } from '../sheet/columns';
import type { SheetSurvey } from '../sheet/sheet-survey';
import { sheetsToRead, surveyFile } from '../survey';
import { AppendStore } from './append-store';
import { ReferenceBook, referenceColumns } from './reference-book';
import { RowChecker } from './row-checker';
import { LineIds, type RowStore } from './row-store';
import { UpsertStore } from './upsert-store';

/** Rows between two turns of the thread, in which it sends what the socket did not take at once. */
const rowsPerTurn = 64;

type LineRun = ImportRun<TaskParameters>;

/**
 * Reads the file of a run twice and stores its rows as takeoff lines (resources.md 15.3).
 * @throws ImportFailure and TableFileError when the file is at fault, LinesChanged, DEPENDENCY_UNAVAILABLE
 */
export async function storeLines(given: LineRun): Promise<ImportResult | null> {
  const { task } = given;
  const run = { ...given, task: { ...task, parameters: completeParameters(task.parameters) } };
  const context = await holdService(run);
  const file = await run.openFile();
  const surveys = await surveyLines(run, file, context);
  return run.task.parameters.survey ? null : new LineImport(run, context).store(file, surveys);
}

async function holdService({ bus, task: { parameters }, transaction }: LineRun): Promise<ColumnContext> {
  const { projectId, serviceId } = parameters;
  await transaction.hold('project', [projectId]);
  await transaction.hold('service', [serviceId]);
  const found = await askService(bus, serviceId);
  if (found?.project.projectId !== projectId)
    throw new ImportFailure('SERVICE_DELETED', 'The service no longer exists.');
  if (found.service.status === 'approved')
    throw new ImportFailure('SERVICE_APPROVED', 'The service was approved before the import ran.');
  const { currency, unitSystem } = found.project;
  const exchangeRates = parameters.convertCurrency ? await askExchangeRates(bus, projectId) : new Map();
  return { parameters, currency, unitSystem, exchangeRates };
}

/** The sheets to read; what was found out about all of them is stored for everybody to see, whatever comes of the run. */
async function surveyLines(
  { task, beside, progress, report }: LineRun,
  file: TableFile,
  context: ColumnContext,
): Promise<SheetSurvey[]> {
  const found = await surveyFile(file, context, report.warnings, () => progress.check());
  await storeSurvey(beside, task, explainFile(task.fileName, found, context, null));
  if (task.parameters.survey) return [];
  const surveys = sheetsToRead(found);
  refuseProblems(surveys);
  return surveys;
}

class LineImport {
  readonly #references: ReferenceBook;
  readonly #ids = new LineIds(Date.now());

  constructor(
    private readonly run: LineRun,
    private readonly context: ColumnContext,
  ) {
    const { bus, task, transaction } = run;
    this.#references = new ReferenceBook(bus, task.parameters, (kind, ids) => transaction.hold(kind, ids));
  }

  async store(file: TableFile, surveys: readonly SheetSurvey[]): Promise<ImportResult> {
    const { task, progress, beside } = this.run;
    progress.total = surveys.reduce((sum, { rowCount }) => sum + rowCount, 0);
    await this.#references.learnDefaults(task.parameters);
    const copy = this.#openCopy();
    const rows = this.#openStore(surveys, copy);
    await nameLines(beside, task, this.#ids.range);
    await rows.prepare((survey) => this.#dataRows(file, survey));
    for (const survey of surveys) await this.#storeSheet(file, survey, rows);
    const result = await rows.finish();
    const { imported, updated, skipped, failed } = result;
    if (failed === 0 || imported + updated + skipped > 0) await copy?.close();
    return result;
  }

  async *#dataRows(file: TableFile, { sheet, header, isData }: SheetSurvey): AsyncGenerator<Row[]> {
    for await (const batch of file.rows(sheet, header.width)) {
      this.run.progress.check();
      yield batch.filter(isData);
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
        this.run.progress.current += turn.length;
        await rows.flush();
      }
    }
  }

  #openCopy(): ImportCopy | null {
    const { task, transaction } = this.run;
    const { projectId, serviceId, dryRun } = task.parameters;
    if (dryRun) return null;
    return new ImportCopy(transaction, { taskId: task.id, projectId, serviceId }, this.#ids.range);
  }

  #openStore(surveys: readonly SheetSurvey[], copy: ImportCopy | null): RowStore {
    const { task, transaction, report } = this.run;
    const { failed, warnings } = report;
    const references = this.#references;
    const checker = new RowChecker(this.context, surveys, references, failed, warnings);
    const { currency } = this.context;
    const ids = this.#ids;
    const parts = { task, transaction, currency, surveys, checker, references, failed, ids, copy };
    return task.parameters.mode === 'upsert' ? new UpsertStore(parts) : new AppendStore(parts);
  }
}
