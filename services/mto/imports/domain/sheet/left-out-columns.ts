import type { MessageList } from '@consulting/imports/run/message-list';
import type { Discipline } from '@consulting/mto-engine';
import { columnLetters } from '@consulting/spreadsheet/table/cell';
import type { DisciplineColumns } from './columns';
import type { SheetColumn } from './header-row';

export interface ReadColumns {
  columns: DisciplineColumns;
  unread: ReadonlyMap<number, number | null>;
}

const farColumnsMax = 20;

interface HeaderlessColumns {
  sheet: { name: string };
  unnamed: readonly SheetColumn[];
  farColumns: ReadonlySet<number>;
  figures: { filled: (column: number) => number };
}

/** Each column that is left out is reported once (resources.md 15.3 rule 5). */
export function reportColumns(
  sheet: string,
  columns: readonly SheetColumn[],
  read: ReadonlyMap<Discipline, ReadColumns>,
  warnings: MessageList,
): void {
  if (read.size === 0) return;
  for (const { index, letters, header } of columns) {
    const reasons = [...read.values()].map((one) => one.columns.leftOut.get(index)?.reason);
    const [reason] = reasons;
    const at = { sheet, column: letters, value: header };
    const leftOut = `The column "${header}" is left out`;
    if (reasons.includes(undefined)) reportUnread(index, at, read, warnings);
    else if (reasons.includes('computed'))
      warnings.add({ ...at, code: 'READ_ONLY', message: `${leftOut}: its values are calculated.` });
    else if (reason === 'upload')
      warnings.add({ ...at, code: 'READ_ONLY', message: `${leftOut}: the upload sets its value.` });
    else if (reason === 'other')
      warnings.add({ ...at, code: 'COLUMN_LEFT_OUT', message: `${leftOut}: another column has its field.` });
    else if (reason === 'foreign')
      warnings.add({
        ...at,
        code: 'UNKNOWN_FIELD',
        message: `${leftOut}: the mapping names a field that lines of ${[...read.keys()].join(', ')} do not have.`,
      });
    else if (reason === 'unknown')
      warnings.add({ ...at, code: 'UNKNOWN_FIELD', message: `${leftOut}: no field has this header.` });
  }
}

function reportUnread(
  index: number,
  at: { sheet: string; column: string; value: string },
  read: ReadonlyMap<Discipline, ReadColumns>,
  warnings: MessageList,
): void {
  for (const [discipline, { unread }] of read) {
    const row = unread.get(index) ?? null;
    if (row === null) continue;
    const message = `The column "${at.value}" is left out for ${discipline}: its lines have no field with this header.`;
    warnings.add({ ...at, row, code: 'UNKNOWN_FIELD', message });
  }
}

export function reportHeaderless(
  { sheet, unnamed, farColumns, figures }: HeaderlessColumns,
  warnings: MessageList,
): void {
  for (const { index, letters: column } of unnamed) {
    const values = figures.filled(index);
    const message = `Column ${column} has no header and ${values === 1 ? '1 value' : `${values} values`}: it is left out unless a mapping names "[${column}]".`;
    warnings.add({ code: 'HEADERLESS_COLUMN', sheet: sheet.name, column, message });
  }
  for (const column of [...farColumns].slice(0, farColumnsMax).map(columnLetters)) {
    const message = `Column ${column} is left out: it lies too far to the right.`;
    warnings.add({ code: 'HEADERLESS_COLUMN', sheet: sheet.name, column, message });
  }
}
