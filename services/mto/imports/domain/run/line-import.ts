import type { ImportRun } from '@consulting/imports/run/import-run';
import type { MessageList } from '@consulting/imports/run/message-list';
import type { ImportResult } from '@consulting/imports/task/task-model';
import { type ImportMode, LineIds, type TaskParameters } from '@consulting/mto-engine';
import {
  ImportEpoch,
  ImportOperation,
  nameLines,
  StoredRows,
  storeReconciliation,
  storeRevision,
} from '@consulting/mto-lines';
import type { Row } from '@consulting/spreadsheet/table/cell';
import type { TableFile } from '@consulting/spreadsheet/table/table-file';
import { keepProfile } from '../profile/keep-profile';
import type { ColumnContext } from '../sheet/columns';
import { hasColumn } from '../survey/identity-columns';
import type { DataRow, SheetSurvey } from '../survey/sheet-survey';
import { tablesLeftOut } from '../survey/survey';
import { AppendStore } from './append-store';
import { DataRows, readDataRows } from './data-rows';
import { ReferenceBook, referenceColumns } from './reference-book';
import { ReviseStore } from './revise-store';
import { RowChecker } from './row-checker';
import type { RowStore, RowStoreParts } from './row-store';
import { SourceIdStore } from './source-id-store';
import { UpsertStore } from './upsert-store';

const rowsPerTurn = 64;

export type LineRun = ImportRun<TaskParameters>;

interface Given {
  run: LineRun;
  context: ColumnContext;
  surveys: readonly SheetSurvey[];
  leftOut: readonly SheetSurvey[];
  areSurveyed: boolean;
  warnings: MessageList;
}

export class LineImport {
  readonly #sheets = new Map<SheetSurvey, DataRows>();

  private constructor(
    private readonly given: Given,
    private readonly parts: RowStoreParts,
    private readonly rows: RowStore,
  ) {}

  static async begin(given: Given): Promise<LineImport> {
    const { bus, task, transaction, separate, report } = given.run;
    const { projectId, serviceId, dryRun, mode } = task.parameters;
    const ids = new LineIds(Date.now(), projectId);
    const lock = (kind: string, keys: readonly string[]) => transaction.lock(kind, keys);
    const references = new ReferenceBook(bus, task.parameters, lock);
    await references.learnDefaults(task.parameters);
    const into = { taskId: task.id, projectId, serviceId };
    const operation = dryRun ? null : new ImportOperation(transaction, into, ids.range);
    await operation?.begin();
    const parts: RowStoreParts = {
      ...{ task, transaction, ids, references, operation, surveys: given.surveys, failed: report.failed },
      context: given.context,
      warnings: given.warnings,
      checker: openChecker(given, references),
      epoch: await ImportEpoch.begin(transaction, task.parameters),
      storedRows: new StoredRows(transaction, { projectId, taskId: task.id }),
    };
    const rows = openStore(mode, parts);
    await nameLines(separate, task, ids.range);
    return new LineImport(given, parts, rows);
  }

  prepare(file: TableFile): Promise<void> {
    const check = () => this.given.run.progress.check();
    return this.rows.prepare((survey) => readDataRows(file, survey, this.#open(survey), check));
  }

  async take(survey: SheetSurvey, batch: readonly Row[]): Promise<void> {
    const { references, checker } = this.parts;
    const columns = referenceColumns(survey);
    const dataRows = this.#sheets.get(survey) ?? this.#open(survey);
    this.#sheets.set(survey, dataRows);
    for (const { rows, total } of dataRows.groups(batch)) {
      await references.learn(rows, columns);
      await this.rows.expect(rows.length);
      await this.#store(survey, rows);
      if (total !== null) checker.reconciliation.seeTotalRow(survey, total);
    }
  }

  async finish(): Promise<ImportResult> {
    const { run, surveys } = this.given;
    const { checker, operation, transaction, task, epoch, ids } = this.parts;
    const result = await this.rows.finish();
    checker.report();
    const reconciliation = checker.reconciliation.result([...this.given.leftOut, ...tablesLeftOut(surveys)]);
    const { revision } = this.rows;
    run.report.atEnd(async () => {
      await storeReconciliation(transaction, task.id, reconciliation);
      if (revision !== undefined) await storeRevision(transaction, task.id, revision);
    });
    const { imported, updated, skipped, failed } = result;
    const { deleted } = result;
    if (failed === 0 || imported + updated + skipped + deleted > 0) await operation?.close();
    if (imported > 0 && !task.parameters.dryRun) await epoch.end(ids.range);
    const headers = surveys.flatMap(({ header }) => header.columns.map((column) => column.header));
    await keepProfile(run, { result, headers });
    return result;
  }

  async #store(survey: SheetSurvey, rows: readonly DataRow[]): Promise<void> {
    for (let at = 0; at < rows.length; at += rowsPerTurn) {
      const turn = rows.slice(at, at + rowsPerTurn);
      for (const row of turn) this.rows.take(survey, row);
      this.given.run.progress.current += turn.length;
      await this.rows.flush();
    }
  }

  #open(survey: SheetSurvey): DataRows {
    return new DataRows(survey, this.given.context.parameters);
  }
}

function openStore(mode: ImportMode, parts: RowStoreParts): RowStore {
  const rows =
    mode === 'revise'
      ? new ReviseStore(parts)
      : mode === 'upsert'
        ? new UpsertStore(parts)
        : new AppendStore(parts);
  return hasColumn(parts.surveys, 'sourceId') ? new SourceIdStore(parts, rows) : rows;
}

function openChecker(
  { run, context, surveys, areSurveyed, warnings }: Given,
  references: ReferenceBook,
): RowChecker {
  return new RowChecker(context, surveys, references, run.report.failed, warnings, areSurveyed);
}
