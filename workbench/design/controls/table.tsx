import { Fragment, type HTMLAttributes, type ReactNode } from 'react';
import classes from './table.module.css';

export interface Column<T> {
  key: string;
  title: ReactNode;
  cell: (row: T) => ReactNode;
  isNumber?: boolean;
  sort?: 'ascending' | 'descending';
}

type Cell<T> = (row: T) => ReactNode;

export const column = <T,>(key: string, title: ReactNode, cell: Cell<T>): Column<T> => ({ key, title, cell });

export const numberColumn = <T,>(key: string, title: ReactNode, cell: Cell<T>): Column<T> => ({
  ...column(key, title, cell),
  isNumber: true,
});

interface Props<T> {
  caption: string;
  columns: readonly Column<NoInfer<T>>[];
  rows: readonly T[];
  rowKey: (row: NoInfer<T>) => string;
  empty?: ReactNode;
  rowProps?: ((row: NoInfer<T>) => RowProps) | undefined;
  // What a row has below it stays in sight where the table is wider than its place.
  below?: ((row: NoInfer<T>) => ReactNode) | undefined;
}

export type RowProps = HTMLAttributes<HTMLTableRowElement>;

export const Table = <T,>({ caption, columns, rows, rowKey, empty, rowProps, below }: Props<T>) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
  <section className={classes.scroller} tabIndex={0} aria-label={caption}>
    <table className={classes.table}>
      <caption className="unseen">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ key, title, isNumber, sort }) => (
            <th key={key} scope="col" className={isNumber ? 'number' : undefined} aria-sort={sort}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Fragment key={rowKey(row)}>
            <tr {...rowProps?.(row)}>
              {columns.map(({ key, cell, isNumber }) => (
                <td key={key} className={isNumber ? 'number' : undefined}>
                  {cell(row)}
                </td>
              ))}
            </tr>
            {below && (
              <tr className={classes.below}>
                <td colSpan={columns.length}>{below(row)}</td>
              </tr>
            )}
          </Fragment>
        ))}
        {rows.length === 0 && empty !== undefined && (
          <tr>
            <td colSpan={columns.length} className="quiet">
              {empty}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  </section>
);
