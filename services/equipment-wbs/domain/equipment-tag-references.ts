import { notFound } from '@consulting/kernel/errors';
import type { Ctx } from '../context';
import { keepEquipment } from '../store/equipment';

export async function requireEquipment(ctx: Ctx, code: string) {
  const equipment = await keepEquipment(ctx.db, code);
  if (!equipment) throw notFound('equipment', code);
  return equipment;
}
