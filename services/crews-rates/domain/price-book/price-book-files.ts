import type { ListWriter, OpenWriter, WriterParts } from '@consulting/imports/list/import-list';
import { exportList, exportQuery } from '@consulting/imports/list/list-export';
import {
  changesOf,
  hasKey,
  NamedRecords,
  type ReadRow,
  readRow,
  repeats,
} from '@consulting/imports/list/list-rows';
import type { TableRow } from '@consulting/imports/table/table';
import { inSlices } from '@consulting/kernel/process';
import { isEmpty, loweredText, type Values } from '@consulting/kernel/schema';
import type { PriceBookRow, PriceBookValues } from '../../store/price-book';
import * as store from '../../store/price-book';
import { listTargets } from '../../store/price-row';
import type { Ctx } from '../context';
import { emitAllRows, faultsOfRows, type PriceBookFields } from './price-book';
import { priceBookInput, priceBookQuery } from './price-book-fields';
import { priceBookList } from './price-book-list';

export const priceBookExportQuery = exportQuery(priceBookQuery);

export function exportPriceBooks(
  ctx: Ctx,
  { format, ...filter }: Values<(typeof priceBookExportQuery)['fields']>,
  signal: AbortSignal,
): Promise<Response> {
  const read = store.readPriceBooks(filter);
  return exportList(ctx, { list: priceBookList, format, read }, signal);
}

export const openPriceBookWriter: OpenWriter = (parts) => new PriceBookWriter(parts);

const key = ['code'];

type Read = ReadRow<(typeof priceBookInput)['fields']>;

interface Changed {
  row: TableRow;
  before: PriceBookRow;
  changes: Partial<PriceBookValues>;
}

class PriceBookWriter implements ListWriter {
  readonly #named = new NamedRecords();

  constructor(private readonly parts: WriterParts) {}

  async take(rows: readonly TableRow[]): Promise<void> {
    const { tx } = this.parts;
    const read = await inSlices(rows, (row) => readRow(priceBookInput, row));
    const codes = read.filter((one) => hasKey(one, key)).map(({ record }) => record.code);
    const stored = await store.lockPriceBooksByCode(tx, codes);
    const current = new Map(stored.map((book) => [loweredText(book.code), book]));
    const created: (PriceBookValues & { id: string })[] = [];
    const changed: Changed[] = [];
    await inSlices(read, (one) => {
      const book = hasKey(one, key) ? current.get(loweredText(one.record.code)) : undefined;
      if (book) this.#change(book, one, changed);
      else this.#create(one, created);
    });
    await store.insertPriceBooks(tx, created);
    const fitting = await this.#fitting(changed);
    const isRevalued = ({ changes }: Changed) => changes.currency !== undefined;
    const others = fitting.filter((one) => !isRevalued(one));
    await store.updatePriceBooks(
      tx,
      others.map(({ before, changes }) => ({ ...before, ...changes })),
    );
    for (const { before, changes } of fitting.filter(isRevalued)) {
      const { updatedAt } = await store.updatePriceBook(tx, before.id, changes);
      await emitAllRows(tx, before, updatedAt);
    }
  }

  async finish(): Promise<void> {}

  #create(one: Read, created: (PriceBookValues & { id: string })[]): void {
    const { tally, by } = this.parts;
    const faults = one.faults.length > 0 ? one.faults : this.#repeated(one);
    if (faults.length > 0) return tally.refuse(one.row, faults);
    created.push({ ...one.record, id: Bun.randomUUIDv7(), rowCount: 0, createdBy: by, updatedBy: by });
    tally.imported += 1;
  }

  #change(before: PriceBookRow, one: Read, changed: Changed[]): void {
    const { tally, order, by } = this.parts;
    const { changes, faults } = changesOf(priceBookInput, one.row, before as PriceBookFields, key);
    const all = faults.length > 0 ? faults : this.#repeated(one);
    if (all.length > 0) tally.refuse(one.row, all);
    else if (isEmpty(changes) || !order.updateExisting) tally.skipped += 1;
    else changed.push({ row: one.row, before, changes: { ...changes, updatedBy: by } });
  }

  #repeated({ row, record }: Read) {
    const first = this.#named.enter(loweredText(record.code), row);
    return first === undefined ? [] : [repeats('code', first, row, 'code')];
  }

  // A book whose rows contradict its new discipline or currency stays as it is.
  async #fitting(changed: readonly Changed[]): Promise<Changed[]> {
    const { tx, tally } = this.parts;
    const fitting: Changed[] = [];
    for (const one of changed) {
      const { row, before, changes } = one;
      const isOfRows = changes.currency !== undefined || changes.discipline !== undefined;
      const faults = isOfRows
        ? faultsOfRows({ ...before, ...changes }, await listTargets(tx, before.id))
        : [];
      if (faults.length > 0) tally.refuse(row, faults);
      else {
        fitting.push(one);
        tally.updated += 1;
      }
    }
    return fitting;
  }
}
