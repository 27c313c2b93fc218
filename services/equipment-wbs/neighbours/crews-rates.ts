import type { Bus } from '@consulting/kernel/bus';
import { findTrades, getEquipmentUsage } from '@consulting/kernel/contracts/crews-rates';
import type { Blocking } from '@consulting/kernel/errors';

/** Whether there is such a trade, active or not; with null of any designation. @throws DEPENDENCY_UNAVAILABLE */
export async function isTrade(
  bus: Bus,
  tradeCode: string,
  laborDesignation: string | null,
): Promise<boolean> {
  const { trades } = await bus.ask(findTrades, { trades: [{ tradeCode, laborDesignation }] });
  return trades.length > 0;
}

type Trade = (typeof findTrades)['response']['static']['trades'][number];

/** The trades with one of the codes, active or not, of every designation. @throws DEPENDENCY_UNAVAILABLE */
export async function askTrades(bus: Bus, tradeCodes: readonly string[]): Promise<Trade[]> {
  const asked = tradeCodes.map((tradeCode) => ({ tradeCode, laborDesignation: null }));
  return (await bus.ask(findTrades, { trades: asked })).trades;
}

/** Crews and service crews that work with the equipment: their number and up to 20 of them. @throws DEPENDENCY_UNAVAILABLE */
export const askEquipmentUsage = (bus: Bus, equipmentCode: string): Promise<Blocking> =>
  bus.ask(getEquipmentUsage, { equipmentCode });
