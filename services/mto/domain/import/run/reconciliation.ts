import type { GivenMessage } from '@consulting/imports/message-list';
import { storable } from '@consulting/imports/store/copy-text';
import type { CellValue, Row } from '@consulting/spreadsheet/cell';
import type { Discipline } from '../../../fields/discipline';
import { ExactSum } from '../../../fields/exact-sum';
import { type Field, isNumeric } from '../../../fields/field';
import type { TotalRule } from '../../../fields/import-parameters';
import type { ImportReconciliation, ReconciledTotalRow } from '../../../fields/import-reconciliation';
import type { Line } from '../../../fields/line';
import { positionOf } from '../../../fields/registry';
import { readNumberText, storedNumber } from '../cell/number-text';
import { splitQuantity } from '../cell/quantity-text';
import { agrees } from '../sheet/running-sums';
import type { SheetSurvey } from '../sheet/sheet-survey';
import { type ColumnTarget, noPosition } from './column-target';
import { FileTotals } from './file-totals';
import type { LineReader } from './line-reader';

const headerLengthMax = 200;
const columnsMax = 5000;
const totalRowsMax = 1000;
const centPlaces = 2;

/** Figures that the rates of a crew may take the place of. */
const setByCrew = ['crewSize', 'labourRate', 'equipmentRate'];

/** How one column of a sheet is reconciled for lines of one discipline. */
interface Figure {
  column: NumberColumn;
  target: ColumnTarget | null;
  /** Where the line has the figure that stands for that of the file; null where it is the file's own, or none. */
  storedAt: number | null;
}

interface NumberColumn {
  index: number;
  letters: string;
  header: string;
  field: Field | null;
  decimals: number;
  inFile: ExactSum;
  stored: ExactSum;
  failed: ExactSum;
  sinceTotal: ExactSum;
  /** The figure of the row in hand. */
  amount: number | null;
}

interface ReconciledSheet {
  survey: SheetSurvey;
  columns: NumberColumn[];
  figures: Map<Discipline, Figure[]>;
}

type Readers = ReadonlyMap<SheetSurvey, ReadonlyMap<Discipline, LineReader>>;

/** Follows every figure of a file to where it is stored, or to the row that failed (extensions.md 3). */
export class Reconciliation {
  readonly totals: FileTotals;
  readonly #sheets = new Map<SheetSurvey, ReconciledSheet>();
  readonly #totalRows: ReconciledTotalRow[] = [];

  constructor(
    private readonly readers: Readers,
    rule: TotalRule,
  ) {
    this.totals = new FileTotals(rule);
    let columnsLeft = columnsMax;
    for (const [survey, readersOfSheet] of readers) {
      const sheet = reconciledSheet(survey, readersOfSheet);
      if (sheet.columns.length > columnsLeft) continue;
      columnsLeft -= sheet.columns.length;
      this.#sheets.set(survey, sheet);
    }
  }

  /** Looks at the figures of a data row, which was read by `reader`; null when no discipline takes it. */
  see(survey: SheetSurvey, { cells }: Row, reader: LineReader | null): void {
    const sheet = this.#sheets.get(survey);
    if (sheet === undefined) return;
    const figures = reader === null ? undefined : sheet.figures.get(reader.discipline);
    if (figures === undefined)
      for (const column of sheet.columns) see(column, rawFigure(survey, column.index, cells));
    else
      for (const { column, target } of figures) {
        const read = target === null ? null : (reader?.amountOf(target) ?? null);
        see(column, read ?? rawFigure(survey, column.index, cells, target));
      }
  }

  /** The row in hand was stored, or says what is stored. */
  store(survey: SheetSurvey, discipline: Discipline, line: Line): void {
    for (const { column, target, storedAt } of this.#sheets.get(survey)?.figures.get(discipline) ?? []) {
      const { amount, stored } = column;
      if (amount === null) continue;
      const value = storedAt === null ? null : (line[storedAt] ?? null);
      if (storedAt === null) {
        if (target !== null) stored.add(amount);
      } else if (target === null) stored.addCell(value);
      else if (Number(value ?? 0) === (target.reader.convert?.(amount) ?? amount)) stored.add(amount);
      else stored.add(asInFile(Number(value ?? 0), target));
    }
  }

  fail(survey: SheetSurvey): void {
    for (const { amount, failed } of this.#sheets.get(survey)?.columns ?? [])
      if (amount !== null) failed.add(amount);
  }

  /** A row of sums, which is compared with the sums of the rows above it. */
  seeTotalRow(survey: SheetSurvey, { number: row, cells }: Row): void {
    for (const column of this.#sheets.get(survey)?.columns ?? []) {
      const { index, letters, inFile, sinceTotal, decimals } = column;
      const amount = rawFigure(survey, index, cells);
      if (amount !== null && this.#totalRows.length < totalRowsMax) {
        const given = new ExactSum();
        given.add(amount);
        const isOfAll = sinceTotal.isZero || agrees(given.minus(inFile).size, 0);
        const sum = isOfAll ? inFile : sinceTotal;
        this.#totalRows.push({
          sheet: storable(survey.sheet.name),
          row,
          column: letters,
          inFile: given.text(decimals),
          summed: sum.text(decimals),
          agrees: agrees(given.minus(sum).size, 0),
        });
      }
      column.sinceTotal = new ExactSum();
    }
  }

  /** Rows of sums that do not agree with the rows above them. */
  warnings(): GivenMessage[] {
    const wrong = this.#totalRows.filter(({ agrees: isRight }) => !isRight);
    return wrong.map(({ sheet, row, column, inFile, summed }) => ({
      code: 'TOTAL_DIFFERS',
      ...{ sheet, row, column, value: inFile },
      message: `The row of sums says ${inFile}, and the rows above it have ${summed}.`,
    }));
  }

  result(): ImportReconciliation {
    return {
      columns: [...this.#sheets.values()].flatMap((sheet) => this.#columnsOf(sheet)),
      totals: this.totals.result(),
      totalRows: this.#totalRows,
      conversions: [...this.readers].flatMap(([{ sheet }, readers]) =>
        [...readers.values()].flatMap(({ conversions }) =>
          conversions.flatMap(({ column, money }) =>
            money === null ? [] : [{ sheet: storable(sheet.name), column, ...money }],
          ),
        ),
      ),
    };
  }

  #columnsOf({ survey, columns }: ReconciledSheet) {
    const conversions = [...(this.readers.get(survey)?.values() ?? [])].flatMap(
      (reader) => reader.conversions,
    );
    return columns.map(({ letters, header, field, inFile, stored, failed, decimals }) => ({
      sheet: storable(survey.sheet.name),
      column: letters,
      header: storable(header.slice(0, headerLengthMax)),
      field: field?.key ?? null,
      inFile: inFile.text(decimals),
      stored: field === null ? null : stored.text(decimals),
      failedRows: failed.text(decimals),
      difference: field === null ? null : inFile.minus(stored, failed).text(decimals),
      converted: conversions
        .filter(({ column }) => column === letters)
        .reduce((sum, { normalised }) => sum + normalised, 0),
    }));
  }
}

function see(column: NumberColumn, amount: number | null): void {
  column.amount = amount;
  if (amount === null) return;
  column.inFile.add(amount);
  column.sinceTotal.add(amount);
}

const asInFile = (stored: number, { reader: { reading } }: ColumnTarget): number =>
  reading.rate === null ? stored : storedNumber(stored / Number(reading.rate));

function rawFigure(
  { evidence }: SheetSurvey,
  column: number,
  cells: readonly CellValue[],
  target: ColumnTarget | null = null,
): number | null {
  const cell = cells[column];
  if (typeof cell === 'number') return storedNumber(cell);
  if (typeof cell !== 'string') return null;
  const plain = { separator: evidence.separatorOf(column), isInches: false, isPercent: true };
  const reading = target?.reader.reading ?? plain;
  const read = readNumberText(cell, reading);
  if (typeof read === 'number') return storedNumber(read);
  const quantity = target?.ofText === 'quantity' ? splitQuantity(cell) : null;
  const size = quantity === null ? null : readNumberText(quantity.number, reading);
  return typeof size === 'number' ? storedNumber(size) : null;
}

function reconciledSheet(survey: SheetSurvey, readers: ReadonlyMap<Discipline, LineReader>): ReconciledSheet {
  const ofDiscipline = new Map<Discipline, Map<number, { field: Field; target: ColumnTarget | null }>>();
  for (const [discipline, reader] of readers) {
    const known = new Map<number, { field: Field; target: ColumnTarget | null }>();
    for (const [index, { field }] of survey.disciplines.get(discipline)?.leftOut ?? [])
      if (field !== null && isNumeric(field)) known.set(index, { field, target: null });
    for (const target of reader.targets)
      if (isNumeric(target.reader.field)) known.set(target.index, { field: target.reader.field, target });
    ofDiscipline.set(discipline, known);
  }
  const main = survey.mainDiscipline;
  const ofMain = main === null ? undefined : ofDiscipline.get(main);
  const { figures: counted } = survey;
  const all = [...survey.header.columns, ...survey.unnamed].sort((one, other) => one.index - other.index);
  const columns = all.flatMap(({ index, letters, header }): NumberColumn[] => {
    const isKnown = [...ofDiscipline.values()].some((known) => known.has(index));
    const isNumbers = counted.numbers(index) > 0 && counted.numbers(index) * 2 >= counted.filled(index);
    const isText = reads(readers, index) && !isKnown;
    if (isText || !(isKnown || isNumbers)) return [];
    const field =
      ofMain?.get(index)?.field ??
      [...ofDiscipline.values()].find((known) => known.has(index))?.get(index)?.field ??
      null;
    return [
      { index, letters, header, field, decimals: field?.unit === 'currency' ? centPlaces : 0, ...noSums() },
    ];
  });
  const figures = [...ofDiscipline].map(([discipline, known]) => {
    const ofColumns = columns.map((column): Figure => {
      const { field = null, target = null } = known.get(column.index) ?? {};
      return { column, target, storedAt: field === null ? null : storedPosition(discipline, field, target) };
    });
    return [discipline, ofColumns] as const;
  });
  return { survey, columns, figures: new Map(figures) };
}

const noSums = () => ({
  inFile: new ExactSum(),
  stored: new ExactSum(),
  failed: new ExactSum(),
  sinceTotal: new ExactSum(),
  amount: null,
});

/** Whether a column is read as something else than a number: a code of digits is no figure. */
const reads = (readers: ReadonlyMap<Discipline, LineReader>, index: number): boolean =>
  [...readers.values()].some(({ targets }) => targets.some((target) => target.index === index));

function storedPosition(discipline: Discipline, field: Field, target: ColumnTarget | null): number | null {
  const isOwn = target !== null && target.position !== noPosition && !setByCrew.includes(field.key);
  return isOwn ? null : positionOf(discipline, field.key);
}
