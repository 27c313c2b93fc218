import { tradeChanged } from '@consulting/kernel/contracts/crews-rates';
import { brokenUniqueConstraint, type Database, emit } from '@consulting/kernel/postgres';
import { requireVersion } from '@consulting/kernel/process';
import {
  changed,
  DomainError,
  type Fault,
  invalid,
  isEmpty,
  isUuid,
  notFound,
  Page,
  type Values,
} from '@consulting/kernel/schema';
import * as store from '../../store/trade';
import { lockSiblings, type TradePair, type TradeRow } from '../../store/trade';
import { listRateCardCountries, touchReferences } from '../../store/trade-usage';
import type { Ctx } from '../context';
import { emitCards } from '../rate-card/rate-card';
import { tradeInput, type tradeQuery } from './trade-fields';

export type TradeFields = Values<(typeof tradeInput)['fields']>;

export const serialiseTrade = (row: TradeRow) => ({
  tradeId: row.id,
  ...row,
  tradeName: row.tradeName ?? row.tradeCode,
});

export async function listTrades(ctx: Ctx, query: Values<(typeof tradeQuery)['fields']>) {
  const { sort, skip, limit, ...filter } = query;
  const [rows, total] = await Promise.all([
    store.listTrades(ctx.db, filter, { sort, skip, limit }),
    store.countTrades(ctx.db, filter),
  ]);
  return new Page(rows.map(serialiseTrade), total, skip, limit);
}

export async function getTrade(ctx: Ctx, tradeId: string) {
  const row = isUuid(tradeId) ? await store.findTrade(ctx.db, tradeId) : undefined;
  if (!row) throw notFound('trade', tradeId);
  return serialiseTrade(row);
}

const reservedCodes = ['template', 'export', 'import'];

const reservedCode: Fault = {
  field: 'tradeCode',
  code: 'FORMAT',
  message: `must not be one of ${reservedCodes.join(', ')}`,
  params: { notAllowed: reservedCodes },
};

export const reservedFaults = ({ tradeCode }: Pick<TradeFields, 'tradeCode'>): Fault[] =>
  reservedCodes.includes((tradeCode ?? '').toLowerCase()) ? [reservedCode] : [];

export async function createTrade(ctx: Ctx, body: unknown) {
  const { record: values, faults } = tradeInput.tryCreate(body);
  const all = [...faults, ...reservedFaults(values)];
  if (all.length > 0) throw invalid(all);
  const by = { createdBy: ctx.caller.name, updatedBy: ctx.caller.name };
  const write = () => ctx.db.transaction((tx) => store.insertTrade(tx, { ...values, ...by }));
  return serialiseTrade(await withFreePair(values, write));
}

export function updateTrade(ctx: Ctx, tradeId: string, body: unknown) {
  return ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx };
    return serialiseTrade(await changeTrade(inside, await lockTrade(inside, tradeId), body));
  });
}

/**
 * The trade must be locked. Crews and rate cards take over a new name in the same transaction.
 * @throws VALIDATION_ERROR, TRADE_EXISTS
 */
export async function changeTrade(ctx: Ctx, current: TradeRow, body: unknown): Promise<TradeRow> {
  const changes = changed(current, tradeInput.update(body, current as TradeFields));
  if (isEmpty(changes)) return current;
  const reserved = reservedFaults({ tradeCode: changes.tradeCode ?? '' });
  if (reserved.length > 0) throw invalid(reserved);
  const pair = { ...current, ...changes };
  const row = await withFreePair(pair, () =>
    store.updateTrade(ctx.db, current.id, { ...changes, updatedBy: ctx.caller.name }),
  );
  if ('tradeCode' in changes || 'laborDesignation' in changes) await emitRename(ctx, current, row);
  if ('isActive' in changes) await emitMatching(ctx, row);
  return row;
}

async function emitMatching({ db }: Ctx, trade: TradeRow): Promise<void> {
  const countries = await listRateCardCountries(db, trade.id);
  const { tradeCode, laborDesignation } = trade;
  await emitCards(
    db,
    countries.map((country) => ({ tradeCode, laborDesignation, country })),
  );
}

/**
 * All designations of the code are locked in one order, because a rename or a removal asks whether the trade is the
 * last of them.
 */
export async function lockTrade(ctx: Ctx, tradeId: string): Promise<TradeRow> {
  const found = isUuid(tradeId) ? await store.findTrade(ctx.db, tradeId) : undefined;
  if (found) await store.lockTradeGroup(ctx.db, found.tradeCode);
  const row = found && (await store.lockTrade(ctx.db, tradeId));
  if (!row) throw notFound('trade', tradeId);
  requireVersion(ctx, row);
  return row;
}

async function withFreePair<T>(
  { tradeCode, laborDesignation }: store.TradePair,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (brokenUniqueConstraint(error) !== store.tradeKey) throw error;
    throw new DomainError('TRADE_EXISTS', `The trade ${tradeCode} ${laborDesignation} exists already.`);
  }
}

export const namesOf = ({ tradeCode, laborDesignation }: TradePair): TradePair => ({
  tradeCode,
  laborDesignation,
});

async function emitRename(ctx: Ctx, before: TradeRow, after: TradeRow): Promise<void> {
  const isLastOfCode = before.tradeCode !== after.tradeCode && !(await lockSiblings(ctx.db, before));
  await touchReferences(ctx.db, after.id, ctx.caller.name);
  await emitChange(ctx.db, before, after, isLastOfCode);
}

export const emitChange = (
  tx: Database,
  before: TradePair,
  after: TradePair | null,
  isLastOfCode: boolean,
): Promise<void> =>
  emit(tx, tradeChanged, {
    from: namesOf(before),
    to: after && namesOf(after),
    isLastOfCode,
    changedAt: new Date().toISOString(),
  });
