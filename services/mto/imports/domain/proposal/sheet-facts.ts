import type { CellValue } from '@consulting/spreadsheet/table/cell';

/** `filled` and `numbers` count over all data rows. */
export interface ColumnFacts {
  index: number;
  letters: string;
  header: string;
  filled: number;
  numbers: number;
}

export interface SheetFacts {
  name: string;
  columns: readonly ColumnFacts[];
  /** Up to 200 data rows, cells by column index. */
  rows: readonly (readonly CellValue[])[];
  /** Column index to field key, of the columns that are recognised already. */
  recognised: ReadonlyMap<number, string>;
}
