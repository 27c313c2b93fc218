import {
  crewUsageCrewsMax,
  getCrewUsage,
  getRepriceEffect,
  repriceLines,
} from '@consulting/kernel/contracts/mto';
import { getLineStatistics } from '@consulting/kernel/contracts/own-work';
import type { Bus } from '@consulting/kernel/nats';
import { currentOrigin, within } from '@consulting/kernel/process';
import { type Blocking, type Static, unlessUnavailable } from '@consulting/kernel/schema';

interface CrewCode {
  projectId?: string;
  serviceId: string | null;
  crewCode: string;
}

const namedLinesMax = 20;

/** Lines of writers in flight count too, and up to 20 are named. @throws DEPENDENCY_UNAVAILABLE */
export async function askLineUsage(bus: Bus, crew: CrewCode): Promise<Blocking> {
  const { usage } = await bus.ask(getCrewUsage, {
    crews: [crew],
    itemsMax: namedLinesMax,
    includesWriters: true,
  });
  return usage[0] ?? { count: 0, items: [] };
}

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

export type RepriceEffect = Static<(typeof getRepriceEffect)['response']>;

export const askRepriceEffect = (
  bus: Bus,
  asked: Static<(typeof getRepriceEffect)['request']>,
): Promise<RepriceEffect> => bus.ask(getRepriceEffect, asked);

/**
 * The answer is the operation on the lines, null where no line changed, and undefined when the takeoff service does not
 * answer: the event of the crews has the lines calculated then.
 */
export async function calculateLines(
  bus: Bus,
  causedBy: string | null,
  asked: Static<(typeof repriceLines)['request']>,
): Promise<string | null | undefined> {
  const origin = currentOrigin();
  const ask = () => bus.ask(repriceLines, asked);
  const caused = origin && causedBy !== null ? { ...origin, causedBy } : origin;
  return (await unlessUnavailable(within(caused, ask)))?.operationId;
}

export const askLineStatistics = (
  bus: Bus,
  asked: Static<(typeof getLineStatistics)['request']>,
): Promise<Static<(typeof getLineStatistics)['response']>> => bus.ask(getLineStatistics, asked);
