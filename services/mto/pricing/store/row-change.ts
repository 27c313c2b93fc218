import type { Database } from '@consulting/kernel/postgres';
import { loweredText } from '@consulting/kernel/schema';
import { sql } from 'drizzle-orm';

export interface ChangedRows {
  priceBook: string;
  rowCodes: readonly string[];
  at: string;
}

export async function recordRowChanges(
  tx: Database,
  { priceBook, rowCodes, at }: ChangedRows,
): Promise<void> {
  const codes = [...new Set(rowCodes.map(loweredText))].sort();
  await tx.execute(sql`
    insert into price_row_change as change (price_book, row_code, changed_at)
    select ${loweredText(priceBook)}, code, date_trunc('milliseconds', ${at}::timestamptz) from unnest(${sql.param(codes)}::text[]) as code
    on conflict (price_book, row_code) do update set changed_at = greatest(change.changed_at, excluded.changed_at)`);
}

export const rowKey = (priceBook: string, rowCode: string): string =>
  JSON.stringify([loweredText(priceBook), loweredText(rowCode)]);

// When rows of these books were changed last, in milliseconds.
export async function findRowChanges(
  tx: Database,
  priceBooks: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.execute<{ priceBook: string; rowCode: string; at: number }>(sql`
    select price_book as "priceBook", row_code as "rowCode", (extract(epoch from changed_at) * 1000)::float8 as at
    from price_row_change where price_book = any(${sql.param(priceBooks.map(loweredText))}::text[])`);
  return new Map(rows.map(({ priceBook, rowCode, at }) => [rowKey(priceBook, rowCode), at]));
}
