import type { Database } from '@consulting/shared/store/connect';
import { lowered, refusalOf } from '@consulting/shared/store/query';
import { sql } from 'drizzle-orm';
import { trade } from './schema';

/** A trade and designation, without a designation every one of the code; compared ignoring case. */
export interface WantedTrade {
  tradeCode: string;
  laborDesignation: string | null;
}

const waitMsMax = 500;
const lockNotAvailable = '55P03';

/**
 * The trades that are meant. Waits for a moment until nobody deletes or renames one of them, so that what is found stays
 * until an asker, who holds off the checks of its usage, has acted on it; undefined when somebody still does.
 */
export async function findSettledTrades(db: Database, wanted: readonly WantedTrade[]) {
  try {
    return await db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('lock_timeout', ${String(waitMsMax)}, true)`);
      return shareTrades(tx, wanted);
    });
  } catch (error) {
    if (refusalOf(error)?.code === lockNotAvailable) return undefined;
    throw error;
  }
}

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
