import { projectPricingChanged } from '@consulting/kernel/contracts/clients-projects';
import { DomainError } from '@consulting/kernel/errors';
import type { Database } from '@consulting/kernel/store/connect';
import { emit } from '@consulting/kernel/store/outbox';
import { holdAnswers } from '@consulting/kernel/store/reference';
import type { Ctx } from '../context';
import { countPricedLines } from '../neighbours/mto';
import type { ProjectRow, ProjectValues } from '../store/project';
import * as store from '../store/project';
import { blockedBy, requireNoServiceIn } from './project-removal';
import { projectTransitions, requireTransition } from './status';

/** resources.md 3 and 20. @throws INVALID_STATUS_TRANSITION, PROJECT_HAS_ACTIVE_SERVICES, PROJECT_HAS_SERVICES, CURRENCY_IN_USE, DEPENDENCY_UNAVAILABLE */
export async function requireChangeable(
  ctx: Ctx,
  present: ProjectRow,
  changes: Partial<ProjectValues>,
): Promise<void> {
  requireTransition(projectTransitions, present.status, changes.status);
  if (changes.status === 'completed') {
    await requireNoServiceIn(ctx.db, [present.id], ['draft', 'in-progress']);
  }
  if (changes.clientId !== undefined) await requireNoService(ctx, present.id);
  if (changes.currency !== undefined) await requireNoPricedLine(ctx, present.id);
}

async function requireNoService(ctx: Ctx, projectId: string): Promise<void> {
  const services = await store.lockServicesOfProjects(ctx.db, [projectId]);
  if (services.length === 0) return;
  const detail = 'The client cannot change while the project has services.';
  throw new DomainError('PROJECT_HAS_SERVICES', detail, blockedBy(services));
}

async function requireNoPricedLine(ctx: Ctx, projectId: string): Promise<void> {
  await holdAnswers(ctx.db, 'project', projectId);
  const count = await countPricedLines(ctx.bus, projectId);
  if (count === 0) return;
  const detail = `The currency cannot change while ${count} takeoff lines carry prices in it.`;
  throw new DomainError('CURRENCY_IN_USE', detail, { count });
}

const pricingKeys = ['country', 'region', 'province', 'year', 'quarter', 'projectType', 'currency'] as const;

export async function emitPricing(
  tx: Database,
  projectId: string,
  changes: Partial<ProjectValues>,
): Promise<void> {
  if (pricingKeys.some((key) => key in changes)) await emit(tx, projectPricingChanged, { projectId });
}
