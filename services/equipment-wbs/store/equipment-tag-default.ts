import type { Database } from '@consulting/kernel/store/connect';
import { and, asc, eq, ne } from 'drizzle-orm';
import { touched, updateTag } from './equipment-tag';
import { equipmentTag } from './schema';

export interface TagGroup {
  projectId: string;
  equipmentId: string;
}

const inGroup = ({ projectId, equipmentId }: TagGroup) =>
  and(eq(equipmentTag.projectId, projectId), eq(equipmentTag.equipmentId, equipmentId));

export async function deposeDefault(tx: Database, group: TagGroup, updatedBy: string): Promise<void> {
  await tx
    .update(equipmentTag)
    .set({ isDefault: false, ...touched(updatedBy) })
    .where(and(inGroup(group), equipmentTag.isDefault));
}

export async function promoteOldest(
  tx: Database,
  group: TagGroup,
  formerId: string,
  updatedBy: string,
): Promise<void> {
  const [oldest] = await tx
    .select({ id: equipmentTag.id })
    .from(equipmentTag)
    .where(and(inGroup(group), ne(equipmentTag.id, formerId)))
    .orderBy(asc(equipmentTag.createdAt), asc(equipmentTag.id))
    .limit(1);
  if (oldest) await updateTag(tx, oldest.id, { isDefault: true }, updatedBy);
}
