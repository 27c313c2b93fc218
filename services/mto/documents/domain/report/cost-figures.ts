import type { Database } from '@consulting/kernel/postgres';
import { inSlices, Slice } from '@consulting/kernel/process';
import { type Decimal, decimal, round } from '@consulting/kernel/schema';
import { disciplines, findSearchField } from '@consulting/mto-engine';
import {
  type Figures,
  type FiguresOfKeys,
  figureKeys,
  findFiguresByKeys,
  type GroupKey,
  kindOf,
  type LineFilter,
  noFigures,
  summed,
  unknownCode,
  type WbsNode,
  type WbsTree,
} from '@consulting/mto-lines';
import type { Titles } from './language/language';
import type {
  Amount,
  AreaFigures,
  DisciplineFigures,
  Matrix,
  Report,
  Tile,
  WbsFigures,
} from './model/report';

const percentPlaces = 2;

export function percentOfTotal(figure: Decimal | Amount, total: Decimal): Amount | null {
  return total.eq(0) ? null : round(decimal(figure).times(100).div(total), percentPlaces).toFixed();
}

export function keyOfField(name: string): GroupKey {
  const field = findSearchField(name, null);
  if (!field) throw new RangeError(`${name} is not a field`);
  return { name, field };
}

type CostFigures = Pick<Report, 'totals' | 'byDiscipline' | 'byWbs' | 'matrix' | 'areas' | 'tiles'>;

/** All sums come from one statement, by discipline and WBS code, so that they agree to the cent. */
export async function costFigures(
  db: Database,
  filter: LineFilter,
  tree: WbsTree,
  words: Titles,
): Promise<CostFigures> {
  const wbsKey = { name: 'wbsCode', codes: await tree.ownCodes(), ofOthers: unknownCode };
  const groupsMax = disciplines.length * (tree.size + 2);
  const found = await findFiguresByKeys(db, filter, [keyOfField('discipline'), wbsKey], groupsMax);
  const total = sumOf(found);
  const grandTotal = costOf(total);
  const byDiscipline = disciplines.flatMap((discipline): DisciplineFigures[] => {
    const own = found.filter(({ keys }) => keys[0] === discipline);
    if (own.length === 0) return [];
    const figures = sumOf(own);
    const percent = percentOfTotal(costOf(figures), grandTotal);
    return [{ discipline, label: words.disciplines[discipline], figures: displayed(figures), percent }];
  });
  const branches = await branchesOf(tree, found, words);
  return {
    totals: displayed(total),
    byDiscipline,
    byWbs: await inSlices(branches, ({ sums, costs, ...branch }) => ({
      ...branch,
      figures: displayed(sums),
      percent: percentOfTotal(costOf(sums), grandTotal),
    })),
    matrix: matrixOf(branches, byDiscipline, grandTotal),
    areas: await areasOf(db, filter, byDiscipline),
    tiles: tilesOf(branches, byDiscipline),
  };
}

// Levels with a single item say nothing; the level below the first that parts the lines has the tiles.
function levelOfTiles(branches: readonly Branch[]): number {
  const countAt = (level: number) => branches.filter((branch) => branch.level === level).length;
  const deepest = branches.reduce((most, { level }) => Math.max(most, level), 0);
  for (let level = 1; level <= deepest; level += 1)
    if (countAt(level) > 1) return Math.min(level + 1, deepest);
  return deepest;
}

function tilesOf(branches: readonly Branch[], byDiscipline: readonly DisciplineFigures[]): Tile[] {
  const level = levelOfTiles(branches);
  const drawn = branches.filter((branch) => branch.level === level && branch.kind === null);
  return byDiscipline.map(({ discipline, label, figures: { totalCost: amount } }) => {
    const items = drawn.flatMap(({ wbsCode, name, costs }) => {
      const cost = costs.get(discipline);
      return cost ? [{ wbsCode, name, amount: cost.toFixed() }] : [];
    });
    const rest = items.reduce((left, item) => left.minus(item.amount), decimal(amount));
    const others = rest.eq(0) ? [] : [{ wbsCode: null, name: null, amount: rest.toFixed() }];
    return { discipline, label, amount, items: [...items, ...others] };
  });
}

const areasMax = 200;

async function areasOf(
  db: Database,
  filter: LineFilter,
  byDiscipline: readonly DisciplineFigures[],
): Promise<AreaFigures[]> {
  const groupsMax = areasMax * disciplines.length;
  const found = await findFiguresByKeys(
    db,
    filter,
    [keyOfField('area'), keyOfField('discipline')],
    groupsMax,
  );
  const areas = Map.groupBy(found, ({ keys: [area = null] }) => area);
  if (areas.size < 2 || areas.size > areasMax || found.length >= groupsMax) return [];
  return [...areas]
    .map(([area, groups]) => ({
      area,
      costs: byDiscipline.map(({ discipline }) => {
        const own = groups.find(({ keys }) => keys[1] === discipline);
        return own ? costOf(own.figures).toFixed() : null;
      }),
      total: costOf(sumOf(groups)).toFixed(),
    }))
    .toSorted((one, other) => decimal(other.total).cmp(one.total));
}

const sumOf = (groups: readonly FiguresOfKeys[]): Figures => summed(groups.map(({ figures }) => figures));

const costAt = figureKeys.indexOf('totalCost');
const costOf = (figures: Figures): Decimal => decimal(figures[costAt] ?? 0);

const displayed = (figures: Figures): Report['totals'] => {
  const entries = figureKeys.map((key, at) => [key, decimal(figures[at] ?? 0).toFixed()] as const);
  const texts = Object.fromEntries(entries) as Record<(typeof figureKeys)[number], Amount>;
  return { ...texts, lines: Number(texts.lines) };
};

interface Branch extends Omit<WbsFigures, 'figures' | 'percent'> {
  sums: Figures;
  costs: ReadonlyMap<string, Decimal>;
}

type Sums = Pick<Branch, 'sums' | 'costs'>;

const noSums: Sums = { sums: noFigures, costs: new Map() };

function addSums(one: Sums, other: Sums): Sums {
  const costs = new Map(one.costs);
  for (const [discipline, cost] of other.costs) costs.set(discipline, cost.plus(costs.get(discipline) ?? 0));
  return { sums: summed([one.sums, other.sums]), costs };
}

const sumsOf = ({ keys, figures }: FiguresOfKeys): Sums => ({
  sums: figures,
  costs: new Map([[keys[0] ?? '', costOf(figures)]]),
});

async function branchesOf(tree: WbsTree, found: readonly FiguresOfKeys[], words: Titles): Promise<Branch[]> {
  const slice = new Slice();
  const rolledUp = new Map<WbsNode, Sums>();
  const outside = new Map<'none' | 'unknown', Sums>();
  for (const group of found) {
    if (slice.isOver) await slice.next();
    const code = group.keys[1] ?? null;
    const kind = kindOf(code);
    const node = kind === null && code !== null ? tree.find(code) : undefined;
    if (node) rolledUp.set(node, addSums(rolledUp.get(node) ?? noSums, sumsOf(group)));
    else if (kind) outside.set(kind, addSums(outside.get(kind) ?? noSums, sumsOf(group)));
  }
  for (const node of tree.nodes().toReversed()) {
    if (slice.isOver) await slice.next();
    const sums = rolledUp.get(node);
    if (sums && node.parent) rolledUp.set(node.parent, addSums(rolledUp.get(node.parent) ?? noSums, sums));
  }
  const others = (['none', 'unknown'] as const).flatMap((kind): Branch[] => {
    const sums = outside.get(kind);
    const name = words.wbsKinds[kind];
    return sums ? [{ wbsCode: null, name, kind, level: 1, hasChildren: false, ...sums }] : [];
  });
  return [...inOrder(tree.roots, rolledUp), ...others];
}

function inOrder(nodes: readonly WbsNode[], rolledUp: ReadonlyMap<WbsNode, Sums>): Branch[] {
  const branches: Branch[] = [];
  const waiting = nodes.toReversed();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const sums = rolledUp.get(node);
    if (!sums) continue;
    const { wbsCode, name, level } = node;
    const hasChildren = node.children.some((child) => rolledUp.has(child));
    branches.push({ wbsCode, name, kind: null, level, hasChildren, ...sums });
    waiting.push(...node.children.toReversed());
  }
  return branches;
}

function matrixOf(
  branches: readonly Branch[],
  byDiscipline: readonly DisciplineFigures[],
  total: Decimal,
): Matrix {
  const used = byDiscipline.map(({ discipline, label }) => ({ discipline, label }));
  return {
    disciplines: used,
    rows: branches
      .filter(({ level }) => level === 1)
      .map(({ wbsCode, name, kind, costs, sums }) => ({
        wbsCode,
        name,
        kind,
        costs: used.map(({ discipline }) => costs.get(discipline)?.toFixed() ?? null),
        total: costOf(sums).toFixed(),
      })),
    totals: byDiscipline.map(({ figures }) => figures.totalCost),
    total: total.toFixed(),
  };
}
