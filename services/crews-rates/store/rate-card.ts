import { type Database, inOrder, type ListPage, sortable } from '@consulting/kernel/postgres';
import { asc, desc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import {
  type Among,
  type RateCardCondition,
  type RateCardFilter,
  rateCardCondition,
} from './rate-card-filter';
import { rateCard, rateCardCount, trade } from './schema';

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

/** The clause locks the card and not its trade, and takes names without a schema only. */
export const lockOnly = { of: alias(rateCard, 'rate_card') };

const { projectTypeKey: _key, placeId: _place, ...ofRecord } = columns;

export const rateCardSorting = sortable(ofRecord);

const newestFirst = [desc(rateCard.createdAt), asc(rateCard.id)];

export async function listRateCards(db: Database, filter: RateCardFilter, { sort, skip, limit }: ListPage) {
  const condition = await rateCardCondition(db, filter);
  const order = inOrder(sort, rateCardSorting, { id: rateCard.id, usual: newestFirst });
  const { ofCards, ofCounts } = condition;
  const [rows, total] = await Promise.all([
    withTrade(db)
      .where(
        inArray(
          rateCard.id,
          sort ? sortedPage(db, ofCards, order, skip, limit) : pageOfCards(condition, skip, limit),
        ),
      )
      .orderBy(...order),
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
  current: Place & { id: string },
  changes: Partial<RateCardValues>,
): Promise<void> {
  const { id, tradeId, placeId } = current;
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

const sortedPage = (db: Database, ofCards: SQL | undefined, order: SQL[], skip: number, limit: number) =>
  db
    .select({ id: rateCard.id })
    .from(rateCard)
    .innerJoin(trade, eq(trade.id, rateCard.tradeId))
    .where(ofCards)
    .orderBy(...order)
    .offset(skip)
    .limit(limit);

const cardsReadMax = 20_000;

/**
 * With trades or places the first cards of each are merged, because a scan in the order of the list would read
 * everything that is newer than cards of a place stored long ago.
 */
function pageOfCards({ ofCards, among }: RateCardCondition, skip: number, limit: number): SQL {
  const read = skip + limit;
  const idCount = among.reduce((count, { ids }) => count + ids.length, 0);
  const isMerged = among.length > 0 && idCount * read <= cardsReadMax;
  const cards = isMerged
    ? sql.join(
        among.map((some) => firstOfEach(some, ofCards, read)),
        sql` union `,
      )
    : sql`select id, created_at from rate_card where ${ofCards ?? sql`true`}`;
  return sql`(select id from (${cards}) as card order by created_at desc, id offset ${skip} limit ${limit})`;
}

function firstOfEach({ column, ids }: Among, ofCards: SQL | undefined, count: number): SQL {
  const type = sql.raw(column === 'trade_id' ? 'uuid[]' : 'int[]');
  return sql`
    select first.id, first.created_at from unnest(${`{${ids.join(',')}}`}::${type}) as one(id)
    cross join lateral (
      select id, created_at from rate_card where ${sql.raw(column)} = one.id and ${ofCards ?? sql`true`}
      order by created_at desc, id limit ${count}) as first`;
}

interface CardsAtPlace {
  tradeId: string;
  placeId: number;
  cards: number;
}

/**
 * This must come after all other locks of a write, and locks in one order, so that two writers wait for each other and
 * do not deadlock.
 */
export async function countCardsIn(tx: Database, changes: readonly CardsAtPlace[]): Promise<void> {
  if (changes.length === 0) return;
  await tx.execute(sql`
    insert into rate_card_count as present (trade_id, place_id, cards)
    select "tradeId", "placeId", sum(cards)
    from jsonb_to_recordset(${JSON.stringify(changes)}::text::jsonb)
      as change("tradeId" uuid, "placeId" int, cards int)
    group by "tradeId", "placeId" having sum(cards) <> 0
    order by "tradeId", "placeId"
    on conflict (trade_id, place_id) do update set cards = present.cards + excluded.cards`);
}

async function sumCards(db: Database, condition: SQL | undefined): Promise<number> {
  const [row] = await db
    .select({ cards: sql<number>`coalesce(sum(${rateCardCount.cards}), 0)::int` })
    .from(rateCardCount)
    .where(condition);
  return row?.cards ?? 0;
}
