import { Slice, sortedInSlices } from '@consulting/kernel/process';
import { invalid, loweredText } from '@consulting/kernel/schema';
import { askWbsItems, type WbsItems } from '../../neighbours/equipment-wbs';
import { WbsCodes } from '../../store/search/wbs-codes';
import type { Ctx } from '../context';

export interface WbsNode {
  wbsCode: string;
  name: string;
  level: number;
  parent: WbsNode | null;
  children: WbsNode[];
}

interface Placed {
  key: string;
  node: WbsNode;
  parentKey: string | null;
  sortOrder: number;
}

const compare = (one: Placed, other: Placed): number => {
  if (one.sortOrder !== other.sortOrder) return one.sortOrder < other.sortOrder ? -1 : 1;
  return one.key < other.key ? -1 : 1;
};

/**
 * A project's own items go before universal ones of the same code. Levels are counted from the roots down in
 * one walk, so items that no root leads to are left out.
 */
export class WbsTree {
  readonly roots: WbsNode[] = [];
  readonly #nodes = new Map<string, WbsNode>();

  private constructor() {}

  static async of({ own, universal }: WbsItems): Promise<WbsTree> {
    const tree = new WbsTree();
    const slice = new Slice();
    const placed = new Map<string, Placed>();
    for (const items of [universal, own])
      for (const { wbsCode, name, parentCode, sortOrder } of items) {
        if (slice.isOver) await slice.next();
        const node: WbsNode = { wbsCode, name, level: 1, parent: null, children: [] };
        const key = loweredText(wbsCode);
        const parentKey = parentCode === null ? null : loweredText(parentCode);
        placed.set(key, { key, node, parentKey, sortOrder: sortOrder ?? Number.POSITIVE_INFINITY });
      }
    for (const { key, node, parentKey } of await sortedInSlices([...placed.values()], compare)) {
      if (slice.isOver) await slice.next();
      const parent = parentKey === null || parentKey === key ? undefined : placed.get(parentKey)?.node;
      (parent?.children ?? tree.roots).push(node);
    }
    const reached = [...tree.roots];
    for (const node of reached) {
      if (slice.isOver) await slice.next();
      tree.#nodes.set(loweredText(node.wbsCode), node);
      for (const child of node.children) {
        child.level = node.level + 1;
        child.parent = node;
        reached.push(child);
      }
    }
    return tree;
  }

  get size(): number {
    return this.#nodes.size;
  }

  nodes(): WbsNode[] {
    return [...this.#nodes.values()];
  }

  find(wbsCode: string): WbsNode | undefined {
    return this.#nodes.get(loweredText(wbsCode));
  }

  codesAtLevel(level: number): Promise<WbsCodes> {
    return WbsCodes.of(this.#codesAtLevel(level));
  }

  *#codesAtLevel(level: number): Generator<[string, string]> {
    const codes = new Map<WbsNode, string>();
    for (const [key, node] of this.#nodes) {
      const code = node.level === level ? node.wbsCode : node.parent && codes.get(node.parent);
      if (!code) continue;
      codes.set(node, code);
      yield [key, code];
    }
  }

  ownCodes(): Promise<WbsCodes> {
    return WbsCodes.of(this.#ownCodes());
  }

  *#ownCodes(): Generator<[string, string]> {
    for (const [key, { wbsCode }] of this.#nodes) yield [key, wbsCode];
  }
}

export async function readWbsTree(ctx: Ctx, projectId: string): Promise<WbsTree> {
  const items = await askWbsItems(ctx.bus, projectId);
  if (items) return WbsTree.of(items);
  const message = 'has more than 100,000 WBS items, which are too many to roll up';
  throw invalid([{ field: 'projectId', code: 'MAX', message }]);
}
