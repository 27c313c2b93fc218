import { type Column, type RowProps, Table } from '@consulting/design/controls';
import { ArrowDown, ArrowUp } from '@consulting/design/icons';
import { useMessages } from '@consulting/design/language';
import { Button } from 'react-aria-components';
import type { ListAddress } from './address';
import classes from './list.module.css';

interface SortedColumn<Row> extends Omit<Column<Row>, 'title'> {
  title: string;
  isSortable: boolean;
}

interface Props<Row> {
  caption: string;
  address: ListAddress;
  columns: readonly SortedColumn<Row>[];
  last?: Column<Row> | undefined;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  rowProps?: (row: Row) => RowProps;
}

type Direction = 'ascending' | 'descending' | undefined;

const directionOf = (key: string, sort: string | undefined): Direction => {
  if (sort === key) return 'ascending';
  return sort === `-${key}` ? 'descending' : undefined;
};

export function RecordTable<Row>({ address, columns, last, ...others }: Props<Row>) {
  const { list } = useMessages().libraries;
  const displayed = columns.map(({ title, isSortable, ...column }): Column<Row> => {
    const direction = directionOf(column.key, address.sort);
    if (!isSortable) return { ...column, title };
    const next = { ascending: `-${column.key}`, descending: null };
    return {
      ...column,
      ...(direction && { sort: direction }),
      title: (
        <Button
          className={classes.sort ?? ''}
          aria-label={list.sortBy({ title })}
          onPress={() => address.set('sort', direction === undefined ? column.key : next[direction])}
        >
          {title}
          {direction === 'ascending' && <ArrowUp />}
          {direction === 'descending' && <ArrowDown />}
        </Button>
      ),
    };
  });
  return <Table {...others} columns={last ? [...displayed, last] : displayed} empty={list.noneFound} />;
}
