import type { WbsNode } from '../view/queries';

export interface TreeRow {
  key: string;
  node: WbsNode;
  level: number;
}

const keyOf = ({ wbsCode, kind }: WbsNode): string => wbsCode ?? `${kind}`;

export const rowsOf = (node: WbsNode, open: ReadonlySet<string>, level = 1): TreeRow[] =>
  node.children.flatMap((child) => {
    const key = keyOf(child);
    return [{ key, node: child, level }, ...(open.has(key) ? rowsOf(child, open, level + 1) : [])];
  });

export const allCodes = (node: WbsNode): string[] =>
  node.children.flatMap((child) => [keyOf(child), ...allCodes(child)]);

export function codesToLevel(node: WbsNode, levels: number): ReadonlySet<string> {
  if (levels === 0) return new Set();
  const below = node.children.flatMap((child) => [keyOf(child), ...codesToLevel(child, levels - 1)]);
  return new Set(below);
}
