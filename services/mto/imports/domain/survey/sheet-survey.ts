import type { ReportedSheet } from '@consulting/imports/run/failed-rows';
import type { MessageList } from '@consulting/imports/run/message-list';
import {
  commonPosition,
  type Discipline,
  disciplines,
  fieldsNamed,
  findField,
  readEnum,
  usualUnits,
} from '@consulting/mto-engine';
import type { CellValue, Row } from '@consulting/spreadsheet/table/cell';
import { quotable, textOf } from '@consulting/spreadsheet/table/cell-text';
import type { SheetInfo } from '@consulting/spreadsheet/table/table-file';
import { LineReader } from '../rows/line-reader';
import { ColumnFigures } from '../sheet/column-figures';
import {
  type ColumnContext,
  ColumnEvidence,
  type DisciplineColumns,
  disciplineColumns,
  meaningOf,
} from '../sheet/columns';
import type { HeaderRow, SheetColumn } from '../sheet/header-row';
import { InvalidValues } from '../sheet/invalid-values';
import { asItemCodes, ItemCodes } from '../sheet/item-codes';
import { type ReadColumns, reportColumns } from '../sheet/left-out-columns';
import { RowKinds } from '../sheet/row-kind';
import { RowMarks } from '../sheet/row-marks';
import { UnknownWords } from '../sheet/unknown-words';
import { reportBlanks } from './blanks';

const disciplineField = findField(disciplines[0], 'discipline');

export function disciplineNamed(text: string): Discipline | undefined {
  return disciplineField && (readEnum(disciplineField, text) as Discipline | undefined);
}

const leftOutRows = {
  header: 'The row is left out: it repeats the header.',
  total: 'The row is left out: it is a total.',
  example: "The row is left out: it is the template's example.",
};

const unitAt = commonPosition('unitOfMeasure');
const headingsNamedMax = 100;
const headingLengthMax = 120;
const totalRowsStoredMax = 1000;

interface Watched extends ReadColumns {
  reader: LineReader;
  numbers: number[];
  dates: number[];
  unread: Map<number, number | null>;
  rowCount: number;
  invalid: InvalidValues;
}

function headersOf({ columns, width }: HeaderRow): (string | null)[] {
  const headers: (string | null)[] = Array(width).fill(null);
  for (const { index, header } of columns) headers[index] = header;
  return headers;
}

function headingHeader({ parameters }: ColumnContext, { fields }: DisciplineColumns): string | null {
  const [field] = fieldsNamed(parameters.headings);
  if (field === undefined || fields.some((one) => one.field.key === field.key)) return null;
  return `${field.label} [${field.key}]`;
}

export interface DataRow extends Row {
  heading: string;
}

export class SheetSurvey {
  readonly evidence = new ColumnEvidence();
  readonly figures = new ColumnFigures();
  readonly reported: ReportedSheet;
  readonly disciplineColumn: number;
  readonly totalRows = new Set<number>();
  rowCount = 0;
  headingCount = 0;
  totalCount = 0;
  readonly #kinds: RowKinds;
  readonly #leftOut = new RowMarks();
  readonly #headingRows = new RowMarks();
  readonly #headings: { row: number; text: string }[] = [];
  readonly #watched = new Map<Discipline, Watched>();
  readonly #headingHeader: string | null;
  readonly #itemCodes: ItemCodes;
  readonly unknownWords = new UnknownWords();

  constructor(
    readonly sheet: SheetInfo,
    readonly header: HeaderRow,
    private context: ColumnContext,
    readonly fallback: Discipline | null,
  ) {
    const assumed = fallback ?? disciplines[0];
    const common = disciplineColumns(this, assumed, context);
    const item = common.fields.find(({ field }) => field.key === 'itemNumber');
    this.#headingHeader = headingHeader(context, common);
    const added = this.#headingHeader === null ? [] : [this.#headingHeader];
    this.reported = { name: sheet.name, headers: [...headersOf(header), ...added] };
    this.#itemCodes = new ItemCodes(item?.column ?? null, sheet.name, context.parameters);
    this.#kinds = new RowKinds(header, item?.column.index ?? -1, this.figures.sums);
    const ofDiscipline = header.columns.find(
      (column) => meaningOf(sheet.name, column, assumed, context).kind === 'discipline',
    );
    this.disciplineColumn = ofDiscipline?.index ?? -1;
    if (fallback !== null && ofDiscipline === undefined) this.#watch(fallback);
  }

  get disciplines(): ReadonlyMap<Discipline, DisciplineColumns> {
    return new Map([...this.#watched].map(([discipline, { columns }]) => [discipline, columns]));
  }

  get mainDiscipline(): Discipline | null {
    const [first] = [...this.#watched].sort(([, one], [, other]) => other.rowCount - one.rowCount);
    return first?.[0] ?? this.fallback;
  }

  disciplineOf(cells: readonly CellValue[]): Discipline | null | undefined {
    if (this.disciplineColumn < 0) return this.fallback;
    const text = textOf(cells[this.disciplineColumn] ?? null);
    return text === '' ? this.fallback : disciplineNamed(text);
  }

  see(rows: readonly Row[], warnings: MessageList): void {
    for (const row of rows) {
      if (row.number <= this.header.rowNumber) continue;
      const kind = this.#kinds.kindOf(row);
      if (kind === 'data') {
        this.#seeData(row);
        continue;
      }
      this.#leftOut.add(row.number);
      if (kind === 'blank') continue;
      if (kind === 'heading') this.#seeHeading(row);
      else this.#leaveOut(row, kind, warnings);
    }
  }

  isData = ({ number }: Row): boolean => number > this.header.rowNumber && !this.#leftOut.has(number);

  reportedRow(row: DataRow): Row {
    if (this.#headingHeader === null || row.heading === '') return row;
    const cells = Array.from({ length: this.header.width }, (_, at) => row.cells[at] ?? null);
    return { ...row, cells: [...cells, row.heading] };
  }

  headingOf = (row: Row): string | null =>
    this.#headingRows.has(row.number) ? this.#kinds.headingOf(row) : null;

  invalidIn = (column: SheetColumn, discipline: Discipline): number =>
    this.#watched.get(discipline)?.invalid.countIn(column, this.evidence) ?? 0;

  ambiguousNumbersIn(letters: string): number {
    const column = this.header.columns.find((one) => one.letters === letters);
    if (column === undefined || this.context.parameters.decimalSeparator !== null) return 0;
    const watched = [...this.#watched.values()];
    return Math.max(0, ...watched.map(({ invalid }) => invalid.ambiguousNumbersIn(column, this.evidence)));
  }

  #leaveOut(row: Row, kind: keyof typeof leftOutRows, warnings: MessageList): void {
    if (kind === 'total') {
      this.totalCount += 1;
      this.figures.sums.close();
      if (this.totalRows.size < totalRowsStoredMax) this.totalRows.add(row.number);
    }
    const message = leftOutRows[kind];
    warnings.add({ code: 'ROW_LEFT_OUT', sheet: this.sheet.name, row: row.number, kind, message });
  }

  #seeHeading(row: Row): void {
    this.headingCount += 1;
    this.#headingRows.add(row.number);
    if (this.#headings.length >= headingsNamedMax) return;
    this.#headings.push({ row: row.number, text: this.#kinds.headingOf(row).slice(0, headingLengthMax) });
  }

  get hasItemCodes(): boolean {
    return this.#itemCodes.isFound;
  }

  #readItemCodes(column: SheetColumn): void {
    for (const [discipline, watched] of this.#watched) {
      this.context = asItemCodes(this.context, this.sheet.name, column, watched.columns);
      const { columns, reader, numbers, dates } = this.#watch(discipline);
      this.#watched.set(discipline, { ...watched, columns, reader, numbers, dates });
    }
  }

  #seeData(row: Row): void {
    const { number, cells } = row;
    const codes = this.#itemCodes.firstIn(row);
    if (codes !== null) this.#readItemCodes(codes);
    this.rowCount += 1;
    this.figures.add(row);
    const discipline = this.disciplineOf(cells);
    if (!discipline) return;
    const watched = this.#watched.get(discipline) ?? this.#watch(discipline);
    watched.rowCount += 1;
    for (const column of watched.numbers) {
      const cell = cells[column];
      if (typeof cell === 'string') this.evidence.seeNumber(column, cell);
    }
    for (const column of watched.dates) {
      const cell = cells[column];
      if (typeof cell === 'string') this.evidence.seeDate(column, cell);
    }
    for (const [column, first] of watched.unread)
      if (first === null && textOf(cells[column] ?? null) !== '') watched.unread.set(column, number);
    const { reader } = watched;
    if (!reader.read(row)) {
      watched.invalid.see(reader.faults);
      this.unknownWords.seeFaults(reader.faults);
    }
    const unit = reader.line[unitAt];
    if (typeof unit === 'string' && !usualUnits.has(unit))
      this.unknownWords.see(reader.columnOf('unitOfMeasure') ?? '', unit);
  }

  #watch(discipline: Discipline): Watched {
    const columns = disciplineColumns(this, discipline, this.context);
    const indexesOf = (...types: string[]) =>
      columns.fields.filter(({ field }) => types.includes(field.type)).map(({ column }) => column.index);
    const unknown = [...columns.leftOut].filter(([, { reason }]) => reason === 'unknown');
    const watched: Watched = {
      columns,
      reader: new LineReader(discipline, columns, this.evidence, this.context),
      numbers: indexesOf('number', 'integer'),
      dates: indexesOf('date'),
      unread: new Map(this.disciplineColumn < 0 ? [] : unknown.map(([column]) => [column, null] as const)),
      rowCount: 0,
      invalid: new InvalidValues(),
    };
    this.#watched.set(discipline, watched);
    return watched;
  }

  /** Columns with a header and no value in any data row; defaults fill them (resources.md 15.3 rule 9). */
  get emptyColumns(): ReadonlySet<number> {
    const empty = this.header.columns.filter(({ index }) => this.figures.filled(index) === 0);
    return new Set(empty.map(({ index }) => index));
  }

  report(warnings: MessageList): void {
    const { name } = this.sheet;
    if (this.rowCount === 0) {
      const message = 'The sheet has a header row and no rows with data below it.';
      warnings.add({ code: 'NO_DATA_ROWS', sheet: name, message });
    }
    this.#reportHeadings(warnings);
    this.#itemCodes.report(warnings);
    reportBlanks(this, this.context.parameters, warnings);
    this.#reportUnnamed(warnings);
    reportColumns(name, this.header.columns, this.#watched, warnings);
  }

  get unnamed(): SheetColumn[] {
    return this.header.unnamed.filter(({ index }) => this.figures.filled(index) > 0);
  }

  #reportUnnamed(warnings: MessageList): void {
    const { name: sheet } = this.sheet;
    for (const { index, letters: column } of this.unnamed) {
      const values = this.figures.filled(index);
      const message = `Column ${column} has no header and ${values} values: it is left out unless a mapping names "[${column}]".`;
      warnings.add({ code: 'COLUMN_LEFT_OUT', sheet, column, message });
    }
    const { rowNumber, passedOver: rows } = this.header;
    // One row above alone names groups of columns, as the template does.
    if (rows.length < 2) return;
    const message = `The row looks like a header row, but row ${rowNumber} has more known headers: nothing above it is read.`;
    warnings.add({ code: 'ROW_LEFT_OUT', sheet, rows, count: rows.length, kind: 'above', message });
  }

  #reportHeadings(warnings: MessageList): void {
    const [first] = this.#headings;
    if (first === undefined) return;
    const fills = this.context.parameters.headings;
    const texts = this.#headings.map(({ row, text }) => `${row} "${quotable(text)}"`);
    const what =
      fills === 'skip' ? 'are left out' : `are left out, and their text fills ${fills} of the rows below`;
    warnings.add({
      code: 'ROW_LEFT_OUT',
      sheet: this.sheet.name,
      rows: this.#headings.map(({ row }) => row),
      count: this.headingCount,
      value: first.text,
      message: `Rows that head a section ${what}: ${texts.join(', ')}`,
    });
  }
}
