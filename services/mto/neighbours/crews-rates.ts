import type { Bus } from '@consulting/kernel/bus';
import { findServiceCrewRates, type ServiceCrewRates } from '@consulting/kernel/contracts/crews-rates';
import type { Static } from '@sinclair/typebox';
import { askInParts } from './ask-in-parts';

export type CrewRates = Static<typeof ServiceCrewRates>;

export function askCrewRates(
  bus: Bus,
  serviceId: string,
  crewCodes: readonly string[],
): Promise<CrewRates[]> {
  return askInParts(
    crewCodes,
    async (part) => (await bus.ask(findServiceCrewRates, { serviceId, crewCodes: part })).crews,
  );
}
