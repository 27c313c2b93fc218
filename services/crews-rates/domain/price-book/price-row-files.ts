import type { StoredUpload } from '@consulting/imports/accept-upload';
import {
  importList,
  type ListUpload,
  type ListWriter,
  type OpenWriter,
  type WriterParts,
} from '@consulting/imports/list/import-list';
import { exportList, exportQuery } from '@consulting/imports/list/list-export';
import { NamedRecords, repeats } from '@consulting/imports/list/list-rows';
import type { TableRow } from '@consulting/imports/table/table';
import type { Snapshot } from '@consulting/kernel/postgres';
import { inSlices } from '@consulting/kernel/process';
import { type Fault, isEmpty, loweredText, type Values } from '@consulting/kernel/schema';
import type { PriceBookRow } from '../../store/price-book';
import { updatePriceBook } from '../../store/price-book';
import type { PriceRowRow, PriceRowValues } from '../../store/price-row';
import * as store from '../../store/price-row';
import {
  type FileRow,
  insertPriceRows,
  listConditionShapes,
  readPriceRows,
  updatePriceRows,
} from '../../store/price-row-bulk';
import type { Ctx } from '../context';
import { acceptImport } from '../list-import';
import { columnsOf } from './condition-columns';
import { emitRows, lockPriceBook, requirePriceBook } from './price-book';
import { changesOfRow, isFull, rowsOfBookMax, valuesOfRow } from './price-row';
import { priceRowInput, priceRowQuery } from './price-row-fields';
import { listWithColumns, priceRowList, takenNames } from './price-row-list';
import { settled } from './price-row-rules';
import { type ReadFileRow, readFileRow, recordOfFile } from './price-row-table';

export const priceRowExportQuery = exportQuery(priceRowQuery);

export async function exportPriceRows(
  ctx: Ctx,
  priceBookId: string,
  { format, ...filter }: Values<(typeof priceRowExportQuery)['fields']>,
  signal: AbortSignal,
): Promise<Response> {
  const { id } = await requirePriceBook(ctx, priceBookId);
  const shapes = await listConditionShapes(ctx.db, id, filter);
  const columns = new Map(
    shapes.flatMap((conditions) => columnsOf(conditions, takenNames).flat()).map((one) => [one.key, one]),
  );
  const list = listWithColumns([...columns.values()]);
  const read = async function* (snapshot: Snapshot) {
    for await (const rows of readPriceRows(id, filter)(snapshot))
      yield rows.map((row: FileRow) => recordOfFile(row, columns));
  };
  return exportList(ctx, { list, format, read }, signal);
}

export async function importPriceRows(ctx: Ctx, priceBookId: string, upload: ListUpload) {
  await requirePriceBook(ctx, priceBookId);
  return importList(ctx, upload, openPriceRowWriter(priceBookId));
}

export async function acceptPriceRows(ctx: Ctx, priceBookId: string, upload: StoredUpload) {
  await requirePriceBook(ctx, priceBookId);
  return acceptImport(ctx, upload, priceRowList, { priceBookId });
}

export const openPriceRowWriter =
  (priceBookId: string): OpenWriter =>
  (parts) =>
    new PriceRowWriter(parts, priceBookId);

class PriceRowWriter implements ListWriter {
  readonly #named = new NamedRecords();
  readonly #reported: string[] = [];
  #book: PriceBookRow | undefined;
  #added = 0;
  #number = 0;

  constructor(
    private readonly parts: WriterParts,
    private readonly priceBookId: string,
  ) {}

  async #open(): Promise<PriceBookRow> {
    if (this.#book) return this.#book;
    const { tx } = this.parts;
    this.#book = await lockPriceBook({ db: tx }, this.priceBookId);
    this.#number = await store.highestRowNumber(tx, this.#book.id);
    return this.#book;
  }

  async take(rows: readonly TableRow[]): Promise<void> {
    const { tx, order } = this.parts;
    const book = await this.#open();
    const read = await inSlices(rows, (row) => readFileRow(row, book, order.decimalSeparator));
    const codes = read.flatMap(({ body: { rowCode } }) => (typeof rowCode === 'string' ? [rowCode] : []));
    const stored = await store.lockRowsByCode(tx, book.id, codes);
    const current = new Map(stored.map((row) => [loweredText(row.rowCode), row]));
    const created: PriceRowValues[] = [];
    const updated: PriceRowRow[] = [];
    await inSlices(read, (one) => {
      const code = typeof one.body.rowCode === 'string' ? loweredText(one.body.rowCode) : null;
      const first = code === null ? undefined : this.#named.enter(code, one.row);
      const row = code === null ? undefined : current.get(code);
      if (first !== undefined) this.parts.tally.refuse(one.row, [repeats('rowCode', first, one.row, 'code')]);
      else if (row) this.#change(book, row, one, updated);
      else this.#create(book, one, created);
    });
    await insertPriceRows(tx, created);
    await updatePriceRows(tx, updated);
  }

  async finish(): Promise<void> {
    const { tx, by } = this.parts;
    const book = await this.#open();
    if (this.#added === 0 && this.#reported.length === 0) return;
    const rowCount = book.rowCount + this.#added;
    const { updatedAt } = await updatePriceBook(tx, book.id, { rowCount, updatedBy: by });
    await emitRows(tx, book.code, this.#reported, updatedAt);
  }

  #create(book: PriceBookRow, one: ReadFileRow, created: PriceRowValues[]): void {
    const { tally, by } = this.parts;
    const { record, faults } = priceRowInput.tryCreate(one.body);
    const row = settled(record, book, faults);
    if (book.rowCount + this.#added >= rowsOfBookMax) faults.push(isFull);
    const all = one.faultsWith(faults);
    if (all.length > 0) return tally.refuse(one.row, all);
    const rowCode = row.rowCode ?? String(++this.#number);
    const made = { id: Bun.randomUUIDv7(), bookId: book.id, rowCode, createdBy: by, updatedBy: by };
    created.push({ ...valuesOfRow(row), ...made });
    this.#added += 1;
    tally.imported += 1;
  }

  #change(book: PriceBookRow, current: PriceRowRow, one: ReadFileRow, updated: PriceRowRow[]): void {
    const { tally, order, by } = this.parts;
    const { rowCode: _, ...body } = one.body;
    const { changes, faults } = changesOfRow(book, current, body);
    const all: Fault[] = one.faultsWith(faults);
    if (all.length > 0) return tally.refuse(one.row, all);
    if (isEmpty(changes) || !order.updateExisting) tally.skipped += 1;
    else {
      updated.push({ ...current, ...changes, updatedBy: by });
      this.#reported.push(current.rowCode);
      tally.updated += 1;
    }
  }
}
