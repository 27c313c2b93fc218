import type { Values } from '@consulting/kernel/fields/field';
import { loweredText } from '@consulting/kernel/text';
import type { Ctx } from '../context';
import { type EquipmentTagRow, listTagsOfProject } from '../store/equipment-tag';
import { nextTagNumber } from './equipment-tag';
import type { equipmentTagInput } from './equipment-tag-fields';
import { requireEquipment } from './equipment-tag-references';
import { requireProject } from './project-reference';

type TagFields = Values<(typeof equipmentTagInput)['fields']>;

export async function resolveChanges(
  ctx: Ctx,
  present: EquipmentTagRow,
  { equipmentCode, ...wanted }: Partial<TagFields>,
) {
  const { tagNumber = present.tagNumber, currency = present.currency } = wanted;
  const isMoved =
    equipmentCode !== undefined && loweredText(equipmentCode) !== loweredText(present.equipmentCode);
  const equipment = isMoved
    ? await requireEquipment(ctx, equipmentCode)
    : { id: present.equipmentId, equipmentCode: present.equipmentCode };
  const tags = await listTagsOfProject(ctx.db, present.projectId);
  const others = tags.filter(({ id }) => id !== present.id);
  const isWanted = wanted.isDefault ?? (!isMoved && present.isDefault);
  return {
    ...wanted,
    equipmentId: equipment.id,
    tagNumber: tagNumber ?? nextTagNumber(equipment, others),
    currency: currency ?? (await requireProject(ctx, present.projectId)).currency,
    isDefault: isWanted || !others.some(({ equipmentId }) => equipmentId === equipment.id),
  };
}
