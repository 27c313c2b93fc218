import type { ErrorCell } from '../table/cell';

/** The text is exact, in the form of a Postgres numeric: `-?digits[.digits][e±digits]`. */
export type DecimalText = string;

/**
 * null and undefined write no cell. DecimalText counts as a number only in a numeric column, and ErrorCell as an error
 * only in a general column.
 */
export type CellOutput = string | number | boolean | ErrorCell | null | undefined | DecimalText;

/**
 * The format decides the cell type of a whole column. `percent` takes the percentage itself (12.5 is 12.5 %, not 1250
 * %), and `date` takes YYYY-MM-DD.
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

/**
 * The formula has no equals sign. Its result is stored with it because some programs show a workbook without
 * calculating.
 */
export class FormulaCell {
  constructor(
    readonly formula: string,
    readonly value: CellOutput,
  ) {}
}

export class ColumnSum {
  constructor(readonly value: CellOutput) {}
}

export interface PrintSetup {
  orientation: 'portrait' | 'landscape';
  headerLeft?: string;
  headerRight?: string;
  namesSheet?: boolean;
  footerLeft?: string;
  pageWord?: string;
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

export type TableLook = 'report';

export interface SheetOutput {
  name: string;
  columns: readonly ColumnOutput[];
  rows: AsyncIterable<readonly (readonly CellOutput[])[]>;
  /** The count is written as the dimension of the sheet, so writing fails when another number of rows comes. */
  rowCount?: number;
  groupRow?: boolean;
  totals?: readonly (CellOutput | ColumnSum)[];
  freezeHeader?: boolean;
  autoFilter?: boolean;
  hidden?: boolean;
  print?: PrintSetup;
  look?: TableLook;
}

export interface WorkbookOptions {
  title?: string;
  creator?: string;
  subject?: string;
  language?: string;
  createdAt?: Date;
  compressionLevel?: number;
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
