import {
  countPricedLines as countPricedLinesQuestion,
  getServiceImports,
  getServiceTotals,
  getSubcontractorUsage,
  keepVersionLines,
  releaseVersionLines,
} from '@consulting/kernel/contracts/mto';
import type { Bus } from '@consulting/kernel/nats';
import { type Static, unlessUnavailable } from '@consulting/kernel/schema';

export type ServiceTotals = Static<(typeof getServiceTotals)['response']>;

export type LineParts = NonNullable<Static<(typeof getServiceTotals)['request']>['parts']>;

interface ServiceRef {
  projectId: string;
  serviceId: string;
  parts?: LineParts | undefined;
}

const ofSheet = (parts: LineParts | undefined) => (parts ? { parts } : {});

export const askServiceTotals = (
  bus: Bus,
  { projectId, serviceId, parts }: ServiceRef,
): Promise<ServiceTotals> => bus.ask(getServiceTotals, { projectId, serviceId, ...ofSheet(parts) });

export const askToKeepLines = (
  bus: Bus,
  { parts, ...version }: ServiceRef & { estimationId: string },
): Promise<ServiceTotals> => bus.ask(keepVersionLines, { ...version, ...ofSheet(parts) });

export async function askToReleaseLines(bus: Bus, estimationId: string): Promise<void> {
  await bus.ask(releaseVersionLines, { estimationId });
}

export const findServiceTotals = (bus: Bus, service: ServiceRef): Promise<ServiceTotals | undefined> =>
  unlessUnavailable(askServiceTotals(bus, service));

export async function countServiceImports(bus: Bus, serviceId: string): Promise<number> {
  const { running } = await bus.ask(getServiceImports, { serviceId });
  return running;
}

export async function countPricedLines(bus: Bus, projectId: string): Promise<number> {
  const { count } = await bus.ask(countPricedLinesQuestion, { projectId });
  return count;
}

export const askSubcontractorUsage = (bus: Bus, projectId: string, subcontractorId: string) =>
  bus.ask(getSubcontractorUsage, { projectId, subcontractorId });
