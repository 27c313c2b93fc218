import type { Database } from '@consulting/kernel/store/connect';
import { lowered } from '@consulting/kernel/store/query';
import { sql } from 'drizzle-orm';
import { trade } from './schema';

/** Without a designation every one of the code; compared ignoring case. */
export interface WantedTrade {
  tradeCode: string;
  laborDesignation: string | null;
}

export const shareTrades = (tx: Database, wanted: readonly WantedTrade[]) =>
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
