import type { MessageList } from '@consulting/imports/run/message-list';
import type { Discipline, ImportParameters } from '@consulting/mto-engine';
import type { ColumnFigures } from '../sheet/column-figures';
import type { DisciplineColumns } from '../sheet/columns';

interface ReadSheet {
  sheet: { name: string };
  figures: ColumnFigures;
  rowCount: number;
  disciplines: ReadonlyMap<Discipline, DisciplineColumns>;
}

export function reportBlanks(
  { sheet, figures, rowCount, disciplines }: ReadSheet,
  { defaults, fillBlanks }: ImportParameters,
  warnings: MessageList,
): void {
  if (fillBlanks) return;
  const [columns] = disciplines.values();
  for (const { field, column } of columns?.fields ?? []) {
    const filled = figures.filled(column.index);
    if (filled === 0 || filled === rowCount || !Object.hasOwn(defaults, field.key)) continue;
    warnings.add({
      code: 'DEFAULT_NOT_USED',
      sheet: sheet.name,
      column: column.letters,
      field: field.key,
      count: rowCount - filled,
      message: `${rowCount - filled} empty cells of column ${column.letters} stay empty: the default fills them with fillBlanks alone.`,
    });
  }
}
