import type { FailedRows, RowFault } from '@consulting/imports/run/failed-rows';
import type { GivenMessage, MessageList } from '@consulting/imports/run/message-list';
import { type Cell, commonPosition, type Discipline, type Line } from '@consulting/mto-engine';
import { columnLetters, type Row } from '@consulting/spreadsheet/table/cell';
import { LineReader } from '../rows/line-reader';
import type { ColumnContext } from '../sheet/columns';
import type { DataRow, SheetSurvey } from '../survey/sheet-survey';
import { MixedUnits } from './mixed-units';
import { Reconciliation } from './reconciliation';
import type { ReferenceBook } from './reference-book';

const currencyAt = commonPosition('currency');
const labourRateAt = commonPosition('labourRate');
const rateSourceAt = commonPosition('labourRateSource');
const quantityAt = commonPosition('quantity');
const unitAt = commonPosition('unitOfMeasure');
const subcontractorAt = commonPosition('subcontractorId');
const expected = ['description', 'unitOfMeasure'].map((key) => ({ key, position: commonPosition(key) }));

export class RowChecker {
  readonly readers = new Map<SheetSurvey, ReadonlyMap<Discipline, LineReader>>();
  readonly reconciliation: Reconciliation;
  readonly #units = new Map<SheetSurvey, MixedUnits>();

  constructor(
    private readonly context: ColumnContext,
    surveys: readonly SheetSurvey[],
    private readonly references: ReferenceBook,
    private readonly failed: FailedRows,
    private readonly warnings: MessageList,
    areSurveyed: boolean,
  ) {
    for (const survey of surveys) {
      const readers = [...survey.disciplines].map(([discipline, columns]) => {
        const reader = new LineReader(
          discipline,
          columns,
          survey.evidence,
          context,
          areSurveyed ? survey.emptyColumns : undefined,
        );
        return [discipline, reader] as const;
      });
      this.readers.set(survey, new Map(readers));
      this.#units.set(survey, new MixedUnits());
    }
    this.reconciliation = new Reconciliation(this.readers, context.parameters.totals, areSurveyed);
  }

  refuse(survey: SheetSurvey, row: DataRow, faults: readonly RowFault[]): void {
    this.reconciliation.fail(survey);
    this.failed.add(survey.reported, survey.reportedRow(row), faults);
  }

  readersOf(discipline: Discipline): LineReader[] {
    return [...this.readers.values()].flatMap((readers) => readers.get(discipline) ?? []);
  }

  readerOf(survey: SheetSurvey, { cells }: Row): LineReader | undefined {
    const discipline = survey.disciplineOf(cells);
    return discipline ? this.readers.get(survey)?.get(discipline) : undefined;
  }

  read(survey: SheetSurvey, row: DataRow): LineReader | null {
    const reader = this.readerOf(survey, row);
    if (reader === undefined) {
      this.reconciliation.see(survey, row, null);
      this.refuse(survey, row, [disciplineFault(survey, row, survey.disciplineOf(row.cells))]);
      return null;
    }
    reader.read(row);
    if (row.heading !== '') reader.giveHeading(row.heading);
    this.reconciliation.see(survey, row, reader);
    return reader;
  }

  checkReferences(reader: LineReader, changes: (position: number) => boolean = () => true): void {
    const { line } = reader;
    const { currency } = this.context;
    const given = line[currencyAt] ?? null;
    if (given !== null && given !== currency && changes(currencyAt))
      reader.refuse('currency', 'REFERENCE', `is not the currency of the project, ${currency}`, given);
    const subcontractor = line[subcontractorAt] ?? null;
    const isKnown = subcontractor === null || this.references.subcontractorIds.has(String(subcontractor));
    if (!isKnown && changes(subcontractorAt))
      reader.refuse('subcontractorId', 'REFERENCE', 'is not a subcontractor of the project', subcontractor);
  }

  requireQuantity(reader: LineReader, line: Line = reader.line): void {
    if (isEmpty(line[quantityAt]) && !reader.faults.some(({ field }) => field === 'quantity'))
      reader.refuse('quantity', 'REQUIRED', 'is required');
  }

  accept(survey: SheetSurvey, row: Row, reader: LineReader, line: Line = reader.line): void {
    this.reconciliation.store(survey, reader.discipline, line);
    this.#units.get(survey)?.see(line[unitAt] ?? null);
    this.#warn(survey, row, reader, line);
    if (reader.wordForQuantity !== null)
      this.warnings.add({
        code: 'RATE_ONLY',
        sheet: survey.sheet.name,
        row: row.number,
        column: reader.columnOf('quantity'),
        field: 'quantity',
        value: reader.wordForQuantity,
        message:
          'The row has a word in place of its quantity: the quantity is 0, and the word is in the remarks.',
      });
    if (reader.storedUnit !== null)
      this.warnings.add({
        ...unitUnchanged(reader.storedUnit, reader),
        sheet: survey.sheet.name,
        row: row.number,
      });
  }

  /** Rates of a crew go with it, which a file that carries both would not expect. */
  complete(survey: SheetSurvey, { number }: Row, reader: LineReader, line: Line, complete: () => void): void {
    const hadRate = !isEmpty(line[labourRateAt]) && line[rateSourceAt] === 'crew';
    complete();
    if (!hadRate || !isEmpty(line[labourRateAt])) return;
    this.warnings.add({
      code: 'NO_CREW_RATE',
      sheet: survey.sheet.name,
      row: number,
      column: reader.columnOf('crewCode'),
      field: 'crewCode',
      message:
        'The labour rate of a crew is left out: the line has no crew, or one that the service does not have.',
    });
  }

  report(): void {
    const { parameters, unitSystem } = this.context;
    for (const [{ sheet }, units] of this.#units)
      for (const warning of units.warnings(unitSystem, parameters.normaliseUnits))
        this.warnings.add({ ...warning, sheet: sheet.name });
    const { reconciliation } = this;
    for (const warning of [...reconciliation.totals.warnings(), ...reconciliation.warnings()])
      this.warnings.add(warning);
  }

  #warn(survey: SheetSurvey, { number }: Row, reader: LineReader, line: Line): void {
    for (const { key, position } of expected) {
      if (!isEmpty(line[position])) continue;
      this.warnings.add({
        code: 'REQUIRED',
        sheet: survey.sheet.name,
        row: number,
        column: reader.columnOf(key),
        field: key,
        message: `The line has no ${key === 'description' ? 'description' : 'unit of measure'}.`,
      });
    }
  }
}

function unitUnchanged(unit: string, reader: LineReader): GivenMessage {
  const message = `The line keeps its unit of measure ${unit}: in that of the project its costs or hours would change.`;
  const column = reader.columnOf('unitOfMeasure');
  return { code: 'MIXED_UNITS', kind: `kept ${unit}`, column, field: 'unitOfMeasure', value: unit, message };
}

const isEmpty = (value: Cell | undefined): boolean => (value ?? null) === null;

function disciplineFault(
  survey: SheetSurvey,
  { cells }: Row,
  discipline: Discipline | null | undefined,
): RowFault {
  const value = cells[survey.disciplineColumn] ?? null;
  const column = survey.disciplineColumn < 0 ? null : columnLetters(survey.disciplineColumn);
  const at = { column, field: 'discipline', value };
  return discipline === null
    ? { ...at, code: 'REQUIRED', message: 'is required' }
    : { ...at, code: 'ENUM', message: 'is not a discipline' };
}
