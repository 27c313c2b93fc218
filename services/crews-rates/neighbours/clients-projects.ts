import { getProjectPricing, getService } from '@consulting/kernel/contracts/clients-projects';
import { listOwnWork } from '@consulting/kernel/contracts/own-work';
import type { Bus } from '@consulting/kernel/nats';
import type { Static } from '@consulting/kernel/schema';

export type ProjectPricing = NonNullable<Static<(typeof getProjectPricing)['response']>['pricing']>;

export async function askProjectPricing(
  bus: Bus,
  projectId: string,
  isReadingOnly = false,
): Promise<ProjectPricing | null> {
  return (await bus.ask(getProjectPricing, { projectId, isReadingOnly })).pricing;
}

export async function askService(bus: Bus, serviceId: string) {
  return (await bus.ask(getService, { serviceId })).found?.service ?? null;
}

export type OwnWork = Static<(typeof listOwnWork)['response']>;

export const askOwnWork = (bus: Bus, asked: Static<(typeof listOwnWork)['request']>): Promise<OwnWork> =>
  bus.ask(listOwnWork, asked);
