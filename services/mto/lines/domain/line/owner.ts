import { lockReferences } from '@consulting/kernel/postgres';
import { DomainError, isUnavailable, isUuid, notFound } from '@consulting/kernel/schema';
import { askProject, askService, type Project } from '../../neighbours/clients-projects';
import { hasLines } from '../../store/writes/takeoff-line';
import type { Ctx } from '../context';

/**
 * Null means that the owner does not answer but lines prove that the project exists.
 * @throws NOT_FOUND, DEPENDENCY_UNAVAILABLE
 */
export async function requireProject(ctx: Ctx, projectId: string): Promise<Project | null> {
  if (!isUuid(projectId)) throw notFound('project', projectId);
  try {
    const project = await askProject(ctx.bus, projectId);
    if (!project) throw notFound('project', projectId);
    return project;
  } catch (error) {
    if (!isUnavailable(error) || !(await hasLines(ctx.db, projectId))) throw error;
    return null;
  }
}

export async function readInProject<T>(
  ctx: Ctx,
  projectId: string,
  read: () => Promise<T>,
): Promise<[Project | null, T]> {
  if (!isUuid(projectId)) throw notFound('project', projectId);
  return Promise.all([requireProject(ctx, projectId), read()]);
}

export const anyProject = 'any';

/**
 * The lock lasts from before the owner is asked until the commit, so that neither project nor service goes,
 * and neither currency nor approval changes, during a write of lines.
 * @throws DEPENDENCY_UNAVAILABLE while lines of the owner are removed
 */
export async function lockOwner({ db }: Ctx, projectId: string, serviceId: string): Promise<void> {
  await lockReferences(db, 'project', [projectId]);
  await lockReferences(db, 'service', [serviceId]);
}

/** `lockOwner` must have run before. @throws NOT_FOUND, SERVICE_APPROVED, DEPENDENCY_UNAVAILABLE */
export async function requireOpenService(ctx: Ctx, projectId: string, serviceId: string): Promise<Project> {
  const found = await askService(ctx.bus, serviceId);
  if (found?.project.projectId !== projectId) throw notFound('service', serviceId);
  const { service, project } = found;
  if (service.status === 'approved') {
    throw new DomainError(
      'SERVICE_APPROVED',
      `The service ${service.code} is approved, so its takeoff lines cannot be changed.`,
      { serviceId },
    );
  }
  return project;
}

export async function lockServices(
  { db }: Ctx,
  projectId: string,
  serviceIds: readonly string[],
): Promise<void> {
  await lockReferences(db, 'project', [projectId]);
  await lockReferences(db, 'service', serviceIds);
}

/** `lockServices` must have run before. @throws NOT_FOUND, SERVICE_APPROVED, DEPENDENCY_UNAVAILABLE */
export async function requireOpenServices(
  ctx: Ctx,
  projectId: string,
  serviceIds: readonly string[],
): Promise<Project | null> {
  const distinct = [...new Set(serviceIds)];
  const projects = await Promise.all(distinct.map((id) => requireOpenService(ctx, projectId, id)));
  return projects[0] ?? null;
}
