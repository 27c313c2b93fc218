import { type Decimal, notFound, toNumber } from '@consulting/kernel/schema';
import { askProject, askService } from '../../neighbours/clients-projects';
import { listGroups, type Scope } from '../../store/bulk/selected-lines';
import type { Ctx } from '../context';
import { changedCrews } from './crew-changes';
import { serialiseEffect } from './effect';
import { effectOfChanges } from './effect-of-changes';
import { readWhatIf } from './what-if-input';

/**
 * Nothing is stored (extensions.md 12.2).
 * @throws VALIDATION_ERROR, NOT_FOUND, RESULT_INVALID, DEPENDENCY_UNAVAILABLE
 */
export async function whatIf(ctx: Ctx, body: unknown, signal: AbortSignal) {
  const { projectId, serviceId, changes, crews: wanted } = readWhatIf(body);
  const scope = { projectId, serviceId };
  const project = await projectOf(ctx, scope);
  const { crews, faults } = await changedCrews(ctx.bus, await servicesOf(ctx, scope), wanted);
  const effect = await effectOfChanges(ctx, { scope, project, changes, crews, faults, signal });
  const { matched, changed, byWbs } = effect;
  return {
    projectId,
    serviceId,
    currency: project.currency,
    generatedAt: new Date(),
    matched,
    changed,
    ...serialiseEffect(effect, asNumber),
    ...(byWbs ? {} : { unavailable: ['byWbs'] }),
  };
}

const asNumber = (figure: Decimal): number => toNumber(figure);

async function projectOf(ctx: Ctx, { projectId, serviceId }: Scope) {
  const project = await askProject(ctx.bus, projectId);
  if (!project) throw notFound('project', projectId);
  if (serviceId === null) return project;
  const found = await askService(ctx.bus, serviceId);
  if (found?.project.projectId !== projectId) throw notFound('service', serviceId);
  return project;
}

async function servicesOf({ db }: Ctx, scope: Scope): Promise<string[]> {
  if (scope.serviceId !== null) return [scope.serviceId];
  return [...new Set((await listGroups(db, scope)).map(({ serviceId }) => serviceId))];
}
