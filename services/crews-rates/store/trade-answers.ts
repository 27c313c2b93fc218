import type { Database } from '@consulting/shared/store/connect';
import { lowered } from '@consulting/shared/store/query';
import { readSettled } from '@consulting/shared/store/reference';
import { sql } from 'drizzle-orm';
import { trade } from './schema';

/** A trade and designation, without a designation every one of the code; compared ignoring case. */
export interface WantedTrade {
  tradeCode: string;
  laborDesignation: string | null;
}

/**
 * The trades that are meant, once nobody deletes or renames one of them, so that what is found stays until an asker, who
 * holds off the checks of its usage, has acted on it. @throws DEPENDENCY_UNAVAILABLE when somebody still does
 */
export const findSettledTrades = (db: Database, wanted: readonly WantedTrade[]) =>
  readSettled(db, 'trade', (tx) => shareTrades(tx, wanted));

const shareTrades = (tx: Database, wanted: readonly WantedTrade[]) =>
  tx
    .select({
      tradeCode: trade.tradeCode,
      laborDesignation: trade.laborDesignation,
      isActive: trade.isActive,
    })
    .from(trade)
    .where(
      sql`exists (
        select from jsonb_to_recordset(${JSON.stringify(wanted)}::text::jsonb)
          as wanted("tradeCode" text, "laborDesignation" text)
        where ${lowered(sql`wanted."tradeCode"`)} = ${lowered(sql`trade.trade_code`)}
          and coalesce(${lowered(sql`wanted."laborDesignation"`)} = ${lowered(sql`trade.labor_designation`)}, true))`,
    )
    .orderBy(trade.id)
    .for('share');
