import { notFound } from '@consulting/shared/errors';
import type { Ctx } from '../context';
import { askProject } from '../messages/asks';
import { keepEquipment } from '../store/equipment';

/** The equipment, kept from removal until the end of the transaction. @throws NOT_FOUND */
export async function requireEquipment(ctx: Ctx, code: string) {
  const equipment = await keepEquipment(ctx.db, code);
  if (!equipment) throw notFound('equipment', code);
  return equipment;
}

/** @throws NOT_FOUND, DEPENDENCY_UNAVAILABLE */
export async function requireProject(ctx: Ctx, projectId: string) {
  const project = await askProject(ctx.bus, projectId);
  if (!project) throw notFound('project', projectId);
  return project;
}
