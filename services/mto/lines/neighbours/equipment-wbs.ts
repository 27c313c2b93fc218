import {
  findWbsCodes,
  listWbsTree,
  type WbsTreeItem as WbsTreeItemFacts,
  wbsTreePageMax,
} from '@consulting/kernel/contracts/equipment-wbs';
import type { Bus } from '@consulting/kernel/nats';
import type { Static } from '@consulting/kernel/schema';
import { askInParts } from './ask-in-parts';

export async function askWbsCodes(
  bus: Bus,
  projectId: string,
  wbsCodes: readonly string[],
): Promise<ReadonlySet<string>> {
  const ask = async (part: string[]) => (await bus.ask(findWbsCodes, { projectId, wbsCodes: part })).wbsCodes;
  return new Set(await askInParts(wbsCodes, ask));
}

type WbsTreeItem = Static<typeof WbsTreeItemFacts>;

export interface WbsItems {
  own: readonly WbsTreeItem[];
  universal: readonly WbsTreeItem[];
}

const treeItemsMax = 100_000;

export async function askWbsItems(bus: Bus, projectId: string): Promise<WbsItems | undefined> {
  const [own, universal] = await Promise.all([askTree(bus, projectId), askTree(bus, null)]);
  return own && universal && { own, universal };
}

async function askTree(bus: Bus, projectId: string | null): Promise<WbsTreeItem[] | undefined> {
  const found: WbsTreeItem[] = [];
  for (let after: string | null = null; found.length <= treeItemsMax; ) {
    const { items }: { items: WbsTreeItem[] } = await bus.ask(listWbsTree, { projectId, after });
    found.push(...items);
    if (items.length < wbsTreePageMax) return found;
    after = items.at(-1)?.wbsCode ?? null;
  }
  return undefined;
}
