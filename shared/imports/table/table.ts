import { type Fault, type Fields, fault, INVALID, type Reading } from '@consulting/kernel/schema';
import { type CellValue, columnLetters, type Row } from '@consulting/spreadsheet/table/cell';
import type { TabularLimits } from '@consulting/spreadsheet/table/limits';
import type { TableFile } from '@consulting/spreadsheet/table/table-file';
import type { Mapping } from '../mapping';
import type { ImportMessage, ReportedColumn } from '../task/task-model';
import { readCell } from './table-cell';
import type { DecimalSeparator } from './table-text';

export interface TableRow {
  sheet: string;
  number: number;
  values: Record<string, unknown>;
  faults: Fault[];
  cells: Row | null;
}

export type FormParts = Readonly<Record<string, unknown>>;

export interface FurtherColumns {
  fields: Fields;
  headers: Readonly<Record<string, string>>;
}

export interface TableShape {
  fields: Fields;
  labels?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  units?: Readonly<Record<string, string>>;
  requiredColumns: readonly string[];
  sheets?: 'first' | 'every';
  // Columns that the file has beyond the fields of the list, by their headers or keys.
  further?(names: readonly string[]): FurtherColumns;
  reshape?(file: TableFile, parts: FormParts): TableFile;
  limits: TabularLimits;
}

export type { ReportedColumn };

export type TableWarning = Pick<ImportMessage, 'sheet' | 'row' | 'column' | 'value' | 'code' | 'message'>;

export interface TableOptions {
  mapping: Mapping;
  defaults: Readonly<Record<string, unknown>>;
  decimalSeparator: DecimalSeparator | null;
  parts?: FormParts;
}

export const noOptions: TableOptions = { mapping: {}, defaults: {}, decimalSeparator: null };

export interface Columns {
  width: number;
  fields: ReadonlyMap<string, number>;
}

export interface CellRules {
  separators?: ReadonlyMap<string, DecimalSeparator>;
  defaults?: Readonly<Record<string, unknown>>;
}

export const isBlank = (cell: CellValue) => cell === null || (typeof cell === 'string' && cell.trim() === '');

export const isBlankRow = ({ cells, beyond }: Row) => !beyond && cells.every(isBlank);

export function readTableRow(
  { cells, beyond }: Row,
  columns: Columns,
  fields: Fields,
  { separators, defaults = {} }: CellRules = {},
): Pick<TableRow, 'values' | 'faults'> {
  const reading: Reading = { faults: [] };
  const values: Record<string, unknown> = { ...defaults };
  for (const [key, index] of columns.fields) {
    const field = fields[key];
    if (!field) continue;
    const value = readCell(field.kind, cells[index] ?? null, key, reading, separators?.get(key) ?? null);
    if (value !== INVALID) values[key] = value;
  }
  const inside = cells.findIndex((cell, index) => index >= columns.width && !isBlank(cell));
  const extra = inside >= 0 ? inside : (beyond?.column ?? -1);
  if (extra >= 0) fault(reading, columnLetters(extra), 'RAGGED_ROW', 'lies beyond the last header');
  return { values, faults: reading.faults };
}
