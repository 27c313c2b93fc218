import { rateCardsChanged } from '@consulting/kernel/contracts/crews-rates';
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
import { pairOf } from '../../rates/matching';
import { serialiseReferenceRates } from '../../rates/serialise';
import { requirePlaces } from '../../store/place';
import * as store from '../../store/rate-card';
import { lockTradeShared, type TradeRow } from '../../store/trade';
import type { Ctx } from '../context';
import { rateCardInput, type rateCardQuery } from './rate-card-fields';

export type RateCardFields = Values<(typeof rateCardInput)['fields']>;

type RateCardRow = store.RateCardRow;

export const serialiseRateCard = ({ tradeId, placeId, projectTypeKey, ...row }: RateCardRow) => ({
  memberId: row.id,
  ...row,
  ...serialiseReferenceRates(row),
});

export async function listRateCards(ctx: Ctx, query: Values<(typeof rateCardQuery)['fields']>) {
  const { sort, skip, limit, ...filter } = query;
  const { rows, total } = await store.listRateCards(ctx.db, filter, { sort, skip, limit });
  return new Page(rows.map(serialiseRateCard), total, skip, limit);
}

export async function getRateCard(ctx: Ctx, memberId: string) {
  return serialiseRateCard(await requireRateCard(ctx, memberId));
}

export function createRateCard(ctx: Ctx, body: unknown) {
  return ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx };
    const { record, faults } = rateCardInput.tryCreate(body);
    const trade = await requireTrade(inside, record, faults);
    const { tradeCode, laborDesignation, ...values } = record;
    const by = { createdBy: ctx.caller.name, updatedBy: ctx.caller.name };
    const placeId = await requirePlace(inside, record);
    const id = await withFreeCombination(record, () =>
      store.insertRateCard(tx, { ...values, ...by, id: newId(), tradeId: trade.id, placeId }),
    );
    await emitCards(tx, [record]);
    return getRateCard(inside, id);
  });
}

export function updateRateCard(ctx: Ctx, memberId: string, body: unknown) {
  return ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx };
    const current = await lockRateCard(inside, memberId);
    const { changes: wanted, faults } = rateCardInput.tryUpdate(body, current as RateCardFields);
    const record = { ...(current as RateCardFields), ...wanted };
    const tradeId = isRenamed(current, record)
      ? (await requireTrade(inside, record, faults)).id
      : current.tradeId;
    if (faults.length > 0) throw invalid(faults);
    const { tradeCode, laborDesignation, ...values } = wanted;
    const changes = changed<Partial<RateCardRow>>(current, { ...values, tradeId });
    if (isEmpty(changes)) return serialiseRateCard(current);
    const placeId = await requirePlace(inside, record);
    const written = { ...changes, placeId, updatedBy: ctx.caller.name };
    await withFreeCombination(record, () => store.updateRateCard(tx, current, written));
    await emitCards(tx, [current, record]);
    return getRateCard(inside, current.id);
  });
}

export function deleteRateCard(ctx: Ctx, memberId: string): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    const current = await lockRateCard({ ...ctx, db: tx }, memberId);
    await store.removeRateCard(tx, current);
    await emitCards(tx, [current]);
  });
}

export const newId = () => Bun.randomUUIDv7();

export const tradeNotFound = ({ tradeCode, laborDesignation }: RateCardFields): Fault => ({
  field: 'tradeCode',
  code: 'TRADE_NOT_FOUND',
  message: `there is no trade ${tradeCode} ${laborDesignation}`,
});

async function requireRateCard(ctx: Ctx, memberId: string): Promise<RateCardRow> {
  const row = isUuid(memberId) ? await store.findRateCard(ctx.db, memberId) : undefined;
  if (!row) throw notFound('crew member', memberId);
  return row;
}

async function lockRateCard(ctx: Ctx, memberId: string): Promise<RateCardRow> {
  const row = isUuid(memberId) ? await store.lockRateCard(ctx.db, memberId) : undefined;
  if (!row) throw notFound('crew member', memberId);
  requireVersion(ctx, row);
  return row;
}

const isRenamed = (current: RateCardRow, { tradeCode, laborDesignation }: RateCardFields) =>
  current.tradeCode !== tradeCode || current.laborDesignation !== laborDesignation;

async function requireTrade(ctx: Ctx, record: RateCardFields, faults: readonly Fault[]): Promise<TradeRow> {
  const isNamed = Boolean(record.tradeCode && record.laborDesignation);
  const trade = isNamed ? await lockTradeShared(ctx.db, record) : undefined;
  const all = isNamed && !trade ? [...faults, tradeNotFound(record)] : faults;
  if (all.length > 0 || !trade) throw invalid(all);
  return trade;
}

async function requirePlace(ctx: Ctx, { country, region, province }: RateCardFields): Promise<number> {
  const [id] = await requirePlaces(ctx.db, [{ country, region, province }]);
  return id as number;
}

async function withFreeCombination<T>(card: RateCardFields, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (brokenUniqueConstraint(error) !== store.rateCardKey) throw error;
    const { tradeCode, laborDesignation, year, quarter } = card;
    const where = [card.country, card.region, card.province, card.projectType].filter(Boolean).join(', ');
    const detail = `A rate card of ${tradeCode} ${laborDesignation} for ${where}, ${year} ${quarter} exists already.`;
    throw new DomainError('RATE_CARD_EXISTS', detail);
  }
}

interface CardName {
  tradeCode: string;
  laborDesignation: string;
  country: string;
}

const cardsPerEventMax = 2000;

export async function emitCards(tx: Database, cards: readonly CardName[]): Promise<void> {
  const distinct = new Map(
    cards.map(({ tradeCode, laborDesignation, country }) => {
      const card = { tradeCode, laborDesignation, country };
      return [`${country.toUpperCase()}\n${pairOf(card)}`, card] as const;
    }),
  );
  const reported = [...distinct.values()];
  for (let at = 0; at < reported.length; at += cardsPerEventMax)
    await emit(tx, rateCardsChanged, { cards: reported.slice(at, at + cardsPerEventMax) });
}
