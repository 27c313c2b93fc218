import { notFound } from '@consulting/shared/errors';
import type { Ctx } from '../context';
import { askProject } from '../messages/asks';

/** @throws NOT_FOUND, DEPENDENCY_UNAVAILABLE */
export async function requireProject(ctx: Ctx, projectId: string) {
  const project = await askProject(ctx.bus, projectId);
  if (!project) throw notFound('project', projectId);
  return project;
}
