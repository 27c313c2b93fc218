import { getProjectPricing, getReportFacts } from '@consulting/kernel/contracts/clients-projects';
import {
  approvedAskedMax,
  findApprovedEstimations,
  getBuildUp,
  getEstimateBasis,
} from '@consulting/kernel/contracts/estimation';
import type { Bus } from '@consulting/kernel/nats';
import type { Static } from '@consulting/kernel/schema';

export async function askPricing(bus: Bus, projectId: string) {
  const { pricing } = await bus.ask(getProjectPricing, { projectId, isReadingOnly: true });
  const exchangeRates = pricing?.indirectCosts.exchangeRates ?? [];
  return { serviceIds: pricing?.services.map(({ serviceId }) => serviceId) ?? [], exchangeRates };
}

interface Asked {
  projectId: string;
  serviceId: string;
  estimationId: string | null;
}

// Of the version, or else of the newest draft of the service.
export async function askVersionFacts(bus: Bus, asked: Asked) {
  const { found } = await bus.ask(getReportFacts, asked);
  return {
    estimationId: found?.version?.estimationId ?? null,
    estimateClass: found?.basis?.estimateClass ?? null,
  };
}

export type EstimateBasis = NonNullable<Static<(typeof getEstimateBasis)['response']>['found']>;

export async function askEstimateBasis(
  bus: Bus,
  { serviceId, estimationId }: Pick<Asked, 'serviceId' | 'estimationId'>,
): Promise<EstimateBasis | null> {
  return (await bus.ask(getEstimateBasis, { serviceId, estimationId })).found;
}

export async function askContingency(bus: Bus, estimationId: string, lineTotal: string): Promise<string> {
  return (await bus.ask(getBuildUp, { estimationId, lineTotal })).buildUp?.contingency ?? '0';
}

// At most as many as one question takes.
export async function askApproved(bus: Bus, estimationIds: readonly string[]): Promise<Set<string>> {
  if (estimationIds.length === 0) return new Set();
  const asked = estimationIds.slice(0, approvedAskedMax);
  return new Set((await bus.ask(findApprovedEstimations, { estimationIds: asked })).estimationIds);
}
