import type { CellValue } from '@consulting/spreadsheet/table/cell';
import type { Discipline } from '@consulting/takeoff-fields/discipline';

/** The field that is right for a column, several where an estimator would accept either, null where none is. */
export type Right = string | readonly string[] | null;

/** Header, right field, and the values of the rows as text between bars; what reads as a number is a number. */
type ColumnText = readonly [header: string, right: Right, values: string];

export interface HeaderSet {
  name: string;
  discipline: Discipline;
  sheet: string;
  columns: readonly ColumnText[];
  /** Set apart before the proposals were tuned, and not looked at while they were. */
  locked?: true;
}

const plainNumber = /^-?\d{1,12}(?:\.\d{1,9})?$/;
const code = /^-?0\d/;

function cellOf(text: string): CellValue {
  if (text === '') return null;
  return plainNumber.test(text) && !code.test(text) ? Number(text) : text;
}

export function rowsOf({ columns }: HeaderSet): CellValue[][] {
  const values = columns.map(([, , text]) => text.split('|').map((value) => cellOf(value.trim())));
  const height = Math.max(...values.map((column) => column.length));
  return Array.from({ length: height }, (_, row) => values.map((column) => column[row] ?? null));
}
