import type { Bus } from '@consulting/kernel/bus';
import { crewUsageCrewsMax, getCrewUsage } from '@consulting/kernel/contracts/mto';
import { type Blocking, unlessUnavailable } from '@consulting/kernel/errors';

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
  unlessUnavailable(countLines(bus, crews));

async function countLines(bus: Bus, crews: readonly CrewCode[]): Promise<number[]> {
  const counts: number[] = [];
  for (let at = 0; at < crews.length; at += crewUsageCrewsMax) {
    const part = crews.slice(at, at + crewUsageCrewsMax);
    const { usage } = await bus.ask(getCrewUsage, { crews: part, itemsMax: 0, includesWriters: false });
    counts.push(...usage.map(({ count }) => count));
  }
  return counts;
}
