import { type Database, sortedText } from '@consulting/kernel/postgres';
import { type LineFilter, matching, sourceOf, wholeOf } from '@consulting/mto-lines';
import { sql } from 'drizzle-orm';

export interface PricesOfBook {
  // Null for the lines that no price book gave a value.
  priceBook: string | null;
  rows: number;
  prices: number;
  // Prices of rows that have changed since.
  stalePrices: number;
  lines: number;
  totalCost: string;
}

const booksMax = 500;

// A line with prices of several books counts in each of them. Empty where no line has a price.
export async function findPricesByBook(db: Database, filter: LineFilter): Promise<PricesOfBook[]> {
  const lines = wholeOf(sourceOf(filter));
  const [whole] = await db.execute<{ priced: number; lines: number; totalCost: string }>(sql`
    select count(pricing)::int as priced, (count(*) - count(pricing))::int as lines,
      coalesce(sum(total_cost) filter (where pricing is null), 0)::text as "totalCost"
    from ${lines} where ${matching(filter)}`);
  if (whole === undefined || whole.priced === 0) return [];
  const priced = sql`${lines} cross join lateral jsonb_each(pricing) as given (target, price) where ${matching(filter)}`;
  const books = await db.execute<Omit<PricesOfBook, 'rows' | 'prices' | 'stalePrices'>>(sql`
    select book as "priceBook", count(*)::int as lines, coalesce(sum(total_cost), 0)::text as "totalCost"
    from (select distinct id, total_cost, price ->> 0 as book from ${priced}) as line
    group by book order by sum(total_cost) desc nulls last, book limit ${booksMax}`);
  const rows = await db.execute<Pick<PricesOfBook, 'priceBook' | 'rows' | 'prices' | 'stalePrices'>>(sql`
    select book as "priceBook", count(distinct used.row_code)::int as rows, sum(prices)::int as prices,
      coalesce(sum(prices) filter (where change.changed_at > to_timestamp(read_at / 1000)), 0)::int as "stalePrices"
    from (select price ->> 0 as book, price ->> 1 as row_code, (price ->> 5)::float8 as read_at, count(*) as prices
      from ${priced} group by 1, 2, 3) as used
      left join price_row_change as change on change.price_book = ${sortedText(sql`used.book`)}
        and change.row_code = ${sortedText(sql`used.row_code`)}
    group by book`);
  const ofBook = new Map(rows.map((row) => [row.priceBook, row]));
  const { priced: _, ...others } = whole;
  return [
    ...books.map((book) => ({ ...noPrices, ...ofBook.get(book.priceBook), ...book })),
    ...(others.lines > 0 ? [{ ...noPrices, ...others, priceBook: null }] : []),
  ];
}

const noPrices = { rows: 0, prices: 0, stalePrices: 0 };
