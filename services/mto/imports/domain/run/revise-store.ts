import type { RowFault } from '@consulting/imports/run/failed-rows';
import { CopyRows } from '@consulting/imports/store/copy-rows';
import { storable } from '@consulting/imports/store/copy-text';
import { flushedBytes } from '@consulting/imports/store/transaction';
import { ImportFailure, type ImportResult } from '@consulting/imports/task/task-model';
import {
  commonPosition,
  fieldsOf,
  type ImportRevision,
  type Line,
  type LineMatches,
  type RevisionParameters,
  revisionDefaults,
} from '@consulting/mto-engine';
import { LineCopy, readFilters, serialiseImports } from '@consulting/mto-lines';
import type { CurrentLine, Match } from '../../store/matched-lines';
import { RevisionMatching } from '../../store/revision-matching';
import { LineReader } from '../rows/line-reader';
import type { DataRow, SheetSurvey } from '../survey/sheet-survey';
import { usedDisciplines } from '../survey/survey';
import { AppendStore } from './append-store';
import { isSameLine, mergeLine } from './line-merge';
import { carryPrices } from './price-carrying';
import { ambiguityOf, leavesEmpty, missingRemark, requireIdentity } from './revision-rules';
import { RevisionSums } from './revision-sums';
import { identityOf } from './row-identity';
import type { ReadRows, RowStore, RowStoreParts } from './row-store';

const crewCodeAt = commonPosition('crewCode');
const statusAt = commonPosition('status');
const revisionAt = commonPosition('revision');
const totalCostAt = commonPosition('totalCost');
const politeRunsMax = 3;

/**
 * A row changes the line of its key, or is a new line; lines in scope that the file has not go, or are made void (estimating.md 25).
 */
export class ReviseStore implements RowStore {
  readonly #inserts: AppendStore;
  readonly #matching: RevisionMatching;
  readonly #changes: LineCopy;
  readonly #rows = new CopyRows();
  readonly #sums = new RevisionSums();
  readonly #asked: RevisionParameters;
  readonly #matchBy: string[];
  readonly #leaves: ReturnType<typeof leavesEmpty>;
  readonly #counts = { matched: 0, changed: 0, unchanged: 0, added: 0, carried: 0, unpriced: 0 };
  #rowCount = 0;
  #position = 0;
  #matches: ReadonlyMap<number, Match> = new Map();

  /** @throws ImportFailure NO_IDENTITY */
  constructor(private readonly parts: RowStoreParts) {
    const { transaction, task, surveys } = parts;
    this.#asked = task.parameters.revise ?? revisionDefaults;
    this.#matchBy = requireIdentity(this.#asked.matchBy, surveys);
    this.#leaves = leavesEmpty(this.#asked.revision);
    this.#inserts = new AppendStore(parts);
    const disciplines = usedDisciplines(surveys);
    this.#matching = new RevisionMatching(transaction, task.parameters, {
      matchBy: this.#matchBy,
      carryFrom: this.#asked.carryFrom,
      disciplines,
      criteria: readFilters(this.#asked.scope, null, { faults: [] }),
      isMissingRemoved: this.#asked.missing !== 'keep',
    });
    const all = disciplines.map(
      (discipline) => [discipline, fieldsOf(discipline).map((_, position) => position)] as const,
    );
    this.#changes = new LineCopy(new Map(all), {});
  }

  /** @throws ImportFailure MATCH_AMBIGUOUS */
  async prepare(readRows: ReadRows): Promise<void> {
    const { transaction, task, surveys, warnings } = this.parts;
    const { dryRun, serviceId } = task.parameters;
    if (!dryRun) await serialiseImports(transaction, serviceId);
    await this.#inserts.prepare();
    await this.#matching.open(this.#changes.columnNames);
    await this.#copyKeys(readRows);
    const ambiguous = await this.#matching.match(task.run > politeRunsMax && !dryRun);
    if (ambiguous.length > 0) {
      const { message, warnings: named } = ambiguityOf(ambiguous, this.#matchBy, surveys);
      for (const warning of named) warnings.add(warning);
      throw new ImportFailure('MATCH_AMBIGUOUS', message);
    }
    this.#sums.begin(await this.#matching.sums());
  }

  async #copyKeys(readRows: ReadRows): Promise<void> {
    const { surveys, context } = this.parts;
    let position = 0;
    for (const [sheet, survey] of surveys.entries()) {
      const readers = new Map(
        [...survey.disciplines].map(([discipline, columns]) => [
          discipline,
          new LineReader(discipline, columns, survey.evidence, context),
        ]),
      );
      for await (const rows of readRows(survey)) {
        const keys = rows.flatMap((row, at) => {
          const discipline = survey.disciplineOf(row.cells);
          const reader = discipline ? readers.get(discipline) : undefined;
          if (reader === undefined) return [];
          reader.read(row);
          if (row.heading !== '') reader.giveHeading(row.heading);
          reader.applyDefaults();
          const key = identityOf(reader, this.#matchBy);
          const carry = identityOf(reader, this.#asked.carryFrom);
          return [
            { position: position + at, sheet, row: row.number, discipline: reader.discipline, key, carry },
          ];
        });
        position += rows.length;
        if (keys.length > 0) await this.#matching.copyKeys(keys);
      }
    }
  }

  async expect(count: number): Promise<void> {
    this.#matches = await this.#matching.lines.read(this.#position, count);
    const crewCodes = new Set<string>();
    for (const match of this.#matches.values()) {
      const line = 'current' in match ? match.current : 'donor' in match ? match.donor : null;
      const code = line?.line[crewCodeAt];
      if (typeof code === 'string') crewCodes.add(code);
    }
    await this.parts.references.learnCrews(crewCodes);
  }

  take(survey: SheetSurvey, row: DataRow, fault?: RowFault): void {
    const match = this.#matches.get(this.#position);
    this.#position += 1;
    const reader = this.parts.checker.read(survey, row);
    if (match && 'current' in match) this.#counts.matched += 1;
    if (reader === null) return;
    if (fault !== undefined) reader.faults.push(fault);
    if (match && 'current' in match) this.#change(survey, row, reader, match.current);
    else this.#add(survey, row, reader, match);
  }

  #add(survey: SheetSurvey, row: DataRow, reader: LineReader, match: Match | undefined): void {
    const { revision } = this.#asked;
    const carried =
      match && 'donor' in match ? carryPrices(reader, match.donor.line, match.hasSameAmounts) : 0;
    if (revision !== null) reader.line[revisionAt] = revision;
    if (!this.#inserts.add(survey, row, reader)) return;
    this.#counts.added += 1;
    this.#sums.add(reader.discipline, reader.line);
    if (carried > 0) this.#counts.carried += 1;
    if (Number(reader.line[totalCostAt] ?? 0) === 0) this.#counts.unpriced += 1;
    if (match && 'isUnlike' in match)
      this.parts.warnings.add({
        code: 'NOT_CARRIED',
        sheet: survey.sheet.name,
        row: row.number,
        message:
          'The new line takes no prices: lines that are alike in the fields of carryFrom differ in them.',
      });
  }

  #change(survey: SheetSurvey, row: DataRow, reader: LineReader, current: CurrentLine): void {
    const { checker, references } = this.parts;
    const { line, given, totalCost, isChanged, changes } = mergeLine(reader, current, this.#leaves);
    checker.requireQuantity(reader, line);
    checker.checkReferences(reader, changes);
    if (reader.faults.length > 0) return checker.refuse(survey, row, reader.faults);
    const isBack = line[statusAt] === 'void' && !changes(statusAt);
    if (isBack) line[statusAt] = 'draft';
    const { crewRateMatched, wbsMatched } = current;
    const matches: LineMatches = { crewRateMatched, wbsMatched };
    if (isChanged || isBack) {
      const completion = this.#inserts.completionOf(current.discipline);
      checker.complete(survey, row, reader, line, () =>
        completion.complete(line, given, totalCost, references, matches),
      );
      const at = { sheet: survey.sheet.name, row: row.number };
      checker.reconciliation.totals.take(at, totalCost, line, completion.calculate);
    }
    checker.accept(survey, row, reader, line);
    const isSame =
      !(isChanged || isBack) ||
      (isSameLine(current.discipline, current.line, line) &&
        matches.crewRateMatched === crewRateMatched &&
        matches.wbsMatched === wbsMatched);
    if (!this.parts.task.parameters.dryRun)
      this.parts.storedRows.add(survey.sheet.index, row.number, current.id);
    if (isSame) this.#counts.unchanged += 1;
    else this.#write(current, line, matches);
  }

  #write({ id, discipline, line: before }: CurrentLine, line: Line, matches: LineMatches): void {
    const { revision } = this.#asked;
    if (revision !== null) line[revisionAt] = revision;
    this.#counts.changed += 1;
    this.#sums.take(discipline, before);
    this.#sums.add(discipline, line);
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
    await this.#inserts.send();
    const { task } = this.parts;
    const { lines } = this.#matching;
    const by = storable(task.createdBy);
    if (!this.#hasValidRow) lines.expectMissing(0);
    const deleted = this.#asked.missing === 'delete' ? this.#removed : 0;
    if (!task.parameters.dryRun) {
      await lines.lock();
      await lines.store(by, task.id);
      if (deleted > 0) await lines.deleteMissing();
      else
        await lines.voidMissing(by, task.id, { ...this.#asked, remark: missingRemark(this.#asked.revision) });
    }
    const result = await this.#inserts.finish();
    const { changed, unchanged } = this.#counts;
    return { ...result, updated: changed, skipped: unchanged, deleted };
  }

  /** A file none of whose rows is valid is no revision: no line goes for it. */
  get #hasValidRow(): boolean {
    const { changed, unchanged, added } = this.#counts;
    return changed + unchanged + added > 0;
  }

  get #removed(): number {
    return this.#asked.missing === 'keep' || !this.#hasValidRow ? 0 : this.#matching.missing;
  }

  get revision(): ImportRevision {
    const { missing } = this.#matching;
    const removed = this.#removed;
    return {
      matchBy: this.#matchBy,
      ...this.#counts,
      missing,
      removed,
      byDiscipline: this.#sums.result(this.#removed > 0),
    };
  }

  async #send(): Promise<void> {
    if (this.#rowCount === 0) return;
    const count = this.#rowCount;
    this.#rowCount = 0;
    await this.#matching.lines.copyChanges(this.#rows.take(), count);
  }
}
