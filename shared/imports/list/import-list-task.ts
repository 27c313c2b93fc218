import { brokenUniqueConstraint, type Database, recordOperation } from '@consulting/kernel/postgres';
import { DomainError, type Fault } from '@consulting/kernel/schema';
import { columnLetters } from '@consulting/spreadsheet/table/cell';
import type { FailedRows, RowFault } from '../run/failed-rows';
import type { ImportRun } from '../run/import-run';
import { storable } from '../store/copy-text';
import { type OpenTable, openTable, TableProblem } from '../table/open-table';
import type { SheetTable } from '../table/sheet-table';
import type { TableRow, TableWarning } from '../table/table';
import { ImportFailure, type ImportResult, ReadingOutdated, type ReportedColumn } from '../task/task-model';
import { inTransaction, type OpenWriter, rowsPerBatch } from './import-list';
import type { ListOrder } from './list-form';
import { type RecordList, rowsOfTaskMax } from './record-list';
import { RowTally } from './row-tally';

const columnsStoredMax = 200;
const headerLengthMax = 200;

/**
 * @throws ImportFailure and TableFileError when the file is at fault, ReadingOutdated, what the writer throws
 */
export async function importListTask<P>(
  run: ImportRun<P>,
  list: RecordList,
  order: ListOrder,
  open: OpenWriter,
): Promise<ImportResult> {
  const { warnings } = run.report;
  const table = await openTask(run, list, order);
  for (const warning of table.warnings) warnings.add(warning);
  run.progress.total = table.rowCount;
  const tally = new ReportedRows(run, table.sheets);
  const keepsFailedRows = !order.dryRun;
  const columns = table.columns();
  await inTransactionOf(run, order.dryRun, async (tx) => {
    await recordOperation(tx, { kind: 'import', taskId: run.task.id });
    const writer = open({ tx, bus: run.bus, by: run.task.createdBy, order, tally, columns });
    await overlapped(inBatches(table.rows()), async (rows) => {
      run.progress.check();
      await writer.take(rows);
      if (keepsFailedRows) await run.report.failed.storeIn(run.transaction);
      await run.transaction.settle();
      run.progress.current += rows.length;
    });
    await writer.finish();
  });
  const { imported, updated, skipped, refused } = tally;
  const stored = storedColumns(tally.judged(columns));
  return { imported, updated, skipped, failed: refused, deleted: 0, columns: stored };
}

// Those of one task stay far below the largest message between services.
const storedColumns = (columns: readonly ReportedColumn[]): ReportedColumn[] =>
  columns.slice(0, columnsStoredMax).map(({ sheet, header, samples, ...column }) => ({
    ...column,
    sheet: storable(sheet),
    header: storable(header.slice(0, headerLengthMax)),
    samples: samples.map(storable),
  }));

async function overlapped<T>(items: AsyncIterable<T>, take: (item: T) => Promise<void>): Promise<void> {
  let taking = Promise.resolve();
  try {
    for await (const item of items) {
      await taking;
      taking = take(item);
      taking.catch(() => {});
    }
  } finally {
    await Promise.allSettled([taking]);
  }
  await taking;
}

async function* inBatches(parts: AsyncIterable<TableRow[]>): AsyncGenerator<TableRow[]> {
  let rows: TableRow[] = [];
  for await (const part of parts) {
    rows.push(...part);
    if (rows.length < rowsPerBatch) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}

/** The work of a dry run is rolled back; its failed rows are stored after it. */
async function inTransactionOf<P>(
  run: ImportRun<P>,
  isTrial: boolean,
  work: (tx: Database) => Promise<void>,
): Promise<void> {
  try {
    if (isTrial) await inTransaction(run.tx, true, work);
    else await work(run.tx);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'NOT_FOUND')
      throw new ImportFailure('PROJECT_DELETED', error.message);
    if (brokenUniqueConstraint(error) === undefined) throw error;
    throw new ReadingOutdated('a record of the file was written by someone else meanwhile', { cause: error });
  }
}

async function openTask<P>(run: ImportRun<P>, list: RecordList, options: ListOrder): Promise<OpenTable> {
  const check = () => run.progress.check();
  const reading = { options, rowsMax: rowsOfTaskMax, advice: 'send it in parts', check };
  try {
    return await openTable(await run.openFile(), list, reading);
  } catch (error) {
    if (error instanceof TableProblem)
      throw new ImportFailure(error.code, error.message, [], 0, storedColumns(error.columns));
    throw error;
  }
}

class ReportedRows extends RowTally {
  readonly #sheets: ReadonlyMap<string, SheetTable>;
  readonly #failed: FailedRows;

  constructor(
    private readonly run: ImportRun<unknown>,
    sheets: readonly SheetTable[],
  ) {
    super();
    this.#sheets = new Map(sheets.map((sheet) => [sheet.name, sheet]));
    this.#failed = run.report.failed;
  }

  warn({ sheet, number }: TableRow, code: TableWarning['code'], message: string): void {
    this.run.report.warnings.add({ sheet, row: number, code, message });
  }

  warnOfFile(code: TableWarning['code'], message: string): void {
    this.run.report.warnings.add({ code, message });
  }

  protected keepRefused(row: TableRow, faults: readonly Fault[]): void {
    const sheet = this.#sheets.get(row.sheet);
    if (!sheet || !row.cells) throw new Error(`row ${row.number} is of no sheet that was read`);
    const { cells } = row.cells;
    this.#failed.add(
      sheet,
      row.cells,
      faults.map((fault) => rowFault(fault, sheet, cells)),
    );
  }
}

type Cells = NonNullable<TableRow['cells']>['cells'];

function rowFault({ field, code, message }: Fault, { fields }: SheetTable, cells: Cells): RowFault {
  if (code === 'RAGGED_ROW') return { column: field, field: null, value: null, code, message };
  const index = fields.get(field);
  if (index === undefined) return { column: null, field, value: null, code, message };
  return { column: columnLetters(index), field, value: cells[index] ?? null, code, message };
}
