import type { ErrorCell } from '../table/cell';

/** A number as exact text, as Postgres gives a numeric: `-?digits[.digits][e±digits]`. */
export type DecimalText = string;

/**
 * One value to write. null and undefined write no cell; DecimalText counts as a number in a numeric column only, ErrorCell
 * is an error in a general column only.
 */
export type CellOutput = string | number | boolean | ErrorCell | null | undefined | DecimalText;

/**
 * Decides the cell type and the number format of a whole column. `general` keeps the JavaScript type of each value,
 * `prose` is text that wraps within the width of its column, `percent` shows the value as it is (12.5 is 12.5 %, not 1250 %), `date` takes YYYY-MM-DD.
 */
export type ColumnFormat =
  | 'general'
  | 'text'
  | 'prose'
  | 'number'
  | 'integer'
  | 'money'
  | 'rate'
  | 'percent'
  | 'date'
  | 'boolean';

/** A formula without its equals sign, with the number that it gives: programs that do not calculate show that. */
export class FormulaCell {
  constructor(
    readonly formula: string,
    readonly value: CellOutput,
  ) {}
}

/** The sum of the rows of its column that the filter leaves; `value` is that of all rows. */
export class ColumnSum {
  constructor(readonly value: CellOutput) {}
}

/** Header and footer of printed pages, with the title on the left and "n / m" on the right. */
export interface PrintSetup {
  orientation: 'portrait' | 'landscape';
  headerLeft?: string;
  headerRight?: string;
  /** Shows the name of the sheet in the middle of the header. */
  namesSheet?: boolean;
  footerLeft?: string;
  /** The word before the number of the page. */
  pageWord?: string;
  /** Pages that the columns are fitted to; default 1. */
  pagesWide?: number;
}

export interface ColumnOutput {
  header: string;
  format: ColumnFormat;
  widthCharacters?: number;
  group?: string;
  required?: boolean;
  choices?: readonly string[];
}

/** `report` is that of the pages beside it; by default one of files to work with. */
export type TableLook = 'report';

export interface SheetOutput {
  name: string;
  columns: readonly ColumnOutput[];
  rows: AsyncIterable<readonly (readonly CellOutput[])[]>;
  /** Rows to come, when known beforehand: written as the sheet's dimension, and then binding. */
  rowCount?: number;
  groupRow?: boolean;
  /** A last row, in bold below a line and outside the filter. */
  totals?: readonly (CellOutput | ColumnSum)[];
  freezeHeader?: boolean;
  autoFilter?: boolean;
  hidden?: boolean;
  /** With it the header is repeated on every printed page. */
  print?: PrintSetup;
  look?: TableLook;
}

export interface WorkbookOptions {
  title?: string;
  creator?: string;
  subject?: string;
  /** A language tag, as of RFC 5646. */
  language?: string;
  /** Default now; with a fixed instant the same rows give the same bytes. */
  createdAt?: Date;
  /** 1 (fastest) to 9 (smallest); default 5. */
  compressionLevel?: number;
  /** Rows of one sheet with its header before a further sheet is begun; default 1,048,576, which is Excel's limit. */
  sheetRowsMax?: number;
}

export class UnwritableCell extends Error {
  override readonly name = 'UnwritableCell';

  constructor(
    readonly reason: string,
    readonly sheet: string,
    readonly row: number,
    readonly header?: string,
  ) {
    const column = header === undefined ? '' : `, column "${header}"`;
    super(`Sheet "${sheet}", row ${row}${column}: ${reason}`);
  }
}
