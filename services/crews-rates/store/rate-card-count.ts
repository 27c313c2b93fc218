import type { Database } from '@consulting/kernel/store/connect';
import { type SQL, sql } from 'drizzle-orm';
import { rateCardCount } from './schema';

export interface CardsAtPlace {
  tradeId: string;
  placeId: number;
  cards: number;
}

/** Comes after all that a write locks, and locks in one order, so that two writers wait for each other and do not deadlock. */
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

export async function sumCards(db: Database, condition: SQL | undefined): Promise<number> {
  const [row] = await db
    .select({ cards: sql<number>`coalesce(sum(${rateCardCount.cards}), 0)::int` })
    .from(rateCardCount)
    .where(condition);
  return row?.cards ?? 0;
}
