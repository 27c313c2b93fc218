import { type AnyColumn, asc, Column, is, type SQL, sql } from 'drizzle-orm';
import type { FieldOrder } from '../../schema';
import { sortedText } from './query';

export interface ListPage {
  sort: readonly FieldOrder[] | null;
  skip: number;
  limit: number;
}

export type SortColumns = Record<string, AnyColumn | SQL>;

export const sortable = (columns: Record<string, AnyColumn>): SortColumns =>
  Object.fromEntries(Object.entries(columns).filter(([, column]) => hasOrder(column)));

function hasOrder(column: AnyColumn): boolean {
  const type = column.getSQLType();
  return !(type === 'uuid' || type === 'jsonb' || type.endsWith('[]'));
}

export function inOrder(
  sort: ListPage['sort'],
  columns: SortColumns,
  { id, usual }: { id: AnyColumn; usual: readonly SQL[] },
): SQL[] {
  if (sort === null) return [...usual];
  const asked = sort.flatMap((order) => {
    const column = columns[order.key];
    return column === undefined ? [] : [directed(column, order)];
  });
  return [...asked, asc(id)];
}

function directed(column: AnyColumn | SQL, { direction, choices }: FieldOrder): SQL {
  const value = choices ? sql`array_position(${sql.param(choices)}::text[], ${column})` : comparable(column);
  // Without the clause the index of a column that is never empty gives the order.
  const isNeverEmpty = is(column, Column) && column.notNull && !choices;
  return sql`${value} ${sql.raw(direction)}${sql.raw(isNeverEmpty ? '' : ' nulls last')}`;
}

const comparable = (column: AnyColumn | SQL): AnyColumn | SQL =>
  is(column, Column) && column.getSQLType() === 'text' ? sortedText(column) : column;
