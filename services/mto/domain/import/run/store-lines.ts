import type { ImportRun } from '@consulting/imports/run/import-run';
import { ImportFailure, type ImportResult } from '@consulting/imports/task-model';
import type { Row } from '@consulting/spreadsheet/cell';
import type { TableFile } from '@consulting/spreadsheet/table-file';
import { completeParameters, type TaskParameters } from '../../../fields/import-parameters';
import { askExchangeRates, askService } from '../../../neighbours/clients-projects';
import { ImportOperation } from '../../../store/import-lines';
import { StoredRows } from '../../../store/import-stored-rows';
import { nameLines, storeReconciliation, storeSurvey } from '../../../store/import-task';
import { LineIds } from '../../../store/line-id';
import { ImportEpoch } from '../../../store/version';
import { fittingProfile } from '../../import-profile/fitting-profile';
import { keepProfile } from '../../import-profile/keep-profile';
import { refuseProblems } from '../explanation/problems';
import { explainFile } from '../explanation/survey';
import type { ColumnContext } from '../sheet/columns';
import type { DataRow, SheetSurvey } from '../sheet/sheet-survey';
import { sheetsToRead, surveyFile } from '../survey';
import { AppendStore } from './append-store';
import { ReferenceBook, referenceColumns } from './reference-book';
import { RowChecker } from './row-checker';
import type { RowStore, RowStoreParts } from './row-store';
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

interface LineContext extends ColumnContext {
  clientId: string;
}

async function holdService({ bus, task: { parameters }, transaction }: LineRun): Promise<LineContext> {
  const { projectId, serviceId } = parameters;
  await transaction.hold('project', [projectId]);
  await transaction.hold('service', [serviceId]);
  const found = await askService(bus, serviceId);
  if (found?.project.projectId !== projectId)
    throw new ImportFailure('SERVICE_DELETED', 'The service no longer exists.');
  if (found.service.status === 'approved')
    throw new ImportFailure('SERVICE_APPROVED', 'The service was approved before the import ran.');
  const { currency, unitSystem, clientId } = found.project;
  const exchangeRates = await askExchangeRates(bus, projectId);
  return { parameters, currency, unitSystem, exchangeRates, clientId };
}

/** The sheets to read; what was found out about all of them is stored for everybody to see, whatever comes of the run. */
async function surveyLines(
  { task, beside, progress, report }: LineRun,
  file: TableFile,
  context: LineContext,
): Promise<SheetSurvey[]> {
  const found = await surveyFile(file, context, report.warnings, () => progress.check());
  const headers = found.flatMap(({ survey }) => (survey?.header.columns ?? []).map(({ header }) => header));
  const fitting =
    task.parameters.profileId ?? (await fittingProfile(beside, context.clientId, headers))?.id ?? null;
  await storeSurvey(beside, task, explainFile(task.fileName, found, context, fitting));
  if (task.parameters.survey) return [];
  const surveys = sheetsToRead(found);
  refuseProblems(surveys);
  return surveys;
}

class LineImport {
  readonly #references: ReferenceBook;
  readonly #ids: LineIds;

  constructor(
    private readonly run: LineRun,
    private readonly context: ColumnContext,
  ) {
    const { bus, task, transaction } = run;
    this.#ids = new LineIds(Date.now(), task.parameters.projectId);
    this.#references = new ReferenceBook(bus, task.parameters, (kind, ids) => transaction.hold(kind, ids));
  }

  async store(file: TableFile, surveys: readonly SheetSurvey[]): Promise<ImportResult> {
    const { task, progress, beside, transaction, report } = this.run;
    progress.total = surveys.reduce((sum, { rowCount }) => sum + rowCount, 0);
    await this.#references.learnDefaults(task.parameters);
    const operation = this.#openOperation();
    await operation?.begin();
    const checker = this.#openChecker(surveys);
    const epoch = await ImportEpoch.begin(transaction, task.parameters);
    const rows = this.#openStore({ surveys, operation, checker, epoch });
    await nameLines(beside, task, this.#ids.range);
    await rows.prepare((survey) => this.#dataRows(file, survey));
    for (const survey of surveys) await this.#storeSheet(file, survey, rows, checker);
    const result = await rows.finish();
    checker.report();
    const reconciliation = checker.reconciliation.result();
    report.atEnd(() => storeReconciliation(transaction, task.id, reconciliation));
    const { imported, updated, skipped, failed } = result;
    if (failed === 0 || imported + updated + skipped > 0) await operation?.close();
    if (imported > 0 && !task.parameters.dryRun) await epoch.end(this.#ids.range);
    const headers = surveys.flatMap(({ header }) => header.columns.map((column) => column.header));
    await keepProfile(this.run, { result, headers });
    return result;
  }

  /** The data rows of a sheet; `onTotal` is told of each row of sums when those above it are done with. */
  async *#dataRows(
    file: TableFile,
    survey: SheetSurvey,
    onTotal: (row: Row) => void = () => {},
  ): AsyncGenerator<DataRow[]> {
    const { sheet, header, totalRows } = survey;
    const fills = this.context.parameters.headings !== 'skip';
    let heading = '';
    for await (const batch of file.rows(sheet, header.width)) {
      this.run.progress.check();
      let found: DataRow[] = [];
      for (const row of batch) {
        if (survey.isData(row)) found.push(Object.assign(row, { heading }));
        else if (fills) heading = survey.headingOf(row) ?? heading;
        if (!totalRows.has(row.number)) continue;
        yield found;
        found = [];
        onTotal(row);
      }
      yield found;
    }
  }

  async #storeSheet(
    file: TableFile,
    survey: SheetSurvey,
    rows: RowStore,
    { reconciliation }: RowChecker,
  ): Promise<void> {
    const columns = referenceColumns(survey);
    const onTotal = (row: Row) => reconciliation.seeTotalRow(survey, row);
    for await (const batch of this.#dataRows(file, survey, onTotal)) {
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

  #openOperation(): ImportOperation | null {
    const { task, transaction } = this.run;
    const { projectId, serviceId, dryRun } = task.parameters;
    if (dryRun) return null;
    return new ImportOperation(transaction, { taskId: task.id, projectId, serviceId }, this.#ids.range);
  }

  #openChecker(surveys: readonly SheetSurvey[]): RowChecker {
    const { failed, warnings } = this.run.report;
    return new RowChecker(this.context, surveys, this.#references, failed, warnings);
  }

  #openStore(opened: Pick<RowStoreParts, 'surveys' | 'operation' | 'checker' | 'epoch'>): RowStore {
    const { task, transaction, report } = this.run;
    const { failed } = report;
    const references = this.#references;
    const { currency } = this.context;
    const ids = this.#ids;
    const storedRows = new StoredRows(transaction, { projectId: task.parameters.projectId, taskId: task.id });
    const parts = { ...opened, task, transaction, currency, references, failed, ids, storedRows };
    return task.parameters.mode === 'upsert' ? new UpsertStore(parts) : new AppendStore(parts);
  }
}
