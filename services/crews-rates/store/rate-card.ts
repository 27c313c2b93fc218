import type { Database } from '@consulting/kernel/store/connect';
import { asc, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { countCardsIn, sumCards } from './rate-card-count';
import { type RateCardFilter, rateCardCondition } from './rate-card-filter';
import { pageOfCards } from './rate-card-page';
import { rateCard, trade } from './schema';

export type { RateCardFilter } from './rate-card-filter';
export type RateCardValues = Omit<typeof rateCard.$inferInsert, 'version'>;
export type RateCardRow = Awaited<ReturnType<typeof findRateCard>> & {};

export const rateCardKey = 'rate_card_trade_id_place_id_year_quarter_project_type_key';

const columns = {
  tradeCode: trade.tradeCode,
  laborDesignation: trade.laborDesignation,
  ...getTableColumns(rateCard),
};

export const withTrade = (db: Database) =>
  db.select(columns).from(rateCard).innerJoin(trade, eq(trade.id, rateCard.tradeId));

/** Locks the card and not its trade; the clause takes names without a schema only. */
export const lockOnly = { of: alias(rateCard, 'rate_card') };

/** The page is found in an index before its cards are read, the total beside them. */
export async function listRateCards(db: Database, filter: RateCardFilter, skip: number, limit: number) {
  const condition = await rateCardCondition(db, filter);
  const { ofCards, ofCounts } = condition;
  const [rows, total] = await Promise.all([
    withTrade(db)
      .where(sql`${rateCard.id} in (${pageOfCards(condition, skip, limit)})`)
      .orderBy(desc(rateCard.createdAt), asc(rateCard.id)),
    ofCounts ? sumCards(db, ofCounts.condition) : db.$count(rateCard, ofCards),
  ]);
  return { rows, total };
}

export async function findRateCard(db: Database, id: string) {
  const [row] = await withTrade(db).where(eq(rateCard.id, id));
  return row;
}

export async function lockRateCard(tx: Database, id: string): Promise<RateCardRow | undefined> {
  const [row] = await withTrade(tx).where(eq(rateCard.id, id)).for('update', lockOnly);
  return row;
}

export async function insertRateCard(db: Database, values: RateCardValues): Promise<string> {
  const [row] = await db.insert(rateCard).values(values).returning({ id: rateCard.id });
  await countCardsIn(db, [{ tradeId: values.tradeId, placeId: values.placeId, cards: 1 }]);
  return (row as { id: string }).id;
}

type Place = Pick<RateCardRow, 'tradeId' | 'placeId'>;

export async function updateRateCard(
  tx: Database,
  present: Place & { id: string },
  changes: Partial<RateCardValues>,
): Promise<void> {
  const { id, tradeId, placeId } = present;
  await tx
    .update(rateCard)
    .set({ ...changes, version: sql`${rateCard.version} + 1`, updatedAt: new Date() })
    .where(eq(rateCard.id, id));
  const after = { tradeId: changes.tradeId ?? tradeId, placeId: changes.placeId ?? placeId };
  if (after.tradeId === tradeId && after.placeId === placeId) return;
  await countCardsIn(tx, [
    { tradeId, placeId, cards: -1 },
    { ...after, cards: 1 },
  ]);
}

export async function removeRateCard(
  tx: Database,
  { id, tradeId, placeId }: Place & { id: string },
): Promise<void> {
  await tx.delete(rateCard).where(eq(rateCard.id, id));
  await countCardsIn(tx, [{ tradeId, placeId, cards: -1 }]);
}
