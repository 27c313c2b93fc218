import { fileDownload, workbookType } from '@consulting/kernel/http';
import { type Database, openSnapshot, type Snapshot } from '@consulting/kernel/postgres';
import {
  type Caller,
  countedAs,
  type Logger,
  type Spool,
  spooledStream,
  Turns,
} from '@consulting/kernel/process';
import { choice, type Fields, QueryInput } from '@consulting/kernel/schema';
import type { CellOutput } from '@consulting/spreadsheet/output/write-output';
import { writeCsv } from '@consulting/spreadsheet/write-csv';
import { writeWorkbook } from '@consulting/spreadsheet/write-workbook';
import { cellOf, type RecordList } from './record-list';

const exportFormats = ['xlsx', 'csv'] as const;

const formOfFile = {
  format: choice(exportFormats, 'ListFormat').default('xlsx').describe('Excel workbook or CSV.'),
};

export function exportQuery<F extends Fields>({ fields }: QueryInput<F>) {
  const { sort, skip, limit, ...filters } = fields;
  return new QueryInput<Omit<F, 'sort' | 'skip' | 'limit'> & typeof formOfFile>({
    ...filters,
    ...formOfFile,
  });
}

const making = new Turns('Exports', {
  atOnceMax: 4,
  atOncePerCallerMax: 1,
  waitingMax: 32,
  waitingPerCallerMax: 9,
  waitMsMax: 30_000,
});

const open = new Turns('Exports', {
  atOnceMax: 64,
  atOncePerCallerMax: 10,
  waitingMax: 0,
  waitingPerCallerMax: 0,
  waitMsMax: 0,
});

interface ExportContext {
  db: Database;
  caller: Caller;
  log: Logger;
  spool: Spool;
}

export interface ListExport {
  list: RecordList;
  format: (typeof exportFormats)[number];
  read(snapshot: Snapshot): AsyncGenerator<Record<string, unknown>[]>;
}

/**
 * All records are of one moment. The file is written to the spool when it is first read, so that a slow
 * client occupies no connection.
 * @throws RATE_LIMITED when too many exports wait for their turn
 */
export async function exportList(
  { db, caller, log, spool }: ExportContext,
  { list, format, read }: ListExport,
  signal?: AbortSignal,
): Promise<Response> {
  const endOpen = await open.take(countedAs(caller), signal);
  const endMaking = await making.take(countedAs(caller), signal).catch((error) => {
    endOpen();
    throw error;
  });
  const createdAt = new Date();
  const outputs = list.columns.map(({ output: { choices, ...output } }) => output);
  const rows = () => recordRows(db, list, read);
  const file =
    format === 'csv'
      ? writeCsv(outputs, rows())
      : writeWorkbook([{ name: list.title, columns: outputs, rows: rows() }], {
          title: list.title,
          createdAt,
        });
  const bytes = spooledStream(file, spool, {
    signal,
    onMade: endMaking,
    onEnd: endOpen,
    // The answer has begun and its status is out.
    onFailure: (error) => log.error('export failed', { error }),
  });
  const name = `${list.title} ${createdAt.toISOString().slice(0, 10)}.${format}`;
  return fileDownload(name, format === 'csv' ? csvType : workbookType, bytes);
}

export const csvType = 'text/csv; charset=utf-8';

async function* recordRows(
  db: Database,
  { columns }: RecordList,
  read: ListExport['read'],
): AsyncGenerator<CellOutput[][]> {
  const snapshot = await openSnapshot(db);
  try {
    for await (const records of read(snapshot))
      yield records.map((record) => columns.map(({ key }) => cellOf(record[key])));
  } finally {
    await snapshot.close();
  }
}
