import type { RowFault } from '@consulting/imports/run/failed-rows';
import { CopyRows } from '@consulting/imports/store/copy-rows';
import { flushedBytes } from '@consulting/imports/store/transaction';
import type { ImportResult } from '@consulting/imports/task/task-model';
import { commonPosition, type Discipline, LineCompletion, type LineMatches } from '@consulting/mto-engine';
import {
  CreatedTotals,
  changedAtOnceMax,
  countLinesOf,
  type LineCopy,
  noteCreatedLines,
  removeOtherLines,
  serialiseImports,
} from '@consulting/mto-lines';
import type { Row } from '@consulting/spreadsheet/table/cell';
import type { LineReader } from '../rows/line-reader';
import { hasColumn } from '../survey/identity-columns';
import type { DataRow, SheetSurvey } from '../survey/sheet-survey';
import { usedDisciplines } from '../survey/survey';
import { newLineCopy, type RowStore, type RowStoreParts } from './row-store';

const projectAt = commonPosition('projectId');
const serviceAt = commonPosition('serviceId');
const disciplineAt = commonPosition('discipline');
const overrideAt = commonPosition('totalCostOverride');

export class AppendStore implements RowStore {
  readonly #copy: LineCopy;
  readonly #columns: string[];
  readonly #completions = new Map<Discipline, LineCompletion>();
  readonly #matches: LineMatches = { crewRateMatched: false, wbsMatched: false };
  readonly #stored = new Set<Discipline>();
  readonly #rows = new CopyRows();
  readonly #created: string[] = [];
  readonly #totals: CreatedTotals;
  /** New lines may have source identifiers of lines that go, so that they are stored after those have gone. */
  readonly #isStaged: boolean;
  #imported = 0;

  constructor(private readonly parts: RowStoreParts) {
    const { surveys, context, task } = parts;
    const disciplines = usedDisciplines(surveys);
    for (const discipline of disciplines)
      this.#completions.set(discipline, new LineCompletion(discipline, context.currency));
    this.#copy = newLineCopy(parts, disciplines);
    this.#columns = this.#copy.columnNames;
    this.#isStaged = ['replace', 'revise'].includes(task.parameters.mode) && hasColumn(surveys, 'sourceId');
    this.#totals = new CreatedTotals(parts.transaction, parts.task.parameters);
  }

  async prepare(): Promise<void> {
    if (!this.#isStaged || this.parts.task.parameters.dryRun) return;
    await this.parts.transaction.run(`create temporary table import_new on commit drop as
      select ${this.#columns.join(', ')} from takeoff_line with no data`);
  }

  async expect(): Promise<void> {}

  take(survey: SheetSurvey, row: DataRow, fault?: RowFault): void {
    const reader = this.parts.checker.read(survey, row);
    if (reader === null) return;
    if (fault !== undefined) reader.faults.push(fault);
    this.add(survey, row, reader);
  }

  add(survey: SheetSurvey, row: DataRow, reader: LineReader): boolean {
    const { checker } = this.parts;
    reader.applyDefaults();
    checker.requireQuantity(reader);
    checker.checkReferences(reader);
    if (reader.faults.length > 0) {
      checker.refuse(survey, row, reader.faults);
      return false;
    }
    this.#complete(survey, row, reader);
    checker.accept(survey, row, reader);
    this.#imported += 1;
    this.#stored.add(reader.discipline);
    if (this.parts.task.parameters.dryRun) return true;
    const id = this.parts.ids.next();
    this.#copy.write(this.#rows, id, reader.discipline, reader.line, this.#matches);
    this.#totals.add(reader.discipline, reader.line);
    if (this.#created.length <= changedAtOnceMax) this.#created.push(id);
    this.parts.storedRows.add(survey.sheet.index, row.number, id);
    return true;
  }

  #complete(survey: SheetSurvey, row: Row, reader: LineReader): void {
    const { line, discipline, givenToNew, totalCost } = reader;
    const { task, references, checker } = this.parts;
    line[projectAt] = task.parameters.projectId;
    line[serviceAt] = task.parameters.serviceId;
    line[disciplineAt] = discipline;
    this.#matches.crewRateMatched = false;
    this.#matches.wbsMatched = false;
    const isTotalTyped = (line[overrideAt] ?? null) === null && Number(totalCost ?? 0) !== 0;
    const given = isTotalTyped ? { ...givenToNew, totalCostOverride: false } : givenToNew;
    const completion = this.completionOf(discipline);
    checker.complete(survey, row, reader, line, () =>
      completion.complete(line, given, totalCost, references, this.#matches),
    );
    const at = { sheet: survey.sheet.name, row: row.number };
    checker.reconciliation.totals.take(at, totalCost, line, completion.calculate);
  }

  completionOf(discipline: Discipline): LineCompletion {
    const completion = this.#completions.get(discipline);
    if (completion === undefined) throw new RangeError(`no row of ${discipline} was expected`);
    return completion;
  }

  async flush(): Promise<void> {
    if (this.#rows.length >= flushedBytes) await this.send();
    await this.#totals.flush();
    await this.parts.storedRows.flush();
    await this.parts.failed.storeIn(this.parts.transaction);
  }

  async finish(): Promise<ImportResult> {
    await this.send();
    const deleted = this.parts.task.parameters.mode === 'replace' ? await this.#replace() : 0;
    await this.#unstage();
    await this.#totals.finish();
    await this.#noteCreated();
    await this.parts.storedRows.finish();
    await this.parts.operation?.keepCreated(this.parts.task.createdBy, this.#imported);
    return { imported: this.#imported, updated: 0, skipped: 0, failed: this.parts.failed.count, deleted };
  }

  async send(): Promise<void> {
    if (this.#rows.length === 0) return;
    const { transaction } = this.parts;
    await transaction.copy(
      this.#isStaged ? 'pg_temp.import_new' : 'takeoff_line',
      this.#columns,
      this.#rows.take(),
    );
  }

  async #unstage(): Promise<void> {
    if (!this.#isStaged || this.parts.task.parameters.dryRun) return;
    const columns = this.#columns.join(', ');
    await this.parts.transaction.run(
      `insert into takeoff_line (${columns}) select ${columns} from import_new`,
    );
  }

  async #noteCreated(): Promise<void> {
    if (this.#created.length === 0) return;
    const { transaction, task } = this.parts;
    await noteCreatedLines(transaction, task.parameters.projectId, this.#created);
  }

  async #replace(): Promise<number> {
    const { transaction, task } = this.parts;
    const { dryRun, projectId, serviceId } = task.parameters;
    const disciplines = [...this.#stored];
    if (dryRun) return countLinesOf(transaction, { projectId, serviceId }, disciplines);
    await serialiseImports(transaction, serviceId);
    return removeOtherLines(transaction, { taskId: task.id, projectId, serviceId }, disciplines);
  }
}
