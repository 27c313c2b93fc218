import type { CellValue } from '@consulting/spreadsheet/table/cell';

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
  rows: readonly (readonly CellValue[])[];
  recognised: ReadonlyMap<number, string>;
  mapped?: ReadonlySet<number>;
}
