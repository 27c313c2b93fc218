import type { ReportedSheet } from '@consulting/imports/run/failed-rows';
import type { MessageList } from '@consulting/imports/run/message-list';
import { commonPosition, type Discipline, disciplines, usualUnits } from '@consulting/mto-engine';
import type { CellValue, Row } from '@consulting/spreadsheet/table/cell';
import { textOf } from '@consulting/spreadsheet/table/cell-text';
import type { SheetInfo } from '@consulting/spreadsheet/table/table-file';
import { LineReader } from '../rows/line-reader';
import { ChapterSums, type CountedRow } from '../sheet/chapter-sums';
import { ColumnFigures, sampleRowsMax } from '../sheet/column-figures';
import {
  type ColumnContext,
  ColumnEvidence,
  type DisciplineColumns,
  disciplineColumns,
} from '../sheet/columns';
import {
  columnsFrom,
  columnsOfTable,
  type HeaderRow,
  headersOf,
  type SheetColumn,
} from '../sheet/header-row';
import { InvalidValues } from '../sheet/invalid-values';
import { asItemCodes, ItemCodes } from '../sheet/item-codes';
import { kindColumns } from '../sheet/kind-columns';
import { type ReadColumns, reportColumns, reportHeaderless } from '../sheet/left-out-columns';
import { RowKinds } from '../sheet/row-kind';
import { reportBlanks } from './blanks';
import { disciplineNamed } from './discipline-named';
import { FurtherTables } from './further-tables';
import { headingHeader, LeftOutRows } from './left-out-rows';
import { moneyColumns } from './money-columns';
import { reportHeader, reportPassedOver } from './report-header';
import { UnknownWords } from './unknown-words';

const unitAt = commonPosition('unitOfMeasure');

interface Watched extends ReadColumns {
  reader: LineReader;
  numbers: number[];
  dates: number[];
  unread: Map<number, number | null>;
  rowCount: number;
  invalid: InvalidValues;
}

export interface DataRow extends Row {
  heading: string;
}

export class SheetSurvey {
  readonly evidence = new ColumnEvidence();
  readonly figures: ColumnFigures;
  readonly reported: ReportedSheet;
  readonly disciplineColumn: number;
  readonly leftOut: LeftOutRows;
  readonly farColumns = new Set<number>();
  rowCount = 0;
  // Whether a row that was read proves to be none of the data.
  isOutdated = false;
  readonly furtherTables: FurtherTables;
  readonly #chapters: ChapterSums;
  readonly #kinds: RowKinds;
  readonly #watched = new Map<Discipline, Watched>();
  readonly #headingHeader: string | null;
  readonly #itemCodes: ItemCodes;
  readonly unknownWords = new UnknownWords();

  constructor(
    readonly sheet: SheetInfo,
    readonly header: HeaderRow,
    private context: ColumnContext,
    readonly fallback: Discipline | null,
    isRead = true,
  ) {
    this.figures = new ColumnFigures(!isRead);
    const assumed = fallback ?? disciplines[0];
    const common = disciplineColumns(this, assumed, context);
    this.#headingHeader = headingHeader(context, common);
    const added = this.#headingHeader === null ? [] : [this.#headingHeader];
    this.leftOut = new LeftOutRows(sheet.name, context.parameters.headings);
    this.reported = { name: sheet.name, headers: [...headersOf(header), ...added] };
    const item = common.fields.find(({ field }) => field.key === 'itemNumber');
    this.#itemCodes = new ItemCodes(item?.column ?? null, sheet.name, context.parameters);
    const kindsBy = kindColumns(common, context.parameters);
    this.#kinds = new RowKinds(columnsOfTable(header), kindsBy, this.figures.sums);
    this.#chapters = new ChapterSums(kindsBy);
    this.furtherTables = new FurtherTables(sheet, this.figures);
    this.disciplineColumn = common.disciplineColumn?.index ?? -1;
    if (fallback !== null && common.disciplineColumn === null) this.#watch(fallback);
  }

  get disciplines(): ReadonlyMap<Discipline, DisciplineColumns> {
    return new Map([...this.#watched].map(([discipline, { columns }]) => [discipline, columns]));
  }

  get mainDiscipline(): Discipline | null {
    const [first] = [...this.#watched].sort(([, one], [, other]) => other.rowCount - one.rowCount);
    return first?.[0] ?? this.fallback;
  }

  get hasItemCodes(): boolean {
    return this.#itemCodes.isFound;
  }

  disciplineOf(cells: readonly CellValue[]): Discipline | null | undefined {
    if (this.disciplineColumn < 0) return this.fallback;
    const text = textOf(cells[this.disciplineColumn] ?? null);
    return text === '' ? this.fallback : disciplineNamed(text);
  }

  see(rows: readonly Row[], warnings: MessageList): void {
    for (const row of rows) {
      if (row.number <= this.header.lastRow) continue;
      const kind = this.#kinds.kindOf(row);
      if (this.furtherTables.take(row, kind) || kind === 'blank') this.leftOut.addBlank(row.number);
      else if (kind === 'data') {
        this.#seeData(row);
        for (const chapter of this.#chapters.see(row, this.figures.rowCount)) this.#leaveOut(chapter, rows);
      } else {
        if (kind === 'total' || kind === 'heading') this.figures.sums.startSection();
        if (kind === 'heading') this.leftOut.addHeading(row.number, this.#kinds.headingOf(row));
        else this.leftOut.add(row.number, kind, warnings);
      }
    }
  }

  #leaveOut({ row: chapter, countedAs }: CountedRow, [first]: readonly Row[]): void {
    this.isOutdated ||= first === undefined || chapter.number < first.number;
    this.leftOut.addHeading(chapter.number, this.#kinds.headingOf(chapter));
    this.figures.takeBack(chapter, countedAs);
    this.rowCount -= 1;
  }

  isData = ({ number }: Row): boolean => number > this.header.lastRow && !this.leftOut.has(number);

  reportedRow(row: DataRow): Row {
    if (this.#headingHeader === null) return row;
    const { width } = this.header;
    const cells = Array.from({ length: width }, (_, at) => row.cells[at] ?? null);
    return { ...row, cells: [...cells, row.heading || null, ...row.cells.slice(width)] };
  }

  headingOf = (row: Row): string | null =>
    this.leftOut.isHeading(row.number) ? this.#kinds.headingOf(row) : null;

  invalidIn = (column: SheetColumn, discipline: Discipline): number =>
    this.#watched.get(discipline)?.invalid.countIn(column, this.evidence) ?? 0;

  ambiguousNumbersIn(letters: string): number {
    const column = this.header.columns.find((one) => one.letters === letters);
    if (column === undefined || this.context.parameters.decimalSeparator !== null) return 0;
    const watched = [...this.#watched.values()];
    return Math.max(0, ...watched.map(({ invalid }) => invalid.ambiguousNumbersIn(column, this.evidence)));
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
    if (this.figures.rowCount === sampleRowsMax) this.figures.storeOnly(moneyColumns(this));
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
    reportHeader(this, warnings);
    this.leftOut.reportHeadings(warnings);
    this.furtherTables.report(warnings);
    this.#itemCodes.report(warnings);
    reportBlanks(this, this.context.parameters, warnings);
    reportHeaderless(this, warnings);
    reportPassedOver(this, warnings);
    reportColumns(name, this.header.columns, this.#watched, warnings);
  }

  // The columns under no header, and those beyond the last one, that have values.
  get unnamed(): SheetColumn[] {
    const { unnamed, width } = this.header;
    return [...unnamed, ...columnsFrom(width, this.figures.width)].filter(
      ({ index }) => this.figures.filled(index) > 0,
    );
  }
}
