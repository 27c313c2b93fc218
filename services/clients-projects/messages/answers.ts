import {
  findSubcontractors,
  getProject,
  getProjectPricing,
  getService,
} from '@consulting/shared/contracts/clients-projects';
import type { ServiceParts } from '@consulting/shared/process';
import {
  findProjectFacts,
  findProjectPricing,
  findServiceFacts,
  findSubcontractorsOf,
} from '../domain/facts';

/** What the other services may ask of this one. */
export function answerQuestions({ bus, store }: Pick<ServiceParts<Record<never, never>>, 'bus' | 'store'>) {
  bus.answer(getProject, async ({ projectId }) => ({ project: await findProjectFacts(store.db, projectId) }));
  bus.answer(getProjectPricing, async ({ projectId, isReadingOnly }) => ({
    pricing: await findProjectPricing(store.db, projectId, isReadingOnly),
  }));
  bus.answer(getService, async ({ serviceId }) => ({ found: await findServiceFacts(store.db, serviceId) }));
  bus.answer(findSubcontractors, async ({ projectId, subcontractorIds }) => ({
    subcontractorIds: await findSubcontractorsOf(store.db, projectId, subcontractorIds),
  }));
}
