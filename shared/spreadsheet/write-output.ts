import type { ErrorCell } from './cell';

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

export interface ColumnOutput {
  header: string;
  format: ColumnFormat;
  widthCharacters?: number;
  group?: string;
  required?: boolean;
  choices?: readonly string[];
}

export interface SheetOutput {
  name: string;
  columns: readonly ColumnOutput[];
  rows: AsyncIterable<readonly (readonly CellOutput[])[]>;
  /** Rows to come, when known beforehand: written as the sheet's dimension, and then binding. */
  rowCount?: number;
  groupRow?: boolean;
  /** A last row, in bold below a line and outside the filter. */
  totals?: readonly CellOutput[];
  freezeHeader?: boolean;
  autoFilter?: boolean;
  hidden?: boolean;
}

export interface WorkbookOptions {
  title?: string;
  creator?: string;
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
