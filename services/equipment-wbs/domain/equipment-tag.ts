import { type Database, recordOperation, withFreeCode } from '@consulting/kernel/postgres';
import { requireVersion } from '@consulting/kernel/process';
import {
  changed,
  isEmpty,
  isUuid,
  loweredText,
  notFound,
  Page,
  type Values,
} from '@consulting/kernel/schema';
import * as store from '../store/equipment-tag';
import type { Ctx } from './context';
import { emitPrices } from './equipment';
import { equipmentTagInput, type equipmentTagQuery } from './equipment-tag-fields';
import { requireEquipment, requireProject, requireProjectToRead } from './references';

type TagRow = store.EquipmentTagRow;

type TagFields = Values<(typeof equipmentTagInput)['fields']>;

const serialiseTag = ({ equipmentId, ...row }: TagRow) => ({ tagId: row.id, ...row });

export async function listTags(ctx: Ctx, query: Values<(typeof equipmentTagQuery)['fields']>) {
  const { projectId, sort, skip, limit } = query;
  const [, rows, total] = await Promise.all([
    requireProjectToRead(ctx, projectId, async () => (await store.countTags(ctx.db, projectId)) > 0),
    store.listTags(ctx.db, projectId, { sort, skip, limit }),
    store.countTags(ctx.db, projectId),
  ]);
  return new Page(rows.map(serialiseTag), total, skip, limit);
}

export const getTag = async (ctx: Ctx, tagId: string) => serialiseTag(await requireTag(ctx, tagId));

/**
 * The first tag of its project and equipment is the default.
 * @throws VALIDATION_ERROR, NOT_FOUND (project, equipment), CODE_EXISTS, DEPENDENCY_UNAVAILABLE
 */
export function createTag(ctx: Ctx, body: unknown) {
  const values = equipmentTagInput.create(body);
  return ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx };
    await store.lockTagsOfProject(tx, values.projectId);
    const project = await requireProject(ctx, values.projectId);
    const equipment = await requireEquipment(inside, values.equipmentCode);
    const others = await store.listTagsOfProject(tx, values.projectId);
    const { equipmentCode, ...fields } = values;
    const tag = {
      ...fields,
      equipmentId: equipment.id,
      tagNumber: values.tagNumber ?? nextTagNumber(equipment, others),
      currency: values.currency ?? project.currency,
      isDefault: values.isDefault || !others.some(({ equipmentId }) => equipmentId === equipment.id),
      createdBy: ctx.caller.name,
      updatedBy: ctx.caller.name,
    };
    await recordOperation(tx, { kind: 'create' });
    if (tag.isDefault) await store.deposeDefault(tx, tag, ctx.caller.name);
    const id = await withFreeTagNumber(tag.tagNumber, () => store.insertTag(tx, tag));
    await emitPrices(tx, equipment.equipmentCode, values.projectId);
    return getTag(inside, id);
  });
}

/**
 * A cleared number or currency takes its default. A new default replaces the current one, and a tag that ceases to be
 * the default passes it to the oldest other.
 * @throws NOT_FOUND, VERSION_MISMATCH, VALIDATION_ERROR, CODE_EXISTS, DEPENDENCY_UNAVAILABLE
 */
export function updateTag(ctx: Ctx, tagId: string, body: unknown) {
  return ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx };
    const current = await lockTag(inside, tagId);
    const wanted = equipmentTagInput.update(body, current as TagFields);
    const changes = changed(current, await resolveChanges(inside, current, wanted));
    if (isEmpty(changes)) return serialiseTag(current);
    const group = { projectId: current.projectId, equipmentId: changes.equipmentId ?? current.equipmentId };
    const isMoved = group.equipmentId !== current.equipmentId;
    const isDefault = changes.isDefault ?? current.isDefault;
    const by = ctx.caller.name;
    if (isDefault && (isMoved || !current.isDefault)) await store.deposeDefault(tx, group, by);
    await withFreeTagNumber(changes.tagNumber ?? current.tagNumber, () =>
      store.updateTag(tx, current.id, changes, by),
    );
    if (current.isDefault && (isMoved || !isDefault)) await store.promoteOldest(tx, current, current.id, by);
    const tag = await getTag(inside, current.id);
    await emitPrices(tx, tag.equipmentCode, tag.projectId);
    if (isMoved) await emitPrices(tx, current.equipmentCode, current.projectId);
    return tag;
  });
}

export function deleteTag(ctx: Ctx, tagId: string): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    const current = await lockTag({ ...ctx, db: tx }, tagId);
    await store.removeTag(tx, current.id);
    if (current.isDefault) await store.promoteOldest(tx, current, current.id, ctx.caller.name);
    await emitPrices(tx, current.equipmentCode, current.projectId);
  });
}

export async function removeTagsOfProject(tx: Database, projectId: string): Promise<void> {
  await store.lockTagsOfProject(tx, projectId);
  await store.removeTagsOfProject(tx, projectId);
}

async function requireTag(ctx: Ctx, tagId: string): Promise<TagRow> {
  const row = isUuid(tagId) ? await store.findTag(ctx.db, tagId) : undefined;
  if (!row) throw notFound('equipment tag', tagId);
  return row;
}

async function lockTag(ctx: Ctx, tagId: string): Promise<TagRow> {
  const { projectId } = await requireTag(ctx, tagId);
  await store.lockTagsOfProject(ctx.db, projectId);
  const row = await requireTag(ctx, tagId);
  requireVersion(ctx, row);
  return row;
}

const withFreeTagNumber = <T>(tagNumber: string, write: () => Promise<T>) =>
  withFreeCode(
    {
      constraint: 'equipment_tag_project_id_tag_number_key',
      record: 'tag of the project',
      field: 'tagNumber',
      code: tagNumber,
    },
    write,
  );

interface NumberedTag {
  tagNumber: string;
  equipmentId: string;
}

/**
 * The number is `<equipmentCode>-<n>`, counted on from the other tags of its equipment to the first that is free in the
 * project (resources.md 12).
 */
function nextTagNumber(
  { equipmentCode, id }: { equipmentCode: string; id: string },
  others: readonly NumberedTag[],
): string {
  const taken = new Set(others.map(({ tagNumber }) => loweredText(tagNumber)));
  let number = others.filter(({ equipmentId }) => equipmentId === id).length + 1;
  while (taken.has(loweredText(`${equipmentCode}-${number}`))) number += 1;
  return `${equipmentCode}-${number}`;
}

async function resolveChanges(ctx: Ctx, current: TagRow, { equipmentCode, ...wanted }: Partial<TagFields>) {
  const { tagNumber = current.tagNumber, currency = current.currency } = wanted;
  const isMoved =
    equipmentCode !== undefined && loweredText(equipmentCode) !== loweredText(current.equipmentCode);
  const equipment = isMoved
    ? await requireEquipment(ctx, equipmentCode)
    : { id: current.equipmentId, equipmentCode: current.equipmentCode };
  const tags = await store.listTagsOfProject(ctx.db, current.projectId);
  const others = tags.filter(({ id }) => id !== current.id);
  const isWanted = wanted.isDefault ?? (!isMoved && current.isDefault);
  return {
    ...wanted,
    equipmentId: equipment.id,
    tagNumber: tagNumber ?? nextTagNumber(equipment, others),
    currency: currency ?? (await requireProject(ctx, current.projectId)).currency,
    isDefault: isWanted || !others.some(({ equipmentId }) => equipmentId === equipment.id),
  };
}
