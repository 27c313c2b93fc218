import type { MessageList } from '@consulting/imports/run/message-list';
import { isWithoutQuantity, knownUnitOfMeasure } from '@consulting/mto-engine';
import { type CellValue, columnLetters, type Row } from '@consulting/spreadsheet/table/cell';
import { quotable, textOf } from '@consulting/spreadsheet/table/cell-text';
import { headerText } from '../proposal/words/header-text';
import { isKnownWord } from '../proposal/words/vocabulary';
import { ColumnFigures, type SheetFigures } from '../sheet/column-figures';
import type { SheetColumn } from '../sheet/header-row';
import type { RowKind } from '../sheet/row-kind';

const tablesMax = 20;
const rowsNamedMax = 100;
const textsMin = 3;
const numberColumnsMin = 2;
const numbersMin = 3;
const numberShareMin = 0.8;
const headerLengthMax = 60;

interface FurtherTable extends SheetFigures {
  row: number;
  rows: number[];
}

// Names of columns below a gap, where the columns above had numbers, begin a table that is laid out differently.
export class FurtherTables {
  readonly all: FurtherTable[] = [];
  #current: FurtherTable | null = null;
  #lastRow = 0;

  constructor(
    private readonly sheet: { name: string },
    private readonly figures: ColumnFigures,
  ) {}

  take(row: Row, kind: RowKind): boolean {
    const isBelowGap = row.number > this.#lastRow + 1;
    if (kind === 'blank') return false;
    this.#lastRow = row.number;
    if (kind === 'header') this.#current = null;
    else if (isBelowGap && kind === 'data' && this.all.length < tablesMax && this.#isHeader(row))
      this.#current = this.#open(row);
    else if (this.#current !== null) addRow(this.#current, row);
    return this.#current !== null;
  }

  report(warnings: MessageList): void {
    for (const { row, rows, figures, header } of this.all) {
      const names = header.columns.map((column) => `"${quotable(column.header)}"`).join(', ');
      const message = `The table below row ${row} is left out, because its columns are others: ${names}. headerRow=${row} reads it, in an import of its own.`;
      warnings.add({
        code: 'ROW_LEFT_OUT',
        sheet: this.sheet.name,
        rows,
        count: figures.rowCount + 1,
        kind: `table ${row}`,
        message,
      });
    }
  }

  #open({ number, cells }: Row): FurtherTable {
    const columns = cells.flatMap((cell, index): SheetColumn[] => {
      const header = textOf(cell);
      return header === '' ? [] : [{ index, letters: columnLetters(index), header }];
    });
    const table = {
      ...{ sheet: this.sheet, row: number, rows: [number] },
      ...{ header: { columns }, unnamed: [], figures: new ColumnFigures(true) },
    };
    this.all.push(table);
    return table;
  }

  #isHeader({ cells }: Row): boolean {
    const filled = cells.flatMap((cell, at) => (textOf(cell) === '' ? [] : [at]));
    const texts = filled.map((at) => textOf(cells[at] ?? null));
    if (texts.length < textsMin || new Set(texts).size < texts.length) return false;
    if (!filled.every((at) => isName(cells[at] ?? null))) return false;
    const known = texts.filter((text) => headerText(text).words.some(isKnownWord));
    return known.length * 2 >= texts.length && filled.filter(this.#hadNumbers).length >= numberColumnsMin;
  }

  #hadNumbers = (at: number): boolean => {
    const count = this.figures.numbers(at);
    return count >= numbersMin && count >= this.figures.filled(at) * numberShareMin;
  };
}

function addRow(table: FurtherTable, row: Row): void {
  if (table.rows.length < rowsNamedMax) table.rows.push(row.number);
  table.figures.add(row);
}

function isName(cell: CellValue): boolean {
  if (typeof cell !== 'string' || cell.length > headerLengthMax || !/\p{L}/u.test(cell)) return false;
  return knownUnitOfMeasure(cell) === undefined && !isWithoutQuantity(cell);
}
