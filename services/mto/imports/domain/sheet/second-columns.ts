import { mappedKey } from '@consulting/imports/mapping';
import { type Discipline, type ImportParameters, isFurtherHeader } from '@consulting/mto-engine';
import type { SheetColumn } from './header-row';

// A column that is mapped goes before those that only their headers name, and the usual header of a field before a further one.
export function secondColumns(
  sheet: string,
  columns: readonly SheetColumn[],
  keys: readonly (string | null)[],
  discipline: Discipline,
  { mapping }: ImportParameters,
): ReadonlySet<SheetColumn> {
  const mapped = new Set(columns.filter((column) => mappedKey(mapping, sheet, column) !== undefined));
  const isFurther = (column: SheetColumn) =>
    isFurtherHeader(discipline, column.header) && !mapped.has(column);
  const keysOf = (isOf: (column: SheetColumn) => boolean) =>
    new Set(columns.flatMap((column, at) => (isOf(column) ? (keys[at] ?? []) : [])));
  const ofMapped = keysOf((column) => mapped.has(column));
  const ofUsual = keysOf((column) => !isFurther(column));
  const isSecond = (column: SheetColumn, key: string) =>
    (ofMapped.has(key) && !mapped.has(column)) || (ofUsual.has(key) && isFurther(column));
  return new Set(
    columns.filter((column, at) => {
      const key = keys[at] ?? null;
      return key !== null && isSecond(column, key);
    }),
  );
}
