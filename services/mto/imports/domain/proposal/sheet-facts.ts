import type { CellValue } from '@consulting/spreadsheet/table/cell';

export interface ColumnFacts {
  index: number;
  letters: string;
  header: string;
  filled: number;
  numbers: number;
  // Whether every row of the sheet has a value of its own.
  isUnique?: boolean;
}

export interface SheetFacts {
  name: string;
  columns: readonly ColumnFacts[];
  rows: readonly (readonly CellValue[])[];
  recognised: ReadonlyMap<number, string>;
  mapped?: ReadonlySet<number>;
}
