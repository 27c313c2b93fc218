import { Slice } from '@consulting/kernel/process';
import { integer, invalid, QueryInput, uuid, type Values } from '@consulting/kernel/schema';
import { findTogether } from '../../store/tables/json-statement';
import type { Ctx } from '../context';
import { wbsLevelMax } from '../groups/group-keys';
import { readWbsTree, type WbsNode, type WbsTree } from '../groups/wbs-tree';
import { readInProject } from '../line/owner';
import { sourceFor, versionField } from '../line/version-lines';
import {
  FigureSums,
  type Figures,
  type FiguresOfKey,
  figuresBy,
  kindOf,
  noFigures,
  serialiseFigures,
  summed,
  unknownCode,
} from './roll-up';

export const wbsSummaryQuery = new QueryInput({
  serviceId: uuid().describe('Only the lines of this service.'),
  estimationId: versionField(),
  depth: integer({ min: 1, max: wbsLevelMax })
    .default(wbsLevelMax)
    .describe('Levels that are listed; what lies deeper is in the figures of what is above it.'),
});

const nodesMax = 10_000;

interface SummaryNode {
  wbsCode: string | null;
  name: string | null;
  kind: 'none' | 'unknown' | null;
  own: Record<string, number>;
  rolledUp: Record<string, number>;
  children: SummaryNode[];
}

/**
 * Branches without lines are left out (extensions.md 9.2).
 * @throws NOT_FOUND, NO_SNAPSHOT, VALIDATION_ERROR, DEPENDENCY_UNAVAILABLE
 */
export async function summariseWbs(
  ctx: Ctx,
  projectId: string,
  { serviceId, estimationId, depth }: Values<(typeof wbsSummaryQuery)['fields']>,
) {
  const version = await sourceFor(ctx, { projectId, serviceId }, estimationId);
  const filter = { projectId, serviceId, discipline: null, ...version };
  const [project, { tree, found }] = await readInProject(ctx, projectId, async () => {
    const tree = await readWbsTree(ctx, projectId);
    const key = { name: 'wbsCode', codes: await tree.ownCodes(), ofOthers: unknownCode };
    const [found] = await findTogether(ctx.db, figuresBy(filter, key, tree.size + 2));
    return { tree, found };
  });
  return {
    projectId,
    serviceId,
    currency: project?.currency ?? null,
    generatedAt: new Date(),
    root: await rootOf(project?.name ?? null, tree, found, depth),
    ...(project ? {} : { unavailable: ['currency', 'root.name'] }),
  };
}

async function rootOf(
  name: string | null,
  tree: WbsTree,
  found: readonly FiguresOfKey[],
  depth: number,
): Promise<SummaryNode> {
  const own = new Map(
    found.flatMap(({ key, figures }) => {
      const node = kindOf(key) === null && key !== null ? tree.find(key) : undefined;
      return node ? [[node, figures] as const] : [];
    }),
  );
  const others = found.flatMap(({ key, figures }): SummaryNode[] => {
    const kind = kindOf(key);
    const displayed = serialiseFigures(figures);
    return kind
      ? [{ wbsCode: null, name: null, kind, own: displayed, rolledUp: displayed, children: [] }]
      : [];
  });
  const nodes = tree.nodes();
  const rolledUp = await rolledUpOf(nodes, own);
  const ofRoots = tree.roots.map((root) => rolledUp.get(root) ?? noFigures);
  const outside = found.flatMap(({ key, figures }) => (kindOf(key) === null ? [] : [figures]));
  const inOrder = others.sort((one, other) => (one.kind === other.kind ? 0 : one.kind === 'none' ? -1 : 1));
  return {
    wbsCode: null,
    name,
    kind: null,
    own: serialiseFigures(noFigures),
    rolledUp: serialiseFigures(summed([...ofRoots, ...outside])),
    children: [...(await branchesOf(nodes, own, rolledUp, depth)), ...inOrder],
  };
}

async function branchesOf(
  nodes: readonly WbsNode[],
  own: ReadonlyMap<WbsNode, Figures>,
  rolledUp: ReadonlyMap<WbsNode, Figures>,
  depth: number,
): Promise<SummaryNode[]> {
  const listed = nodes.filter((node) => node.level <= depth && rolledUp.has(node));
  if (listed.length > nodesMax) throw tooMany(listed.length);
  const displayed = new Map<WbsNode, SummaryNode>();
  const roots: SummaryNode[] = [];
  const slice = new Slice();
  for (const node of listed) {
    if (slice.isOver) await slice.next();
    const one: SummaryNode = {
      wbsCode: node.wbsCode,
      name: node.name,
      kind: null,
      own: serialiseFigures(own.get(node) ?? noFigures),
      rolledUp: serialiseFigures(rolledUp.get(node) ?? noFigures),
      children: [],
    };
    displayed.set(node, one);
    const siblings = node.parent ? displayed.get(node.parent)?.children : roots;
    siblings?.push(one);
  }
  return roots;
}

async function rolledUpOf(
  nodes: readonly WbsNode[],
  own: ReadonlyMap<WbsNode, Figures>,
): Promise<Map<WbsNode, Figures>> {
  const rolledUp = new Map<WbsNode, Figures>(own);
  const below = new Map<WbsNode, FigureSums>();
  const slice = new Slice();
  for (const node of nodes.toReversed()) {
    if (slice.isOver) await slice.next();
    const sums = below.get(node);
    const ownFigures = own.get(node);
    if (sums) {
      if (ownFigures) sums.add(ownFigures);
      rolledUp.set(node, sums.figures);
    }
    const figures = rolledUp.get(node);
    if (!figures || !node.parent) continue;
    const ofParent = below.get(node.parent) ?? new FigureSums();
    ofParent.add(figures);
    below.set(node.parent, ofParent);
  }
  return rolledUp;
}

function tooMany(count: number) {
  const message = `would list ${count} items, more than ${nodesMax}: ask for fewer levels, or group by wbsLevel in POST /mto/aggregate, page by page`;
  return invalid([{ field: 'depth', code: 'MAX', message }]);
}
