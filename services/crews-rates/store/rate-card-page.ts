import { type SQL, sql } from 'drizzle-orm';
import type { Among, RateCardCondition } from './rate-card-filter';

const cardsReadMax = 20_000;

/** With trades or places the first cards of each are merged: a scan in the order of the list would read everything that is newer than cards of a place stored long ago. */
export function pageOfCards({ ofCards, among }: RateCardCondition, skip: number, limit: number): SQL {
  const read = skip + limit;
  const idCount = among.reduce((count, { ids }) => count + ids.length, 0);
  const isMerged = among.length > 0 && idCount * read <= cardsReadMax;
  const cards = isMerged
    ? sql.join(
        among.map((some) => firstOfEach(some, ofCards, read)),
        sql` union `,
      )
    : sql`select id, created_at from rate_card where ${ofCards ?? sql`true`}`;
  return sql`select id from (${cards}) as card order by created_at desc, id offset ${skip} limit ${limit}`;
}

function firstOfEach({ column, ids }: Among, ofCards: SQL | undefined, count: number): SQL {
  const type = sql.raw(column === 'trade_id' ? 'uuid[]' : 'int[]');
  return sql`
    select first.id, first.created_at from unnest(${`{${ids.join(',')}}`}::${type}) as one(id)
    cross join lateral (
      select id, created_at from rate_card where ${sql.raw(column)} = one.id and ${ofCards ?? sql`true`}
      order by created_at desc, id limit ${count}) as first`;
}
