import type { Bus } from '@consulting/kernel/bus';
import {
  countPricedLines as countPricedLinesQuestion,
  getServiceImports,
  getServiceTotals,
  getSubcontractorUsage,
  keepVersionLines,
} from '@consulting/kernel/contracts/mto';
import { unlessUnavailable } from '@consulting/kernel/errors';
import type { Static } from '@sinclair/typebox';

export type ServiceTotals = Static<(typeof getServiceTotals)['response']>;

/** Sums over the takeoff lines of a service, for a write that keeps them. @throws DEPENDENCY_UNAVAILABLE */
export const askServiceTotals = (bus: Bus, serviceId: string): Promise<ServiceTotals> =>
  bus.ask(getServiceTotals, { serviceId });

/**
 * Lets the takeoff service keep the lines of a version as they are now; the sums of these lines.
 * @throws DEPENDENCY_UNAVAILABLE
 */
export const askToKeepLines = (
  bus: Bus,
  version: Static<(typeof keepVersionLines)['request']>,
): Promise<ServiceTotals> => bus.ask(keepVersionLines, version);

/** As `askServiceTotals` for a read: undefined while the takeoff service does not answer. */
export const findServiceTotals = (bus: Bus, serviceId: string): Promise<ServiceTotals | undefined> =>
  unlessUnavailable(askServiceTotals(bus, serviceId));

/** How many imports into the takeoff of a service are queued or running. @throws DEPENDENCY_UNAVAILABLE */
export async function countServiceImports(bus: Bus, serviceId: string): Promise<number> {
  const { running } = await bus.ask(getServiceImports, { serviceId });
  return running;
}

/** How many takeoff lines of a project carry a cost. @throws DEPENDENCY_UNAVAILABLE */
export async function countPricedLines(bus: Bus, projectId: string): Promise<number> {
  const { count } = await bus.ask(countPricedLinesQuestion, { projectId });
  return count;
}

/** Takeoff lines that carry a subcontractor: their number and up to 20 of them. @throws DEPENDENCY_UNAVAILABLE */
export const askSubcontractorUsage = (bus: Bus, projectId: string, subcontractorId: string) =>
  bus.ask(getSubcontractorUsage, { projectId, subcontractorId });
