import { wbsTreePageMax } from '@consulting/kernel/contracts/equipment-wbs';
import { type Database, withFreeCode } from '@consulting/kernel/postgres';
import { requireUnlimited, requireVersion } from '@consulting/kernel/process';
import { changed, isEmpty, isUuid, notFound, Page, type Values } from '@consulting/kernel/schema';
import type { WbsItemRow } from '../store/wbs-item';
import * as store from '../store/wbs-item';
import { moveBranch, type Place } from '../store/wbs-item-branch';
import type { TreeRow } from '../store/wbs-item-list';
import * as lists from '../store/wbs-item-list';
import type { Ctx } from './context';
import { requireProject } from './references';
import { readNewItem, type WbsItemFields, wbsItemInput, type wbsQuery } from './wbs-item-fields';
import { findParent, placeBelow, requireMovable } from './wbs-item-parent';
import { emitCodes, requireRemovable, requireRenamable, requireSource } from './wbs-item-usage';

export async function listItems(ctx: Ctx, query: Values<(typeof wbsQuery)['fields']>) {
  const { sort, skip, limit, tree, ...filter } = query;
  if (tree) {
    const { rows, total } = await lists.listTree(ctx.db, filter, { sort, skip, limit });
    return new Page<object>(branchesOf(rows), total, skip, limit);
  }
  const [rows, total] = await Promise.all([
    lists.listItems(ctx.db, filter, { sort, skip, limit }),
    lists.countItems(ctx.db, filter),
  ]);
  return new Page<object>(rows.map(serialiseItem), total, skip, limit);
}

export const getItem = async (ctx: Ctx, wbsId: string) => serialiseItem(await requireItem(ctx, wbsId));

export function createItem(ctx: Ctx, body: unknown) {
  const { parentId, parentCode, ...values } = readNewItem(body);
  const { code, projectId } = values;
  const named = { parentId: parentId ?? undefined, parentCode: parentCode ?? undefined };
  return ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx };
    if (projectId === null) requireUnlimited(ctx);
    await store.lockTreeShared(tx, projectId);
    if (projectId !== null) await requireProject(inside, projectId);
    const parent = (await findParent(inside, projectId, named)) ?? null;
    const place = placeBelow(parent, code, named);
    await requireSource(inside, values.sourceWbsId);
    const by = { createdBy: ctx.caller.name, updatedBy: ctx.caller.name };
    const item = { ...values, ...place, ...by, parentId: parent?.id ?? null };
    const row = await withFreeWbsCode(code, body, () => store.insertItem(tx, item));
    await emitCodes(tx, projectId, [code]);
    return serialiseItem(row);
  });
}

/**
 * With another parent the item moves with all items below it, which keep their version.
 * @throws NOT_FOUND, VERSION_MISMATCH, VALIDATION_ERROR, CODE_EXISTS, WBS_IN_USE (a code that lines carry),
 * DEPENDENCY_UNAVAILABLE
 */
export function updateItem(ctx: Ctx, wbsId: string, body: unknown) {
  return ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx };
    const current = await lockItem(inside, wbsId);
    const { parentId, parentCode, ...wanted } = wbsItemInput.update(body, {
      ...(current as Omit<WbsItemFields, 'parentCode'>),
      parentCode: null,
    });
    const named = { parentId, parentCode };
    const parent = await findParent(inside, current.projectId, named);
    const move = parent === undefined ? {} : { parentId: parent?.id ?? null };
    const changes = changed(current, { ...wanted, ...move });
    if (isEmpty(changes)) return serialiseItem(current);
    if (changes.parentId && parent) await requireMovable(inside, current, parent, named);
    if (changes.code !== undefined) await requireRenamable(inside, current, changes.code);
    await requireSource(inside, changes.sourceWbsId);
    const code = changes.code ?? current.code;
    const place = placeBelow(parent === undefined ? above(current) : parent, code, named);
    const values = { ...changes, ...place, updatedBy: ctx.caller.name };
    const row = await withFreeWbsCode(code, body, () => store.updateItem(tx, current.id, values));
    if (place.path !== current.path) await moveBranch(tx, current.id, current, place);
    if (code !== current.code) await emitCodes(tx, current.projectId, [current.code, code]);
    return serialiseItem(row);
  });
}

const above = ({ parentId, level, path, code }: WbsItemRow): Place | null =>
  parentId === null ? null : { level: level - 1, path: path.slice(0, -code.length - 1) };

export function deleteItem(ctx: Ctx, wbsId: string): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx };
    const current = await lockItem(inside, wbsId);
    await requireRemovable(inside, current);
    await store.removeItem(tx, current.id);
    await emitCodes(tx, current.projectId, [current.code]);
  });
}

export async function removeItemsOfProject(tx: Database, projectId: string): Promise<void> {
  await store.lockTree(tx, projectId);
  await store.removeItemsOfProject(tx, projectId);
}

export async function treeItems(db: Database, projectId: string | null, after: string | null) {
  if (projectId !== null && !isUuid(projectId)) return [];
  return lists.listTreeItems(db, projectId, after, wbsTreePageMax);
}

async function requireItem(ctx: Ctx, wbsId: string): Promise<WbsItemRow> {
  const row = isUuid(wbsId) ? await store.findItem(ctx.db, wbsId) : undefined;
  if (!row) throw notFound('WBS item', wbsId);
  return row;
}

async function lockItem(ctx: Ctx, wbsId: string): Promise<WbsItemRow> {
  const { projectId } = await requireItem(ctx, wbsId);
  if (projectId === null) requireUnlimited(ctx);
  await store.lockTree(ctx.db, projectId);
  const row = await requireItem(ctx, wbsId);
  requireVersion(ctx, row);
  return row;
}

const withFreeWbsCode = <T>(code: string, body: unknown, write: () => Promise<T>) =>
  withFreeCode(
    {
      constraint: 'wbs_item_project_id_code_key',
      record: 'WBS item of the same scope and project',
      field: wbsItemInput.nameIn(body, 'code'),
      code,
    },
    write,
  );

const serialiseItem = (row: WbsItemRow) => ({
  wbsId: row.id,
  wbsCode: row.code,
  ...row,
  isLeaf: row.childCount === 0,
});

type Branch = ReturnType<typeof serialiseItem> & { children: Branch[] };

function branchesOf(rows: readonly TreeRow[]): Branch[] {
  const children = new Map<string | null, TreeRow[]>(rows.map(({ id }) => [id, []]));
  const roots: TreeRow[] = [];
  for (const row of rows) (children.get(row.parentId) ?? roots).push(row);
  const branch = (row: TreeRow): Branch => {
    const below = children.get(row.id) ?? [];
    return {
      ...serialiseItem({ ...row, childCount: row.childCount ?? below.length }),
      children: below.map(branch),
    };
  };
  return roots.map(branch);
}
