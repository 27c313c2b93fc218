import { Button } from 'react-aria-components';
import { Button as PlainButton } from '../../components/button';
import { type Column, Table } from '../../components/table';
import { useFormats, useMessages } from '../../language/language';
import { type ListAddress, pageSize } from './address';
import classes from './list.module.css';

export interface RecordColumn<Row> extends Omit<Column<Row>, 'title'> {
  title: string;
  isSortable?: boolean;
}

interface Props<Row> {
  caption: string;
  address: ListAddress;
  columns: readonly RecordColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
}

type Direction = 'ascending' | 'descending' | undefined;

const directionOf = (key: string, sort: string | undefined): Direction => {
  if (sort === key) return 'ascending';
  return sort === `-${key}` ? 'descending' : undefined;
};

export function RecordTable<Row>({ address, columns, ...others }: Props<Row>) {
  const { list } = useMessages().libraries;
  const shown = columns.map(({ title, isSortable, ...column }): Column<Row> => {
    const direction = directionOf(column.key, address.sort);
    if (!isSortable) return { ...column, title };
    const next = { ascending: `-${column.key}`, descending: null };
    return {
      ...column,
      sort: direction,
      title: (
        <Button
          className={classes.sort}
          aria-label={list.sortBy({ title })}
          onPress={() => address.set('sort', direction === undefined ? column.key : next[direction])}
        >
          {title}
          <span className={classes.arrow} aria-hidden="true">
            {direction === undefined ? '' : direction === 'ascending' ? '▲' : '▼'}
          </span>
        </Button>
      ),
    };
  });
  return <Table {...others} columns={shown} empty={list.noneFound} />;
}

export function Pager({ address, total }: { address: ListAddress; total: number }) {
  const { list } = useMessages().libraries;
  const { number } = useFormats();
  const { skip } = address;
  const last = Math.min(skip + pageSize, total);
  return (
    <nav className={classes.pager} aria-label={list.pages}>
      <span role="status">
        {list.range({ first: number(total === 0 ? 0 : skip + 1), last: number(last), total: number(total) })}
      </span>
      {total > pageSize && (
        <>
          <PlainButton isDisabled={skip === 0} onPress={() => address.goTo(Math.max(skip - pageSize, 0))}>
            {list.previous}
          </PlainButton>
          <PlainButton isDisabled={last >= total} onPress={() => address.goTo(skip + pageSize)}>
            {list.next}
          </PlainButton>
        </>
      )}
    </nav>
  );
}
