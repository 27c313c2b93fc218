import { type Fault, invalid } from '@consulting/kernel/schema';
import { findItemOfTree, findItemWithCode, type Tree, type WbsItemRow } from '../store/wbs-item';
import { findDeepestLevel, isWithin, type Place } from '../store/wbs-item-branch';
import type { Ctx } from './context';
import { levelMax } from './wbs-item-fields';

export interface NamedParent {
  parentId?: string | null;
  parentCode?: string | null;
}

const refuse = (field: string, code: Fault['code'], message: string) => invalid([{ field, code, message }]);

/**
 * The tree must be locked or shared. The answer is null for a root, and undefined when the request names no parent.
 * @throws VALIDATION_ERROR (REFERENCE, CONFLICTING_NAMES)
 */
export async function findParent(
  ctx: Ctx,
  tree: Tree,
  { parentId, parentCode }: NamedParent,
): Promise<WbsItemRow | null | undefined> {
  const byId =
    parentId == null ? parentId : requireItem('parentId', await findItemOfTree(ctx.db, tree, parentId));
  const byCode =
    parentCode == null
      ? parentCode
      : requireItem('parentCode', await findItemWithCode(ctx.db, tree, parentCode));
  if (byId === undefined) return byCode;
  if (byCode !== undefined && byCode?.id !== byId?.id)
    throw refuse('parentCode', 'CONFLICTING_NAMES', 'is not the code of parentId');
  return byId;
}

function requireItem(field: string, item: WbsItemRow | undefined): WbsItemRow {
  if (item) return item;
  throw refuse(field, 'REFERENCE', 'is not an item of the same scope and project');
}

const fieldOf = ({ parentCode }: NamedParent) => (parentCode == null ? 'parentId' : 'parentCode');

export function placeBelow(parent: Place | null, code: string, named: NamedParent): Place {
  if (parent === null) return { level: 1, path: code };
  requireDepth(parent.level + 1, named);
  return { level: parent.level + 1, path: `${parent.path}/${code}` };
}

export async function requireMovable(
  ctx: Ctx,
  item: WbsItemRow,
  parent: WbsItemRow,
  named: NamedParent,
): Promise<void> {
  if (await isWithin(ctx.db, parent.id, item.id))
    throw refuse(fieldOf(named), 'WBS_CYCLE', 'is the item itself or below it');
  const deepest = (await findDeepestLevel(ctx.db, item.id)) ?? item.level;
  requireDepth(parent.level + 1 + deepest - item.level, named);
}

function requireDepth(level: number, named: NamedParent): void {
  if (level > levelMax)
    throw refuse(fieldOf(named), 'MAX', `would make the tree deeper than ${levelMax} levels`);
}
