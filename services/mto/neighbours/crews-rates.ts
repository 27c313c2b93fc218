import type { Bus } from '@consulting/kernel/bus';
import {
  crewNamesMax,
  findServiceCrewNames,
  findServiceCrewRates,
  type ServiceCrewRates,
} from '@consulting/kernel/contracts/crews-rates';
import { loweredText } from '@consulting/kernel/text';
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

/** Names by lower-cased code; codes of no crew and of crews with several names are left out. */
export async function askCrewNames(
  bus: Bus,
  owner: { projectId: string; serviceId: string | null },
  crewCodes: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const ask = async (part: string[]) =>
    (await bus.ask(findServiceCrewNames, { ...owner, crewCodes: part })).crews;
  const crews = await askInParts(crewCodes, ask, crewNamesMax);
  return new Map(
    crews.flatMap(({ crewCode, name }) => (name === null ? [] : [[loweredText(crewCode), name]])),
  );
}
