import { recordOperation } from '@consulting/kernel/postgres';
import { decimal, type Fault, invalid } from '@consulting/kernel/schema';
import { findField, isNumeric } from '@consulting/takeoff-fields';
import type { PriceBookRow, PriceBookValues } from '../../store/price-book';
import { listTargets, type TargetOfRows } from '../../store/price-row';
import { copyRows } from '../../store/price-row-bulk';
import type { Ctx } from '../context';
import { insertPriceBook, lockPriceBook, serialisePriceBook } from './price-book';
import { priceBookCopyInput, priceBookRollForwardInput } from './price-book-fields';

export function duplicatePriceBook(ctx: Ctx, priceBookId: string, body: unknown) {
  const { code, name } = priceBookCopyInput.create(body);
  const field = priceBookCopyInput.nameIn(body, 'code');
  return copy(ctx, priceBookId, field, (book) => ({
    values: { code, name: name ?? book.name },
    factors: {},
  }));
}

// The new book is inactive until somebody has looked at it.
export function rollForwardPriceBook(ctx: Ctx, priceBookId: string, body: unknown) {
  const { code, name, escalationPercent, to } = priceBookRollForwardInput.create(body);
  return copy(ctx, priceBookId, 'code', (book, targets) => {
    const faults = Object.keys(escalationPercent).flatMap((target) => faultsOf(target, targets));
    if (faults.length > 0) throw invalid(faults);
    const factors = Object.entries(escalationPercent).map(([target, percent]) => [
      target,
      decimal(percent).div(100).plus(1).toFixed(),
    ]);
    const values = { code, name: name ?? book.name, ...to, isActive: false };
    return { values, factors: Object.fromEntries(factors) };
  });
}

function faultsOf(target: string, targets: readonly TargetOfRows[]): Fault[] {
  const of = targets.filter((one) => one.target === target);
  const field = `escalationPercent.${target}`;
  if (of.length === 0) return [{ field, code: 'REFERENCE', message: 'is the target of no row of the book' }];
  const isNumber = of.every(({ discipline }) => {
    const known = findField(discipline, target);
    return known !== undefined && isNumeric(known);
  });
  return isNumber ? [] : [{ field, code: 'TYPE', message: 'is a field without numbers' }];
}

type Change = (
  book: PriceBookRow,
  targets: readonly TargetOfRows[],
) => { values: Partial<PriceBookValues> & { code: string }; factors: Record<string, string> };

function copy(ctx: Ctx, priceBookId: string, codeField: string, change: Change) {
  return ctx.db.transaction(async (tx) => {
    const book = await lockPriceBook({ db: tx }, priceBookId);
    const { values, factors } = change(book, await listTargets(tx, book.id));
    const { id, version, createdAt, updatedAt, rowCount, ...fields } = book;
    const by = { createdBy: ctx.caller.name, updatedBy: ctx.caller.name };
    await recordOperation(tx, { kind: 'create' });
    const made = await insertPriceBook(tx, { ...fields, ...values, ...by, rowCount }, codeField);
    await copyRows(tx, { from: id, to: made.id, by: ctx.caller.name, factors });
    return serialisePriceBook(made);
  });
}
