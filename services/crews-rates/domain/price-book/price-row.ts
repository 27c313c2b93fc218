import { withFreeCode } from '@consulting/kernel/postgres';
import { requireVersion } from '@consulting/kernel/process';
import {
  changed,
  type Fault,
  invalid,
  isEmpty,
  isUuid,
  notFound,
  Page,
  type Values,
} from '@consulting/kernel/schema';
import { type PriceBookRow, updatePriceBook } from '../../store/price-book';
import type { PriceRowRow, PriceRowValues } from '../../store/price-row';
import * as store from '../../store/price-row';
import type { Condition } from '../../store/tables/price-book';
import type { Ctx } from '../context';
import { emitRows, lockPriceBook, requirePriceBook } from './price-book';
import { priceRowInput, type priceRowQuery } from './price-row-fields';
import { type PriceRowFields, type PriceRowInput, settled } from './price-row-rules';

export const rowsOfBookMax = 100_000;

const valueOf = ({ textValue, value }: Pick<PriceRowRow, 'textValue' | 'value'>) => textValue ?? value;

export const serialisePriceRow = ({ bookId, textValue, ...row }: PriceRowRow) => ({
  priceRowId: row.id,
  priceBookId: bookId,
  ...row,
  value: valueOf({ textValue, value: row.value }),
});

export const fieldsOfRow = ({ textValue, ...row }: PriceRowRow): PriceRowFields => ({
  ...row,
  value: valueOf({ textValue, value: row.value }),
});

export const valuesOfRow = ({ value, ...row }: PriceRowFields) => ({
  ...row,
  value: typeof value === 'number' ? value : null,
  textValue: typeof value === 'string' ? value : null,
});

export async function listPriceRows(
  ctx: Ctx,
  priceBookId: string,
  query: Values<(typeof priceRowQuery)['fields']>,
) {
  const { sort, skip, limit, ...filter } = query;
  const { id } = await requirePriceBook(ctx, priceBookId);
  const [rows, total] = await Promise.all([
    store.listPriceRows(ctx.db, id, filter, { sort, skip, limit }),
    store.countPriceRows(ctx.db, id, filter),
  ]);
  return new Page(rows.map(serialisePriceRow), total, skip, limit);
}

export async function getPriceRow({ db }: Ctx, priceBookId: string, priceRowId: string) {
  const row =
    isUuid(priceBookId) && isUuid(priceRowId)
      ? await store.findPriceRow(db, priceBookId, priceRowId)
      : undefined;
  if (!row) throw notFound('price row', priceRowId);
  return serialisePriceRow(row);
}

export function createPriceRow(ctx: Ctx, priceBookId: string, body: unknown) {
  return ctx.db.transaction(async (tx) => {
    const book = await lockPriceBook({ db: tx }, priceBookId);
    const { record, faults } = priceRowInput.tryCreate(body);
    const row = settled(record, book, faults);
    if (book.rowCount >= rowsOfBookMax) faults.push(isFull);
    if (faults.length > 0) throw invalid(faults);
    const rowCode = row.rowCode ?? String((await store.highestRowNumber(tx, book.id)) + 1);
    const by = { createdBy: ctx.caller.name, updatedBy: ctx.caller.name };
    const values = {
      ...valuesOfRow({ ...row, rowCode }),
      ...by,
      rowCode,
      id: Bun.randomUUIDv7(),
      bookId: book.id,
    };
    const made = await withFreeRowCode(rowCode, () => store.insertPriceRow(tx, values));
    await touch({ ...ctx, db: tx }, book, 1);
    return serialisePriceRow(made);
  });
}

export const isFull: Fault = {
  field: 'rowCode',
  code: 'MAX',
  message: `the book has ${rowsOfBookMax} rows, which is the most`,
  params: { max: rowsOfBookMax },
};

export const touch = ({ db, caller }: Ctx, { id, rowCount }: PriceBookRow, more = 0) =>
  updatePriceBook(db, id, { rowCount: rowCount + more, updatedBy: caller.name });

export const withFreeRowCode = <T>(code: string, write: () => Promise<T>) =>
  withFreeCode(
    { constraint: store.priceRowCodeKey, record: 'row of the book', code, field: 'rowCode' },
    write,
  );

async function lockRow(
  { db }: Pick<Ctx, 'db'>,
  book: PriceBookRow,
  priceRowId: string,
): Promise<PriceRowRow> {
  const [row] = isUuid(priceRowId) ? await store.lockPriceRows(db, book.id, [priceRowId]) : [];
  if (!row) throw notFound('price row', priceRowId);
  return row;
}

export function changesOfRow(
  book: PriceBookRow,
  current: PriceRowRow,
  body: unknown,
): { changes: Partial<PriceRowValues>; faults: Fault[] } {
  const fields = fieldsOfRow(current);
  const { changes: wanted, faults } = priceRowInput.tryUpdate(body, fields as PriceRowInput);
  const after = { ...fields, ...wanted, rowCode: wanted.rowCode ?? fields.rowCode } as PriceRowInput;
  const row = settled({ ...after, discipline: after.discipline ?? book.discipline }, book, faults);
  const changes = changed(current as object, valuesOfRow(row) as Partial<PriceRowValues>);
  const { conditions, ...others } = changes;
  const isSame = conditions !== undefined && isSameSet(conditions, current.conditions);
  return { changes: isSame ? others : changes, faults };
}

// All conditions must hold, so their order says nothing.
function isSameSet(some: readonly Condition[], others: readonly Condition[]): boolean {
  const left = [...others];
  for (const one of some) {
    const at = left.findIndex((other) => Bun.deepEquals(one, other));
    if (at < 0) return false;
    left.splice(at, 1);
  }
  return left.length === 0;
}

export function updatePriceRow(ctx: Ctx, priceBookId: string, priceRowId: string, body: unknown) {
  return ctx.db.transaction(async (tx) => {
    const book = await lockPriceBook({ db: tx }, priceBookId);
    const current = await lockRow({ db: tx }, book, priceRowId);
    requireVersion(ctx, current);
    const { changes, faults } = changesOfRow(book, current, body);
    if (faults.length > 0) throw invalid(faults);
    if (isEmpty(changes)) return serialisePriceRow(current);
    const written = { ...changes, updatedBy: ctx.caller.name };
    const row = await withFreeRowCode(changes.rowCode ?? current.rowCode, () =>
      store.updatePriceRow(tx, current.id, written),
    );
    const { updatedAt } = await touch({ ...ctx, db: tx }, book);
    await emitRows(tx, book.code, [current.rowCode], updatedAt);
    return serialisePriceRow(row);
  });
}

export function deletePriceRow(ctx: Ctx, priceBookId: string, priceRowId: string): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    const book = await lockPriceBook({ db: tx }, priceBookId);
    const current = await lockRow({ db: tx }, book, priceRowId);
    requireVersion(ctx, current);
    await store.removePriceRow(tx, current.id);
    const { updatedAt } = await touch({ ...ctx, db: tx }, book, -1);
    await emitRows(tx, book.code, [current.rowCode], updatedAt);
  });
}
