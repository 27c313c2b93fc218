import { invalid } from '@consulting/kernel/schema/errors';
import { loweredText } from '@consulting/kernel/schema/text';
import { askWbsItems, type WbsTreeItem } from '../../neighbours/equipment-wbs';
import type { Ctx } from '../context';

export interface WbsNode {
  wbsCode: string;
  name: string;
  /** 1 for a root. */
  level: number;
  parent: WbsNode | null;
  children: WbsNode[];
}

interface Placed {
  node: WbsNode;
  parentKey: string | null;
  sortOrder: number | null;
}

/**
 * The WBS in sight of a project: its own items, and the universal ones whose codes no item of its own has. Parents are found by
 * their codes, and levels from the roots down, in one walk: items that no root leads to are left out.
 */
export class WbsTree {
  readonly roots: readonly WbsNode[];
  readonly #nodes = new Map<string, WbsNode>();

  constructor({ own, universal }: { own: readonly WbsTreeItem[]; universal: readonly WbsTreeItem[] }) {
    const placed = new Map<string, Placed>();
    for (const { wbsCode, name, parentCode, sortOrder } of [...universal, ...own]) {
      const node: WbsNode = { wbsCode, name, level: 1, parent: null, children: [] };
      const parentKey = parentCode === null ? null : loweredText(parentCode);
      placed.set(loweredText(wbsCode), { node, parentKey, sortOrder });
    }
    const inOrder = [...placed].sort(([oneKey, one], [otherKey, other]) => {
      const order = (one.sortOrder ?? Infinity) - (other.sortOrder ?? Infinity);
      return order || (oneKey < otherKey ? -1 : 1);
    });
    const roots: WbsNode[] = [];
    for (const [key, { node, parentKey }] of inOrder) {
      const parent = parentKey === null || parentKey === key ? undefined : placed.get(parentKey)?.node;
      if (parent) parent.children.push(node);
      else roots.push(node);
    }
    this.roots = roots;
    this.#place(roots);
  }

  #place(roots: readonly WbsNode[]): void {
    const reached = [...roots];
    for (const node of reached) {
      this.#nodes.set(loweredText(node.wbsCode), node);
      for (const child of node.children) {
        child.level = node.level + 1;
        child.parent = node;
        reached.push(child);
      }
    }
  }

  get size(): number {
    return this.#nodes.size;
  }

  /** Parents come before their children, and those in the order of the tree. */
  nodes(): WbsNode[] {
    return [...this.#nodes.values()];
  }

  find(wbsCode: string): WbsNode | undefined {
    return this.#nodes.get(loweredText(wbsCode));
  }

  /** The code of the ancestor at a level, or of the item itself, by lower-cased code; items above that level are left out. */
  codesAtLevel(level: number): ReadonlyMap<string, string> {
    const codes = new Map<string, string>();
    // Parents come before their children.
    for (const [key, node] of this.#nodes) {
      const code = node.level === level ? node.wbsCode : above(node, codes);
      if (code !== undefined) codes.set(key, code);
    }
    return codes;
  }

  ownCodes(): ReadonlyMap<string, string> {
    return new Map([...this.#nodes].map(([key, { wbsCode }]) => [key, wbsCode]));
  }
}

const above = ({ parent }: WbsNode, codes: ReadonlyMap<string, string>): string | undefined =>
  parent ? codes.get(loweredText(parent.wbsCode)) : undefined;

/** @throws DEPENDENCY_UNAVAILABLE, VALIDATION_ERROR (MAX) */
export async function readWbsTree(ctx: Ctx, projectId: string): Promise<WbsTree> {
  const items = await askWbsItems(ctx.bus, projectId);
  if (items) return new WbsTree(items);
  const message = 'has more than 100,000 WBS items, which are too many to roll up';
  throw invalid([{ field: 'projectId', code: 'MAX', message }]);
}
