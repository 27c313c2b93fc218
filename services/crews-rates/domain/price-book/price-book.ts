import { priceRowsChanged, priceRowsPerEventMax } from '@consulting/kernel/contracts/crews-rates';
import { type Database, emitAll, recordOperation, withFreeCode } from '@consulting/kernel/postgres';
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
import { findField, isMoney } from '@consulting/takeoff-fields';
import type { PriceBookRow } from '../../store/price-book';
import * as store from '../../store/price-book';
import { listRowCodes, listTargets, type TargetOfRows } from '../../store/price-row';
import type { Ctx } from '../context';
import { priceBookInput, type priceBookQuery } from './price-book-fields';

export type PriceBookFields = Values<(typeof priceBookInput)['fields']>;

export const serialisePriceBook = (row: PriceBookRow) => ({ priceBookId: row.id, ...row });

export async function listPriceBooks(ctx: Ctx, query: Values<(typeof priceBookQuery)['fields']>) {
  const { sort, skip, limit, ...filter } = query;
  const [rows, total] = await Promise.all([
    store.listPriceBooks(ctx.db, filter, { sort, skip, limit }),
    store.countPriceBooks(ctx.db, filter),
  ]);
  return new Page(rows.map(serialisePriceBook), total, skip, limit);
}

export async function requirePriceBook({ db }: Ctx, priceBookId: string): Promise<PriceBookRow> {
  const row = isUuid(priceBookId) ? await store.findPriceBook(db, priceBookId) : undefined;
  if (!row) throw notFound('price book', priceBookId);
  return row;
}

export const getPriceBook = async (ctx: Ctx, priceBookId: string) =>
  serialisePriceBook(await requirePriceBook(ctx, priceBookId));

export async function lockPriceBook({ db }: Pick<Ctx, 'db'>, priceBookId: string): Promise<PriceBookRow> {
  const row = isUuid(priceBookId) ? await store.lockPriceBook(db, priceBookId) : undefined;
  if (!row) throw notFound('price book', priceBookId);
  return row;
}

export const insertPriceBook = (
  tx: Database,
  values: store.PriceBookValues,
  field = 'code',
): Promise<PriceBookRow> => withFreeBookCode(values.code, () => store.insertPriceBook(tx, values), field);

const withFreeBookCode = <T>(code: string, write: () => Promise<T>, field = 'code') =>
  withFreeCode({ constraint: store.priceBookCodeKey, record: 'price book', code, field }, write);

export function createPriceBook(ctx: Ctx, body: unknown) {
  const values = priceBookInput.create(body);
  const by = { createdBy: ctx.caller.name, updatedBy: ctx.caller.name };
  return ctx.db.transaction(async (tx) =>
    serialisePriceBook(await insertPriceBook(tx, { ...values, ...by })),
  );
}

// What rows of the book gave is stale once they are named or converted otherwise.
export function updatePriceBook(ctx: Ctx, priceBookId: string, body: unknown) {
  return ctx.db.transaction(async (tx) => {
    const current = await lockPriceBook({ db: tx }, priceBookId);
    requireVersion(ctx, current);
    const { changes: wanted, faults } = priceBookInput.tryUpdate(body, current as PriceBookFields);
    const changes = changed<Partial<PriceBookFields>>(current as PriceBookFields, wanted);
    const targets = await listTargets(tx, current.id);
    const all = [...faults, ...faultsOfRows({ ...current, ...changes }, targets)];
    if (all.length > 0) throw invalid(all);
    if (isEmpty(changes)) return serialisePriceBook(current);
    const written = { ...changes, updatedBy: ctx.caller.name };
    const row = await withFreeBookCode(changes.code ?? current.code, () =>
      store.updatePriceBook(tx, current.id, written),
    );
    if (row.code !== current.code || row.currency !== current.currency)
      await emitAllRows(tx, current, row.updatedAt);
    return serialisePriceBook(row);
  });
}

export function faultsOfRows(
  { discipline, currency }: PriceBookRow,
  targets: readonly TargetOfRows[],
): Fault[] {
  const isOfOther = discipline !== null && targets.some((one) => one.discipline !== discipline);
  const hasMoney = targets.some((one) => {
    const field = findField(one.discipline, one.target);
    return field !== undefined && isMoney(field);
  });
  const faults: Fault[] = [];
  if (isOfOther)
    faults.push({
      field: 'discipline',
      code: 'REFERENCE',
      message: 'rows of the book are of another discipline',
    });
  if (hasMoney && currency === null)
    faults.push({
      field: 'currency',
      code: 'REQUIRED',
      message: 'is required, because rows of the book are money',
    });
  return faults;
}

// Lines keep what the book gave them, with its code; the event makes it stale.
export function deletePriceBook(ctx: Ctx, priceBookId: string): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    const current = await lockPriceBook({ db: tx }, priceBookId);
    requireVersion(ctx, current);
    await recordOperation(tx, { recordType: 'price-books' });
    await emitAllRows(tx, current, new Date());
    await store.removePriceBook(tx, current.id);
  });
}

export async function emitAllRows(tx: Database, { id, code }: PriceBookRow, changedAt: Date): Promise<void> {
  await emitRows(tx, code, await listRowCodes(tx, id), changedAt);
}

// A price that was read from the book as it is at `changedAt` is not stale.
export async function emitRows(
  tx: Database,
  priceBook: string,
  rowCodes: readonly string[],
  changedAt: Date,
): Promise<void> {
  const at = changedAt.toISOString();
  const count = Math.ceil(rowCodes.length / priceRowsPerEventMax);
  const payloads = Array.from({ length: count }, (_, part) => {
    const start = part * priceRowsPerEventMax;
    return { priceBook, rowCodes: rowCodes.slice(start, start + priceRowsPerEventMax), at };
  });
  if (payloads.length > 0) await emitAll(tx, priceRowsChanged, payloads);
}
