import type { Bus } from '@consulting/kernel/bus';
import {
  type EquipmentFacts as EquipmentFactsSchema,
  equipmentCodesMax,
  findEquipment as findEquipmentQuestion,
  getTradeUsage,
} from '@consulting/kernel/contracts/equipment-wbs';
import { unlessUnavailable } from '@consulting/kernel/errors';
import { loweredText } from '@consulting/kernel/text';
import type { Static } from '@sinclair/typebox';

export type EquipmentFacts = Static<typeof EquipmentFactsSchema>;

/** Designations of a trade; `includesUnspecified`: no other designation of it is left. */
interface Trades {
  tradeCode: string;
  laborDesignations: string[];
  includesUnspecified: boolean;
}

/** Equipment that is operated by the trades: its number and some of it. @throws DEPENDENCY_UNAVAILABLE */
export const askTradeUsage = (bus: Bus, trades: Trades) => bus.ask(getTradeUsage, trades);

/** As `askTradeUsage` for a read: undefined while the equipment service does not answer. */
export const findTradeUsage = (bus: Bus, trades: Trades) => unlessUnavailable(askTradeUsage(bus, trades));

/**
 * Equipment that has one of the codes, by its code as it is compared, with the tag that prices it in the project.
 * @throws DEPENDENCY_UNAVAILABLE
 */
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

/** As `askEquipment` for a read: undefined while the equipment service does not answer. */
export const findEquipment = (bus: Bus, codes: readonly string[], projectId: string | null) =>
  unlessUnavailable(askEquipment(bus, codes, projectId, true));
