import { type Database, inOrder, type ListPage, lockAlone, sortable } from '@consulting/kernel/postgres';
import { and, asc, desc, eq, getTableColumns, ne, sql } from 'drizzle-orm';
import { equipment, equipmentTag } from './schema';

export type EquipmentTagRow = typeof equipmentTag.$inferSelect & { equipmentCode: string };

export type EquipmentTagValues = Omit<typeof equipmentTag.$inferInsert, 'id' | 'version'>;

export async function lockTagsOfProject(tx: Database, projectId: string): Promise<void> {
  await lockAlone(tx, 'project', projectId);
}

const columns = { ...getTableColumns(equipmentTag), equipmentCode: equipment.equipmentCode };

const selectTags = (db: Database) =>
  db.select(columns).from(equipmentTag).innerJoin(equipment, eq(equipment.id, equipmentTag.equipmentId));

export const tagSorting = sortable(columns);

const order = { id: equipmentTag.id, usual: [desc(equipmentTag.createdAt), asc(equipmentTag.id)] };

export const listTags = (db: Database, projectId: string, { sort, skip, limit }: ListPage) =>
  selectTags(db)
    .where(eq(equipmentTag.projectId, projectId))
    .orderBy(...inOrder(sort, tagSorting, order))
    .offset(skip)
    .limit(limit);

export const countTags = (db: Database, projectId: string) =>
  db.$count(equipmentTag, eq(equipmentTag.projectId, projectId));

export async function findTag(db: Database, id: string): Promise<EquipmentTagRow | undefined> {
  const [row] = await selectTags(db).where(eq(equipmentTag.id, id));
  return row;
}

export const listTagsOfProject = (tx: Database, projectId: string) =>
  tx
    .select({
      id: equipmentTag.id,
      tagNumber: equipmentTag.tagNumber,
      equipmentId: equipmentTag.equipmentId,
    })
    .from(equipmentTag)
    .where(eq(equipmentTag.projectId, projectId));

export const listActiveTags = (
  db: Database,
  projectId: string,
  equipmentIds: readonly string[],
): Promise<EquipmentTagRow[]> =>
  selectTags(db)
    .where(
      and(
        eq(equipmentTag.projectId, projectId),
        sql`${equipmentTag.equipmentId} = any(${`{${equipmentIds.join(',')}}`}::uuid[])`,
        equipmentTag.isActive,
      ),
    )
    .orderBy(desc(equipmentTag.isDefault), sql`${equipmentTag.tagNumber} collate "C"`)
    .prepare('active_tags')
    .execute();

export const listTagsOfEquipment = (tx: Database, equipmentId: string, limit: number) =>
  tx
    .select({ id: equipmentTag.id, code: equipmentTag.tagNumber, name: equipmentTag.description })
    .from(equipmentTag)
    .where(eq(equipmentTag.equipmentId, equipmentId))
    .orderBy(asc(equipmentTag.tagNumber), asc(equipmentTag.id))
    .limit(limit);

export const countTagsOfEquipment = (tx: Database, equipmentId: string) =>
  tx.$count(equipmentTag, eq(equipmentTag.equipmentId, equipmentId));

export async function insertTag(tx: Database, values: EquipmentTagValues): Promise<string> {
  const [row] = await tx.insert(equipmentTag).values(values).returning({ id: equipmentTag.id });
  return (row as { id: string }).id;
}

export const touched = (updatedBy: string) => ({
  updatedBy,
  version: sql`${equipmentTag.version} + 1`,
  updatedAt: new Date(),
});

export async function updateTag(
  tx: Database,
  id: string,
  changes: Partial<EquipmentTagValues>,
  updatedBy: string,
): Promise<void> {
  await tx
    .update(equipmentTag)
    .set({ ...changes, ...touched(updatedBy) })
    .where(eq(equipmentTag.id, id));
}

export async function removeTag(tx: Database, id: string): Promise<void> {
  await tx.delete(equipmentTag).where(eq(equipmentTag.id, id));
}

export async function removeTagsOfProject(tx: Database, projectId: string): Promise<void> {
  await tx.delete(equipmentTag).where(eq(equipmentTag.projectId, projectId));
}

interface TagGroup {
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
