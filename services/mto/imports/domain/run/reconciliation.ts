import type { GivenMessage } from '@consulting/imports/run/message-list';
import { storable } from '@consulting/imports/store/copy-text';
import {
  commonPosition,
  type Discipline,
  ExactSum,
  type ImportReconciliation,
  type Line,
  type ReconciledTotalRow,
  readNumberText,
  splitQuantity,
  storedNumber,
  type TotalRule,
} from '@consulting/mto-engine';
import type { CellValue, Row } from '@consulting/spreadsheet/table/cell';
import type { ColumnTarget } from '../rows/column-target';
import type { LineReader } from '../rows/line-reader';
import type { SheetFigures } from '../sheet/column-figures';
import { agrees, isWord } from '../sheet/running-sums';
import type { SheetSurvey } from '../survey/sheet-survey';
import { FileTotals } from './file-totals';
import { columnsOfLeftOut } from './left-out-sheets';
import { reconciledMoney } from './money';
import {
  isMostlyNumbers,
  isOfNumbers,
  type NumberColumn,
  type ReconciledSheet,
  reconciledSheet,
  widen,
} from './reconciled-sheet';

const startsMax = 64;
const trailingMax = 20;
const totalAt = commonPosition('totalCost');
const headerLengthMax = 200;
const columnsMax = 5000;
const totalRowsMax = 1000;
const totalRowsSeenMax = 10_000;

export const columnsInDoubtMax = totalRowsSeenMax / totalRowsMax - 1;

type Readers = ReadonlyMap<SheetSurvey, ReadonlyMap<Discipline, LineReader>>;

/** Every figure of a file is followed to where it is stored, or to the row that failed (extensions.md 3). */
export class Reconciliation {
  readonly totals: FileTotals;
  readonly #sheets = new Map<SheetSurvey, ReconciledSheet>();
  readonly #totalRows: { column: NumberColumn; survey: SheetSurvey; reported: ReconciledTotalRow }[] = [];

  constructor(
    private readonly readers: Readers,
    rule: TotalRule,
    areSurveyed: boolean,
  ) {
    this.totals = new FileTotals(rule);
    let columnsLeft = columnsMax;
    for (const [survey, readersOfSheet] of readers) {
      const sheet = reconciledSheet(survey, readersOfSheet, areSurveyed);
      if (sheet.columns.length > columnsLeft) continue;
      columnsLeft -= sheet.columns.length;
      this.#sheets.set(survey, sheet);
    }
  }

  see(survey: SheetSurvey, { cells }: Row, reader: LineReader | null): void {
    const sheet = this.#sheets.get(survey);
    if (sheet === undefined) return;
    if (cells.length > sheet.width) widen(sheet, cells.length);
    const figures = reader === null ? undefined : sheet.figures.get(reader.discipline);
    if (figures === undefined)
      for (const column of sheet.columns) see(column, rawFigure(survey, column.index, cells));
    else
      for (const { column, target } of figures) {
        const read = target === null ? null : (reader?.amountOf(target) ?? null);
        see(column, read ?? rawFigure(survey, column.index, cells, target));
      }
  }

  store(survey: SheetSurvey, discipline: Discipline, line: Line): void {
    const sheet = this.#sheets.get(survey);
    sheet?.totalCost.addCell(line[totalAt] ?? null);
    for (const { column, target, storedAt } of sheet?.figures.get(discipline) ?? []) {
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

  seeTotalRow(survey: SheetSurvey, { number: row, cells }: Row): void {
    for (const column of this.#sheets.get(survey)?.columns ?? []) {
      const { index, letters, inFile, decimals } = column;
      const amount = rawFigure(survey, index, cells);
      if (amount !== null && amount !== 0 && this.#totalRows.length < totalRowsSeenMax) {
        const given = new ExactSum();
        given.add(amount);
        const sum = summedBy(given, column);
        if (column.trailing.length < trailingMax) column.trailing.push(given);
        const reported = {
          sheet: storable(survey.sheet.name),
          row,
          column: letters,
          inFile: given.text(decimals),
          summed: sum.text(decimals),
          agrees: agrees(given.minus(sum).size, 0),
        };
        this.#totalRows.push({ column, survey, reported });
      }
      column.starts.push(inFile.plus());
      if (column.starts.length > startsMax) column.starts.shift();
    }
  }

  warnings(): GivenMessage[] {
    const wrong = this.#reportedTotalRows.filter(({ agrees: isRight }) => !isRight);
    return wrong.map(({ sheet, row, column, inFile, summed }) => ({
      code: 'TOTAL_DIFFERS',
      ...{ sheet, row, column, value: inFile },
      message: `The row of sums says ${inFile}, and the rows above it have ${summed}.`,
    }));
  }

  result(leftOut: readonly SheetFigures[]): ImportReconciliation {
    const columns = [
      ...[...this.#sheets.values()].flatMap((sheet) => this.#columnsOf(sheet)),
      ...leftOut.flatMap(columnsOfLeftOut),
    ];
    return {
      money: reconciledMoney([...this.#sheets.values()]),
      columns: columns.slice(0, columnsMax),
      totals: this.totals.result(),
      totalRows: this.#reportedTotalRows,
      conversions: [...this.readers].flatMap(([{ sheet }, readers]) =>
        [...readers.values()].flatMap(({ conversions }) =>
          conversions.flatMap(({ column, money }) =>
            money === null ? [] : [{ sheet: storable(sheet.name), column, ...money }],
          ),
        ),
      ),
    };
  }

  get #reportedTotalRows(): ReconciledTotalRow[] {
    const followed = this.#totalRows.filter(({ survey, column }) => isMostlyNumbers(survey, column));
    return followed.slice(0, totalRowsMax).map(({ reported }) => reported);
  }

  #columnsOf({ survey, columns: all }: ReconciledSheet) {
    const columns = all.filter((column) => isOfNumbers(survey, column));
    const conversions = [...(this.readers.get(survey)?.values() ?? [])].flatMap(
      (reader) => reader.conversions,
    );
    return columns.map(({ letters, header, field, textKey, inFile, stored, failed, decimals }) => ({
      sheet: storable(survey.sheet.name),
      column: letters,
      header: storable(header.slice(0, headerLengthMax)),
      field: field?.key ?? textKey,
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
  if (column.trailing.length > 0) column.trailing = [];
}

// A total is that of all rows, or of those since one of the totals above it.
function summedBy(given: ExactSum, { inFile, starts }: NumberColumn): ExactSum {
  const sums = starts.map((start) => inFile.minus(start));
  const found = [inFile, ...sums].find((sum) => agrees(given.minus(sum).size, 0));
  const sinceLast = sums.at(-1) ?? inFile;
  return found ?? (sinceLast.isZero ? inFile : sinceLast);
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
  if (typeof cell !== 'string' || (target === null && isWord(cell))) return null;
  const plain = { separator: evidence.separatorOf(column), isInches: false, isPercent: true };
  const reading = target?.reader.reading ?? plain;
  const read = readNumberText(cell, reading);
  if (typeof read === 'number') return storedNumber(read);
  const quantity = target?.ofText === 'quantity' ? splitQuantity(cell) : null;
  const size = quantity === null ? null : readNumberText(quantity.number, reading);
  return typeof size === 'number' ? storedNumber(size) : null;
}
