import { columnLetters, type Row } from '@consulting/spreadsheet/table/cell';
import { quotable, textOf } from '@consulting/spreadsheet/table/cell-text';
import { type Mapping, mappedKey, type recognitions } from '../mapping';
import type { TableShape } from './table';
import { namesUnit, splitParenthesis } from './table-unit';

type Recognition = (typeof recognitions)[number];

export interface TableColumn {
  index: number;
  letters: string;
  header: string;
  field: string | null;
  how: Recognition;
  unit: string | null;
  // Another column has its field.
  isSpare?: boolean;
}

export interface ColumnProblem {
  code: 'DUPLICATE_COLUMN' | 'UNIT_MISMATCH' | 'NO_KNOWN_HEADER';
  message: string;
}

const comparable = (header: string) =>
  header
    .toLowerCase()
    .replaceAll('#', 'no')
    .replace(/[^\p{L}\p{N}%]/gu, '');

interface Meaning {
  field: string;
  how: Recognition;
}

export class HeaderNames {
  readonly #meanings = new Map<string, Meaning>();

  constructor(private readonly shape: Pick<TableShape, 'fields' | 'labels' | 'headers' | 'units'>) {
    const add = (header: string, field: string, how: Recognition) =>
      this.#meanings.set(comparable(header), { field, how });
    for (const [header, key] of Object.entries(shape.headers ?? {})) add(header, key, 'alias');
    for (const [key, label] of Object.entries(shape.labels ?? {})) add(label, key, 'label');
    for (const key of Object.keys(shape.fields)) add(key, key, 'key');
  }

  meaningOf(header: string): Meaning | undefined {
    return (
      this.#meanings.get(comparable(header)) ?? this.#meanings.get(comparable(splitParenthesis(header).name))
    );
  }

  foreignUnit(header: string, field: string): string | null {
    const unit = this.shape.units?.[field];
    const { parenthesis } = splitParenthesis(header);
    if (unit === undefined || parenthesis === undefined || namesUnit(parenthesis, unit)) return null;
    return parenthesis;
  }
}

export function resolveColumns(
  { cells }: Row,
  sheet: string,
  names: HeaderNames,
  mapping: Mapping,
  units: Readonly<Record<string, string>> = {},
): { columns: TableColumn[]; problems: ColumnProblem[] } {
  const problems: ColumnProblem[] = [];
  const taken = new Map<string, TableColumn>();
  const found = cells.flatMap((cell, index) => {
    const header = textOf(cell);
    return header === '' ? [] : [columnOf(header, index, { sheet, names, mapping, units })];
  });
  const columns = found.map((column) => (isSpare(column, found, names) ? leftOut(column) : column));
  for (const column of columns) {
    const { field, header } = column;
    if (field === null) continue;
    const first = taken.get(field);
    if (first) problems.push(duplicate(first, column));
    else taken.set(field, column);
    const foreign = names.foreignUnit(header, field);
    if (foreign !== null) problems.push(mismatch(column, foreign));
  }
  return { columns, problems };
}

interface Resolution {
  sheet: string;
  names: HeaderNames;
  mapping: Mapping;
  units: Readonly<Record<string, string>>;
}

function columnOf(header: string, index: number, { sheet, names, mapping, units }: Resolution): TableColumn {
  const letters = columnLetters(index);
  const mapped = mappedKey(mapping, sheet, { index, header });
  const meaning = mapped === undefined ? names.meaningOf(header) : undefined;
  const field = mapped === undefined ? (meaning?.field ?? null) : mapped;
  const how = mapped === undefined ? (meaning?.how ?? 'none') : 'mapping';
  return { index, letters, header, field, how, unit: field === null ? null : (units[field] ?? null) };
}

// A column that the mapping names, or that has the right unit, is read before one that only its header names.
function isSpare(
  { field, header, how }: TableColumn,
  all: readonly TableColumn[],
  names: HeaderNames,
): boolean {
  if (field === null || how === 'mapping') return false;
  const isForeign = names.foreignUnit(header, field) !== null;
  return all.some(
    (other) =>
      other.field === field &&
      (other.how === 'mapping' || (isForeign && names.foreignUnit(other.header, field) === null)),
  );
}

const leftOut = (column: TableColumn): TableColumn => ({
  ...column,
  field: null,
  how: 'none',
  unit: null,
  isSpare: true,
});

const duplicate = (first: TableColumn, { letters, field }: TableColumn): ColumnProblem => ({
  code: 'DUPLICATE_COLUMN',
  message: `The columns ${first.letters} and ${letters} both hold ${field}; leave the second out by the mapping {"[${letters}]":null}.`,
});

const mismatch = ({ letters, field, unit }: TableColumn, foreign: string): ColumnProblem => ({
  code: 'UNIT_MISMATCH',
  message: `The column ${letters} is in ${quotable(foreign)}, and ${field} is in ${unit}; change its header and values, or leave it out by the mapping {"[${letters}]":null}.`,
});

export function missingColumns(
  columns: readonly TableColumn[],
  required: readonly string[],
  defaults: Readonly<Record<string, unknown>>,
): ColumnProblem[] {
  const given = new Set([...columns.map(({ field }) => field), ...Object.keys(defaults)]);
  const missing = required.filter((key) => !given.has(key));
  if (missing.length === 0) return [];
  return [{ code: 'NO_KNOWN_HEADER', message: `The header row has no column ${missing.join(', ')}.` }];
}
