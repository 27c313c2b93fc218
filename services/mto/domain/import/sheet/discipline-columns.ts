import { quotable } from '@consulting/spreadsheet/cell-text';
import type { Discipline } from '../../../fields/discipline';
import type { Field } from '../../../fields/field';
import { mappedHeader } from '../import-form';
import { type ColumnContext, type LeftOut, meaningOf } from './column-meaning';
import type { SheetColumn } from './header-row';

export interface FieldColumn {
  column: SheetColumn;
  field: Field;
  isUs: boolean;
}

export interface ColumnProblem {
  code: 'DUPLICATE_COLUMN' | 'UNIT_MISMATCH';
  text: string;
  /** The header that a mapping to null solves it by; null where that would leave both columns out. */
  removable: string | null;
}

export interface DisciplineColumns {
  discipline: Discipline;
  fields: FieldColumn[];
  idColumn: SheetColumn | null;
  leftOut: Map<number, LeftOut>;
  problems: ColumnProblem[];
}

const quoted = ({ letters, header }: SheetColumn) => `${letters} "${quotable(header)}"`;

const hasSameHeader = (one: SheetColumn, other: SheetColumn) =>
  mappedHeader(one.header) === mappedHeader(other.header);

/** Resolves the headers of a sheet for one discipline; what would fail the task is collected in `problems`. */
export function disciplineColumns(
  columns: readonly SheetColumn[],
  discipline: Discipline,
  context: ColumnContext,
): DisciplineColumns {
  const found: DisciplineColumns = {
    discipline,
    fields: [],
    idColumn: null,
    leftOut: new Map(),
    problems: [],
  };
  const taken = new Map<string, SheetColumn>();
  for (const column of columns) {
    const meaning = meaningOf(column, discipline, context);
    if (meaning.kind === 'leftOut') {
      found.leftOut.set(column.index, meaning.reason);
      continue;
    }
    const key = 'field' in meaning ? meaning.field.key : meaning.kind;
    const other = taken.get(key);
    if (other === undefined) taken.set(key, column);
    else {
      const text = `columns ${quoted(other)} and ${quoted(column)} are both read as ${key}`;
      const removable = hasSameHeader(other, column) ? null : column.header;
      found.problems.push({ code: 'DUPLICATE_COLUMN', text, removable });
    }
    if (meaning.kind === 'misfit') {
      const text = `column ${quoted(column)} is read as ${key}, and ${meaning.problem}`;
      found.problems.push({ code: 'UNIT_MISMATCH', text, removable: column.header });
    }
    if (meaning.kind === 'field') found.fields.push({ column, field: meaning.field, isUs: meaning.isUs });
    if (meaning.kind === 'id') found.idColumn = column;
  }
  return found;
}
