import type { RowFault } from '@consulting/imports/run/failed-rows';
import { CopyRows } from '@consulting/imports/store/copy-rows';
import { storable } from '@consulting/imports/store/copy-text';
import { flushedBytes } from '@consulting/imports/store/transaction';
import type { ImportResult } from '@consulting/imports/task/task-model';
import { commonPosition, fieldsOf, type LineMatches } from '@consulting/mto-engine';
import { LineCopy, serialiseImports } from '@consulting/mto-lines';
import { columnLetters, type Row } from '@consulting/spreadsheet/table/cell';
import { LineMatching, type RowKey } from '../../store/import-upsert';
import type { CurrentLine, Match, MatchFault } from '../../store/matched-lines';
import { idKey } from '../parameters/reading-parameters';
import type { LineReader } from '../rows/line-reader';
import type { DataRow, SheetSurvey } from '../survey/sheet-survey';
import { usedDisciplines } from '../survey/survey';
import { AppendStore } from './append-store';
import { isSameLine, mergeLine } from './line-merge';
import type { ReadRows, RowStore, RowStoreParts } from './row-store';

const crewCodeAt = commonPosition('crewCode');
const itemNumberAt = commonPosition('itemNumber');
const politeRunsMax = 3;

const matchMessages: Record<MatchFault, string> = {
  unknown: 'is not a line of this service',
  several: 'is the number of several lines',
  repeated: 'occurs more than once in the file',
};

/**
 * A row changes the line of its MTO ID, else of its discipline and Item No., or is a new line (resources.md
 * 15.3). The version of a line that a row does not change stays the same.
 */
export class UpsertStore implements RowStore {
  readonly #inserts: AppendStore;
  readonly #matching: LineMatching;
  readonly #changes: LineCopy;
  readonly #rows = new CopyRows();
  #rowCount = 0;
  #position = 0;
  #matches: ReadonlyMap<number, Match> = new Map();
  #updated = 0;
  #skipped = 0;

  constructor(private readonly parts: RowStoreParts) {
    const { transaction, task, surveys } = parts;
    this.#inserts = new AppendStore(parts);
    this.#matching = new LineMatching(transaction, task.parameters);
    const all = usedDisciplines(surveys).map(
      (discipline) => [discipline, fieldsOf(discipline).map((_, position) => position)] as const,
    );
    this.#changes = new LineCopy(new Map(all), {});
  }

  async prepare(readRows: ReadRows): Promise<void> {
    const { transaction, task, surveys } = this.parts;
    const { dryRun, serviceId } = task.parameters;
    if (!dryRun) await serialiseImports(transaction, serviceId);
    await this.#matching.open(this.#changes.columnNames);
    let position = 0;
    for (const survey of surveys) {
      for await (const rows of readRows(survey)) {
        const keys = rows.flatMap((row, at) => this.#keyOf(survey, row, position + at) ?? []);
        position += rows.length;
        if (keys.length > 0) await this.#matching.copyKeys(keys);
      }
    }
    await this.#matching.match(task.run > politeRunsMax && !dryRun);
  }

  #keyOf(survey: SheetSurvey, row: Row, position: number): RowKey | null {
    const reader = this.parts.checker.readerOf(survey, row);
    if (reader === undefined) return null;
    const { id, itemNumber } = reader.readKey(row.cells);
    if (id === null && itemNumber === null) return null;
    return { position, id, discipline: reader.discipline, itemNumber };
  }

  async expect(count: number): Promise<void> {
    this.#matches = await this.#matching.lines.read(this.#position, count);
    const crewCodes = new Set<string>();
    for (const match of this.#matches.values()) {
      const code = 'current' in match ? match.current.line[crewCodeAt] : null;
      if (typeof code === 'string') crewCodes.add(code);
    }
    await this.parts.references.learnCrews(crewCodes);
  }

  take(survey: SheetSurvey, row: DataRow, fault?: RowFault): void {
    const match = this.#matches.get(this.#position);
    this.#position += 1;
    const reader = this.parts.checker.read(survey, row);
    if (reader === null) return;
    if (fault !== undefined) reader.faults.push(fault);
    if (match && 'current' in match) return this.#change(survey, row, reader, match.current);
    if (match && 'fault' in match) refuseMatch(reader, match.fault);
    const isUnmatched = match !== undefined || reader.faults.some(({ field }) => field === idKey);
    if (isUnmatched) this.parts.checker.refuse(survey, row, reader.faults);
    else this.#inserts.add(survey, row, reader);
  }

  #change(survey: SheetSurvey, row: DataRow, reader: LineReader, current: CurrentLine): void {
    const { checker, references } = this.parts;
    if (current.discipline !== reader.discipline) {
      return checker.refuse(survey, row, [disciplineFault(survey, row, current), ...reader.faults]);
    }
    const { line, given, totalCost, isChanged, changes } = mergeLine(reader, current);
    checker.requireQuantity(reader, line);
    checker.checkReferences(reader, changes);
    if (reader.faults.length > 0) return checker.refuse(survey, row, reader.faults);
    const { crewRateMatched, wbsMatched } = current;
    const matches: LineMatches = { crewRateMatched, wbsMatched };
    if (isChanged) {
      const completion = this.#inserts.completionOf(current.discipline);
      checker.complete(survey, row, reader, line, () =>
        completion.complete(line, given, totalCost, references, matches, current.line),
      );
      const at = { sheet: survey.sheet.name, row: row.number };
      checker.reconciliation.totals.take(at, totalCost, line, completion.calculate);
    }
    checker.accept(survey, row, reader, line);
    const isSame =
      !isChanged ||
      (isSameLine(current.discipline, current.line, line) &&
        matches.crewRateMatched === crewRateMatched &&
        matches.wbsMatched === wbsMatched);
    if (!this.parts.task.parameters.dryRun)
      this.parts.storedRows.add(survey.sheet.index, row.number, current.id);
    if (isSame) this.#skipped += 1;
    else this.#write(current, line, matches);
  }

  #write({ id, discipline }: CurrentLine, line: CurrentLine['line'], matches: LineMatches): void {
    this.#updated += 1;
    if (this.parts.task.parameters.dryRun) return;
    this.#changes.write(this.#rows, id, discipline, line, matches);
    this.#rowCount += 1;
  }

  async flush(): Promise<void> {
    if (this.#rows.length >= flushedBytes) await this.#send();
    await this.#inserts.flush();
  }

  async finish(): Promise<ImportResult> {
    await this.#send();
    const result = await this.#inserts.finish();
    const { id, createdBy } = this.parts.task;
    await this.#matching.lines.lock();
    await this.#matching.lines.store(storable(createdBy), id);
    return { ...result, updated: this.#updated, skipped: this.#skipped };
  }

  async #send(): Promise<void> {
    if (this.#rowCount === 0) return;
    const count = this.#rowCount;
    this.#rowCount = 0;
    await this.#matching.lines.copyChanges(this.#rows.take(), count);
  }
}

function disciplineFault(
  { disciplineColumn: at }: SheetSurvey,
  { cells }: Row,
  { discipline }: CurrentLine,
): RowFault {
  const column = at < 0 ? null : columnLetters(at);
  const message = `cannot be changed from ${discipline}`;
  return { column, field: 'discipline', value: cells[at] ?? null, code: 'READ_ONLY', message };
}

function refuseMatch(reader: LineReader, fault: MatchFault): void {
  if (reader.id !== null)
    reader.refuse(idKey, fault === 'unknown' ? 'REFERENCE' : 'DUPLICATE', matchMessages[fault], reader.id);
  else reader.refuse('itemNumber', 'DUPLICATE', matchMessages[fault], reader.line[itemNumberAt] ?? null);
}
