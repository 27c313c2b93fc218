import type { CellValue } from '@consulting/spreadsheet/cell';
import type { Discipline } from '../../../fields/discipline';
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
}
export interface Proposal {
  field: string;
  confidence: number;
  why: string;
}
export function proposeFields(_sheet: SheetFacts, _discipline: Discipline): Map<number, Proposal[]> {
  return new Map();
}
