import type { Discipline } from '../../../fields/discipline';
import type { Field } from '../../../fields/field';
import { type ColumnContext, type ColumnMeaning, meaningOf } from './column-meaning';
import type { SheetColumn } from './header-row';

/** A column that is read as a field. */
export interface FieldColumn {
  column: SheetColumn;
  field: Field;
  isUs: boolean;
}

/** Two columns for one field, or a column in a unit that does not fit. */
export interface ColumnProblem {
  code: 'DUPLICATE_COLUMN' | 'UNIT_MISMATCH';
  text: string;
}

/** What the columns of a sheet are for the rows of one discipline. */
export interface DisciplineColumns {
  discipline: Discipline;
  fields: FieldColumn[];
  idColumn: SheetColumn | null;
  leftOut: { column: SheetColumn; reason: Extract<ColumnMeaning, { kind: 'leftOut' }>['reason'] }[];
  problems: ColumnProblem[];
}

const quoted = ({ letters, header }: SheetColumn) => `${letters} "${header}"`;

/** Resolves the headers of a sheet for one discipline; what would fail the task is collected in `problems`. */
export function disciplineColumns(
  columns: readonly SheetColumn[],
  discipline: Discipline,
  context: ColumnContext,
): DisciplineColumns {
  const found: DisciplineColumns = { discipline, fields: [], idColumn: null, leftOut: [], problems: [] };
  const taken = new Map<string, SheetColumn>();
  for (const column of columns) {
    const meaning = meaningOf(column, discipline, context);
    if (meaning.kind === 'leftOut') {
      found.leftOut.push({ column, reason: meaning.reason });
      continue;
    }
    const key = 'field' in meaning ? meaning.field.key : meaning.kind;
    const other = taken.get(key);
    if (other === undefined) taken.set(key, column);
    else {
      const text = `columns ${quoted(other)} and ${quoted(column)} are both read as ${key}`;
      found.problems.push({ code: 'DUPLICATE_COLUMN', text });
    }
    if (meaning.kind === 'misfit') {
      const text = `column ${quoted(column)} is read as ${key}, and ${meaning.problem}`;
      found.problems.push({ code: 'UNIT_MISMATCH', text });
    }
    if (meaning.kind === 'field') found.fields.push({ column, field: meaning.field, isUs: meaning.isUs });
    if (meaning.kind === 'id') found.idColumn = column;
  }
  return found;
}
