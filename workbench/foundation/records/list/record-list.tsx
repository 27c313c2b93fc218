import type { Column } from '@consulting/design/controls';
import { Button, EmptyState, Pager } from '@consulting/design/controls';
import { PanelRight, Plus } from '@consulting/design/icons';
import { useMessages } from '@consulting/design/language';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { Loaded, View } from '../../components/view';
import { ForWriters, NeedsNetwork, useSession } from '../../session/session';
import { type Stored, useCollection } from '../collection';
import { declared, type Loose, nameOf, type RecordColumn, type RecordName } from '../fields';
import { type FileList, useFiles } from '../files/list-files';
import { noteTypes } from '../note-queries';
import { NewRecord, RecordActions, type Removal, type Shape } from '../record-actions';
import { useRecordWords } from '../words';
import { filtersOf, pageSize, pagingOf, useListAddress } from './address';
import { FilterBar, type FilterChoices } from './filters';
import classes from './list.module.css';
import { RecordPanel, useActiveRow } from './record-panel';
import { RecordTable } from './record-table';

export type Row = Stored & Loose;

interface Props {
  of: RecordName;
  path?: Readonly<Record<string, string>>;
  /** The list is narrowed to records that have these values, by filters of the API. */
  scope?: Readonly<Record<string, string>>;
  words: { title: string; add: string; edit: string; empty: string; emptyTitle?: string; submit?: string };
  filterChoices?: FilterChoices;
  cells?: Readonly<Record<string, (row: Row) => ReactNode>>;
  actions?: (total: number, filters: Loose) => ReactNode;
  canAdd?: boolean;
  isWritable?: (row: Row) => boolean;
  add?: Shape<Row> & { initial?: () => Loose };
  remove?: (row: Row) => Removal;
}

export function RecordList({ of, path, scope, words, cells, actions, add = {}, remove, ...props }: Props) {
  const { isWritable } = props;
  const { files, filters: declaredFilters, columns, page: recordPage } = declared(of);
  const { shell, libraries } = useMessages();
  const { list } = libraries;
  const { canWrite } = useSession();
  const address = useListAddress();
  const filters = filtersOf(address, declaredFilters);
  const page = { ...scope, ...filters, ...pagingOf(address) };
  const collection = useCollection<Row>(of, path);
  const query = useQuery({
    queryKey: [of, 'list', path, page],
    queryFn: ({ signal }) => collection.list(page, signal),
    placeholderData: keepPreviousData,
  });
  const cell = useCell(of, cells);
  const [, go] = useLocation();
  const active = useActiveRow(
    of,
    query.data?.data ?? [],
    ({ id }) => recordPage && go(`${recordPage}/${id}`),
  );
  const [first, setFirst] = useState<Loose | null>(null);
  const isEmpty = query.data?.total === 0 && address.filtersSet.length === 0;
  const fileList =
    files === undefined ? null : { of, path: filled(files, path), title: words.title, filters };
  const { buttons, starters, dialog } = useFiles(fileList as FileList | null);
  const { initial, ...shape } = add;
  const rowActions: Column<Row> = {
    key: 'actions',
    title: <span className="unseen">{shell.more}</span>,
    cell: (record) => (
      <div className={classes.rowActions}>
        <RecordActions
          isRow
          {...{ of, path, record }}
          isWritable={isWritable?.(record)}
          edit={{ ...shape, title: words.edit }}
          remove={remove?.(record) ?? {}}
        />
      </div>
    ),
  };
  return (
    <View
      title={words.title}
      actions={
        <>
          {!isEmpty && (
            <Button kind="quiet" aria-pressed={active.panel.isOpen} onPress={active.panel.toggle}>
              <PanelRight />
              {shell.panel.open}
            </Button>
          )}
          {!isEmpty && buttons}
          <ForWriters>{query.data && actions?.(query.data.total, filters)}</ForWriters>
          {(props.canAdd ?? canWrite) && (
            <NeedsNetwork>
              <Button kind="primary" onPress={() => setFirst({ ...scope, ...initial?.() })}>
                <Plus />
                {words.add}
              </Button>
            </NeedsNetwork>
          )}
        </>
      }
    >
      {!isEmpty && <FilterBar of={of} address={address} choices={props.filterChoices} />}
      <Loaded query={query} form="table">
        {({ total, data }) =>
          isEmpty ? (
            <EmptyState title={words.emptyTitle ?? list.emptyTitle} words={words.empty}>
              {starters}
            </EmptyState>
          ) : (
            <div className={`${classes.list} ${query.isPlaceholderData ? classes.stale : ''}`}>
              <div className={classes.rows}>
                <RecordTable
                  caption={words.title}
                  address={address}
                  columns={columns.map(cell)}
                  last={
                    (canWrite || isWritable || noteTypes[of]) && recordPage === undefined
                      ? rowActions
                      : undefined
                  }
                  rows={data}
                  rowKey={({ id }) => id}
                  rowProps={active.rowProps}
                />
                <Pager skip={address.skip} limit={pageSize} total={total} onSkip={address.goTo} />
              </div>
              {active.panel.isOpen && <RecordPanel {...{ of, path, active }} rows={data} />}
            </div>
          )
        }
      </Loaded>
      {dialog}
      {first && (
        <NewRecord
          {...shape}
          of={of}
          path={path}
          title={words.add}
          submit={words.submit}
          initial={first}
          onClose={() => setFirst(null)}
        />
      )}
    </View>
  );
}

/** Files are sent to the address itself, whose placeholders the client does not fill in. */
const filled = (address: string, path: Readonly<Record<string, string>> = {}) =>
  address.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));

function useCell(of: RecordName, cells: Props['cells'] = {}) {
  const words = useRecordWords(of);
  const { list } = useMessages().libraries;
  const { page } = declared(of);
  const textOf = (column: RecordColumn, row: Row): string => {
    if (column.name === 'isActive') return row.isActive ? list.active : list.inactive;
    if (!column.parts) return words.value(column, row[column.name], row, true) ?? '';
    return column.parts
      .map((name) => row[name])
      .filter((part) => part !== null && part !== '')
      .join(column.separator ?? ' ');
  };
  return (column: RecordColumn, index: number) => ({
    key: column.name,
    title: column.name === 'isActive' ? list.status : words.label(column.title ?? column.name),
    isSortable: column.isSortable ?? false,
    isNumber: column.kind === 'number',
    cell: (row: Row) => {
      const text = textOf(column, row);
      const own = cells[column.name]?.(row);
      if (own !== undefined) return own;
      if (column.name === 'code' && page === undefined) return <span className="whole">{text}</span>;
      if (index > 0 || page === undefined) return text;
      return (
        <Link href={`${page}/${row.id}`} aria-label={nameOf(of, row)}>
          {text}
        </Link>
      );
    },
  });
}
