import type { Bus } from '@consulting/shared/bus';
import { getProjectPricing, getService } from '@consulting/shared/contracts/clients-projects';
import {
  type EquipmentFacts as EquipmentFactsSchema,
  equipmentCodesMax,
  findEquipment as findEquipmentQuestion,
  getTradeUsage,
} from '@consulting/shared/contracts/equipment-wbs';
import { crewUsageCrewsMax, getCrewUsage } from '@consulting/shared/contracts/mto';
import { type Blocking, DomainError } from '@consulting/shared/errors';
import { loweredText } from '@consulting/shared/text';
import type { Static } from '@sinclair/typebox';

export type EquipmentFacts = Static<typeof EquipmentFactsSchema>;
export type ProjectPricing = NonNullable<Static<(typeof getProjectPricing)['response']>['pricing']>;

/** Designations of a trade; `includesUnspecified`: no other designation of it is left. */
interface Trades {
  tradeCode: string;
  laborDesignations: string[];
  includesUnspecified: boolean;
}

/** Equipment that is operated by the trades: its number and some of it. @throws DEPENDENCY_UNAVAILABLE */
export const askTradeUsage = (bus: Bus, trades: Trades) => bus.ask(getTradeUsage, trades);

/** As `askTradeUsage` for a read: undefined while the equipment service does not answer. */
export const findTradeUsage = (bus: Bus, trades: Trades) => orUndefined(askTradeUsage(bus, trades));

/** What crews of a project are priced with, or null when it is unknown. @throws DEPENDENCY_UNAVAILABLE */
export async function askProjectPricing(
  bus: Bus,
  projectId: string,
  isReadingOnly = false,
): Promise<ProjectPricing | null> {
  return (await bus.ask(getProjectPricing, { projectId, isReadingOnly })).pricing;
}

/** A project service, or null when it is unknown. @throws DEPENDENCY_UNAVAILABLE */
export async function askService(bus: Bus, serviceId: string) {
  return (await bus.ask(getService, { serviceId })).found?.service ?? null;
}

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
  orUndefined(askEquipment(bus, codes, projectId, true));

/** A code of crews on takeoff lines, of a service or of any. */
interface CrewCode {
  serviceId: string | null;
  crewCode: string;
}

const namedLinesMax = 20;

/** Takeoff lines that carry a crew code, those of writers in flight included: their number and up to 20 of them. @throws DEPENDENCY_UNAVAILABLE */
export async function askLineUsage(bus: Bus, crew: CrewCode): Promise<Blocking> {
  const { usage } = await bus.ask(getCrewUsage, {
    crews: [crew],
    itemsMax: namedLinesMax,
    includesWriters: true,
  });
  return usage[0] ?? { count: 0, items: [] };
}

/** How many takeoff lines carry each of the codes, in their order; undefined while the takeoff service does not answer. */
export const findLineCounts = (bus: Bus, crews: readonly CrewCode[]): Promise<number[] | undefined> =>
  orUndefined(countLines(bus, crews));

async function countLines(bus: Bus, crews: readonly CrewCode[]): Promise<number[]> {
  const counts: number[] = [];
  for (let at = 0; at < crews.length; at += crewUsageCrewsMax) {
    const part = crews.slice(at, at + crewUsageCrewsMax);
    const { usage } = await bus.ask(getCrewUsage, { crews: part, itemsMax: 0, includesWriters: false });
    counts.push(...usage.map(({ count }) => count));
  }
  return counts;
}

/** What a read does without while its owner does not answer. */
async function orUndefined<T>(asking: Promise<T>): Promise<T | undefined> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'DEPENDENCY_UNAVAILABLE') return undefined;
    throw error;
  }
}
