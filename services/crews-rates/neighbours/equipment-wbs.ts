import {
  type EquipmentFacts as EquipmentFactsSchema,
  equipmentCodesMax,
  findEquipment as findEquipmentQuestion,
  getTradeUsage,
} from '@consulting/kernel/contracts/equipment-wbs';
import type { Bus } from '@consulting/kernel/nats';
import { loweredText, type Static, unlessUnavailable } from '@consulting/kernel/schema';

export type EquipmentFacts = Static<typeof EquipmentFactsSchema>;

interface Trades {
  tradeCode: string;
  laborDesignations: string[];
  includesUnspecified: boolean;
}

export const askTradeUsage = (bus: Bus, trades: Trades) => bus.ask(getTradeUsage, trades);

export const findTradeUsage = (bus: Bus, trades: Trades) => unlessUnavailable(askTradeUsage(bus, trades));

export async function askEquipment(
  bus: Bus,
  codes: readonly string[],
  projectId: string | null,
  isReadingOnly = false,
): Promise<Map<string, EquipmentFacts>> {
  const distinct = [...new Map(codes.map((code) => [loweredText(code), code])).values()];
  const found = new Map<string, EquipmentFacts>();
  for (let at = 0; at < distinct.length; at += equipmentCodesMax) {
    const part = distinct.slice(at, at + equipmentCodesMax);
    const { equipment } = await bus.ask(findEquipmentQuestion, { codes: part, projectId, isReadingOnly });
    for (const machine of equipment) found.set(loweredText(machine.equipmentCode), machine);
  }
  return found;
}

export const findEquipment = (bus: Bus, codes: readonly string[], projectId: string | null) =>
  unlessUnavailable(askEquipment(bus, codes, projectId, true));
