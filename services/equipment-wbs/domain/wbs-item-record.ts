import type { WbsItemRow } from '../store/wbs-item';

/** An item as it is returned, under both names of its code (resources.md 13). */
export const presentItem = (row: WbsItemRow) => ({
  wbsId: row.id,
  wbsCode: row.code,
  ...row,
  isLeaf: row.childCount === 0,
});

export type Branch = ReturnType<typeof presentItem> & { children: Branch[] };

/** Items with what is below them; roots are those whose parent is not among the items. Siblings keep their order. */
export function branchesOf(rows: readonly WbsItemRow[]): Branch[] {
  const branches = new Map(
    rows.map((row): [string, Branch] => [row.id, { ...presentItem(row), children: [] }]),
  );
  const roots: Branch[] = [];
  for (const branch of branches.values()) {
    const siblings = branches.get(branch.parentId ?? '')?.children ?? roots;
    siblings.push(branch);
  }
  return roots;
}
