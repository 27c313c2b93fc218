import type { Bus } from '@consulting/shared/bus';
import { getTradeUsage } from '@consulting/shared/contracts/equipment-wbs';
import { DomainError } from '@consulting/shared/errors';

/** Designations of a trade; `includesUnspecified`: no other designation of it is left. */
interface Trades {
  tradeCode: string;
  laborDesignations: string[];
  includesUnspecified: boolean;
}

/** Equipment that is operated by the trades: its number and some of it. @throws DEPENDENCY_UNAVAILABLE */
export const askTradeUsage = (bus: Bus, trades: Trades) => bus.ask(getTradeUsage, trades);

/** As `askTradeUsage` for a read: undefined while the equipment service does not answer. */
export async function findTradeUsage(bus: Bus, trades: Trades) {
  try {
    return await askTradeUsage(bus, trades);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'DEPENDENCY_UNAVAILABLE') return undefined;
    throw error;
  }
}
