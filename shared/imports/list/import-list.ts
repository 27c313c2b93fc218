import { type FormSource, type ReceiveForm, receiveInMemory, type Upload } from '@consulting/kernel/http';
import type { Bus } from '@consulting/kernel/nats';
import { brokenUniqueConstraint, type Database, recordOperation } from '@consulting/kernel/postgres';
import type { Caller } from '@consulting/kernel/process';
import type { ReportedColumn, TableRow } from '../table/table';
import { type ReadTable, readTableApart, settled } from '../table/table-reader';
import { type ListOrder, readListForm } from './list-form';
import { type RecordList, rowsInRequestMax, rowsOfTaskMax } from './record-list';
import { AnsweredRows, type ListImportResult, type RowTally } from './row-tally';

/** All calls of a writer happen in one transaction. */
export interface ListWriter {
  take(rows: readonly TableRow[]): Promise<void>;
  finish(): Promise<void>;
}

export interface WriterParts {
  tx: Database;
  bus: Bus;
  by: string;
  order: ListOrder;
  tally: RowTally;
  columns: readonly ReportedColumn[];
}

export type OpenWriter = (parts: WriterParts) => ListWriter;

export interface ListUpload extends Upload {
  /** @throws VALIDATION_ERROR with every fault of the form */
  order(): ListOrder;
  /** @throws FILE_UNREADABLE, FILE_TOO_LARGE, UNSUPPORTED_FILE_TYPE, RATE_LIMITED */
  table(): ReadTable;
}

/**
 * The table is read before a transaction is opened. Faults of the form are reported before those of the file.
 * @throws FILE_TOO_LARGE beyond 10 MiB
 */
export const receiveList =
  (module: URL, list: RecordList): ReceiveForm<ListUpload> =>
  async (source: FormSource) => {
    const { bytes, ...upload } = await receiveInMemory(source);
    const form = await settled(Promise.try(() => readListForm(upload, list)));
    const reading = Promise.try(() => {
      const { order, file } = form();
      const reading = { options: order, rowsMax: rowsInRequestMax, advice: adviceFor(list) };
      return readTableApart(
        module,
        { bytes, fileName: file.name, list: list.name, ...reading },
        source.counted,
        source.signal,
      );
    });
    return { ...upload, order: () => form().order, table: await settled(reading) };
  };

const adviceFor = ({ path }: RecordList) => `POST ${path}/import/async takes up to ${rowsOfTaskMax}`;

export const rowsPerBatch = 1000;

interface ImportContext {
  db: Database;
  bus: Bus;
  caller: Caller;
}

/**
 * Invalid rows are reported, the others are stored in one transaction, which a dry run rolls back.
 * @throws what the upload says of form and file, and what the writer throws
 */
export async function importList(
  { db, bus, caller }: ImportContext,
  upload: ListUpload,
  open: OpenWriter,
): Promise<ListImportResult> {
  const order = upload.order();
  const { rows, columns, warnings } = upload.table();
  return retryRaces(() =>
    inTransaction(db, order.dryRun, async (tx) => {
      await recordOperation(tx, { kind: 'import' });
      const tally = new AnsweredRows(columns, warnings);
      const writer = open({ tx, bus, by: caller.name, order, tally, columns });
      for (let at = 0; at < rows.length; at += rowsPerBatch)
        await writer.take(rows.slice(at, at + rowsPerBatch));
      await writer.finish();
      return tally.answer;
    }),
  );
}

export async function inTransaction<T>(
  db: Database,
  isTrial: boolean,
  work: (tx: Database) => Promise<T>,
): Promise<T> {
  if (!isTrial) return db.transaction(work);
  const tried = Promise.withResolvers<T>();
  const rollback = new Error('the trial is over');
  await db
    .transaction(async (tx) => {
      tried.resolve(await work(tx));
      throw rollback;
    })
    .catch((error) => {
      if (error !== rollback) throw error;
    });
  return tried.promise;
}

const attemptsMax = 5;

/**
 * The import runs again when someone else wrote a record of the file meanwhile, because the record exists
 * then.
 */
async function retryRaces<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (brokenUniqueConstraint(error) === undefined || attempt === attemptsMax) throw error;
    }
  }
}
