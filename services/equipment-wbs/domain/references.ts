import { isUnavailable, notFound } from '@consulting/kernel/schema';
import { askProject } from '../neighbours/clients-projects';
import { keepEquipment } from '../store/equipment';
import type { Ctx } from './context';

export async function requireProject(ctx: Ctx, projectId: string) {
  const project = await askProject(ctx.bus, projectId);
  if (!project) throw notFound('project', projectId);
  return project;
}

/**
 * Records of the project prove that it exists while its owner does not answer.
 * @throws NOT_FOUND, DEPENDENCY_UNAVAILABLE
 */
export async function requireProjectToRead(
  ctx: Ctx,
  projectId: string,
  hasRecords: () => Promise<boolean>,
): Promise<void> {
  try {
    await requireProject(ctx, projectId);
  } catch (error) {
    if (!isUnavailable(error) || !(await hasRecords())) throw error;
  }
}

export async function requireEquipment(ctx: Ctx, code: string) {
  const equipment = await keepEquipment(ctx.db, code);
  if (!equipment) throw notFound('equipment', code);
  return equipment;
}
