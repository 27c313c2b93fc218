import { unavailable } from '@consulting/shared/errors';
import type { Database } from '@consulting/shared/store/connect';
import { findSettledTrades, type WantedTrade } from '../store/trade-answers';

/** The trades that are meant, unknown ones left out. @throws DEPENDENCY_UNAVAILABLE while one of them is being changed */
export async function findTradeFacts(db: Database, wanted: readonly WantedTrade[]) {
  const found = await findSettledTrades(db, wanted);
  if (!found) throw unavailable('crews-rates');
  return found;
}
