import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Loaded, View } from '../../components/view';
import { useMessages } from '../../language/language';
import { ForWriters } from '../../session/session';
import type { FileList } from '../files/file-list';
import { ImportButton, ListFiles, TemplateButton, useImport } from '../files/list-files';
import type { ListAddress } from './address';
import { FilterBar } from './filters';
import classes from './list.module.css';
import { Pager, type RecordColumn, RecordTable } from './record-table';

interface Page<Row> {
  data: Row[];
  total: number;
}

interface Props<Row> {
  title: string;
  files: FileList;
  address: ListAddress;
  query: UseQueryResult<Page<Row>>;
  columns: readonly RecordColumn<Row>[];
  rowKey: (row: Row) => string;
  filters: ReactNode;
  actions: ReactNode;
  emptyWords: string;
}

export function LibraryView<Row>(props: Props<Row>) {
  const { title, files, address, query, filters, actions, emptyWords } = props;
  const { open, dialog } = useImport(files);
  const isEmpty = query.data?.total === 0 && address.filtersSet.length === 0;
  return (
    <View
      title={title}
      actions={
        <>
          {!isEmpty && <ListFiles files={files} onImport={open} />}
          <ForWriters>{actions}</ForWriters>
        </>
      }
    >
      {!isEmpty && <FilterBar address={address}>{filters}</FilterBar>}
      <Loaded query={query}>
        {({ total, data }) =>
          isEmpty ? (
            <EmptyLibrary files={files} words={emptyWords} onImport={open} />
          ) : (
            <div className={query.isPlaceholderData ? classes.stale : undefined}>
              <RecordTable
                caption={title}
                address={address}
                columns={props.columns}
                rows={data}
                rowKey={props.rowKey}
              />
              <Pager address={address} total={total} />
            </div>
          )
        }
      </Loaded>
      {dialog}
    </View>
  );
}

export function EmptyLibrary({
  files,
  words,
  onImport,
}: {
  files: FileList;
  words: string;
  onImport: () => void;
}) {
  const { list } = useMessages().libraries;
  return (
    <section className={classes.empty}>
      <h2>{list.emptyTitle}</h2>
      <p>{words}</p>
      <div className={classes.emptyActions}>
        <TemplateButton files={files} />
        <ImportButton onPress={onImport} />
      </div>
    </section>
  );
}
