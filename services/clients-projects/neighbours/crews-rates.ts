import { listServiceCrewRates, serviceCrewRatesPageMax } from '@consulting/kernel/contracts/crews-rates';
import type { Bus } from '@consulting/kernel/nats';
import { type Static, unlessUnavailable } from '@consulting/kernel/schema';

type Crew = Static<(typeof listServiceCrewRates)['response']>['crews'][number];

type CrewRates = ReturnType<typeof asFigures>;

export async function askCrewRates(bus: Bus, serviceId: string): Promise<CrewRates[]> {
  const found: CrewRates[] = [];
  for (;;) {
    const after = found.at(-1)?.serviceCrewId ?? null;
    const { crews } = await bus.ask(listServiceCrewRates, { serviceId, after });
    found.push(...crews.map(asFigures));
    if (crews.length < serviceCrewRatesPageMax) return found;
  }
}

export const findCrewRates = (bus: Bus, serviceId: string): Promise<CrewRates[] | undefined> =>
  unlessUnavailable(askCrewRates(bus, serviceId));

const asFigures = ({ serviceCrewId, crewCode, name, status, ...rates }: Crew) => ({
  serviceCrewId,
  crewCode,
  name,
  status,
  crewSize: figure(rates.crewSize),
  labourRate: figure(rates.labourRate),
  equipmentRate: figure(rates.equipmentRate),
});

const figure = (text: string | null) => (text === null ? null : Number(text));
