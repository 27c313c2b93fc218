import type { WbsItemRow } from '../store/wbs-item';
import type { TreeRow } from '../store/wbs-item-list';

export const presentItem = (row: WbsItemRow) => ({
  wbsId: row.id,
  wbsCode: row.code,
  ...row,
  isLeaf: row.childCount === 0,
});

export type Branch = ReturnType<typeof presentItem> & { children: Branch[] };

/** Roots are those whose parent is not among the items. Siblings keep their order. */
export function branchesOf(rows: readonly TreeRow[]): Branch[] {
  const children = new Map<string | null, TreeRow[]>(rows.map(({ id }) => [id, []]));
  const roots: TreeRow[] = [];
  for (const row of rows) (children.get(row.parentId) ?? roots).push(row);
  const branch = (row: TreeRow): Branch => {
    const below = children.get(row.id) ?? [];
    return {
      ...presentItem({ ...row, childCount: row.childCount ?? below.length }),
      children: below.map(branch),
    };
  };
  return roots.map(branch);
}
