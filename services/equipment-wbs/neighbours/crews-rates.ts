import { findTrades, getEquipmentUsage } from '@consulting/kernel/contracts/crews-rates';
import type { Bus } from '@consulting/kernel/nats';
import type { Blocking, Static } from '@consulting/kernel/schema';

export async function isTrade(
  bus: Bus,
  tradeCode: string,
  laborDesignation: string | null,
): Promise<boolean> {
  const { trades } = await bus.ask(findTrades, { trades: [{ tradeCode, laborDesignation }] });
  return trades.length > 0;
}

type Trade = Static<(typeof findTrades)['response']>['trades'][number];

export async function askTrades(bus: Bus, tradeCodes: readonly string[]): Promise<Trade[]> {
  const asked = tradeCodes.map((tradeCode) => ({ tradeCode, laborDesignation: null }));
  return (await bus.ask(findTrades, { trades: asked })).trades;
}

export const askEquipmentUsage = (bus: Bus, equipmentCode: string): Promise<Blocking> =>
  bus.ask(getEquipmentUsage, { equipmentCode });
