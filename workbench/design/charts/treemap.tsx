import { type HierarchyRectangularNode, hierarchy, treemap } from 'd3-hierarchy';
import { type WidthOf, widthIn, wrapped } from './fitted';
import { Mark, Marks } from './marks';
import { tintClass } from './series';
import classes from './treemap.module.css';
import { useWidth } from './width';

export interface TreemapNode {
  id: string;
  label: string;
  // Of the label, where there is no room for it.
  code?: string | undefined;
  figure: string;
  name: string;
  value: number;
  series: number;
  href?: string | undefined;
  children?: readonly TreemapNode[];
}

type Tile = HierarchyRectangularNode<TreemapNode>;

const headerHeight = 26;

const nestedFrom = 560;

const heightFor = (width: number) => Math.round(Math.min(440, Math.max(340, width * 0.36)));

function tilesOf(nodes: readonly TreemapNode[], width: number): Tile[] {
  const everything: TreemapNode = {
    id: '',
    label: '',
    figure: '',
    name: '',
    value: 0,
    series: 0,
    children: nodes,
  };
  const isNested = width >= nestedFrom;
  const within = (node: TreemapNode) =>
    node === everything || (isNested && node.children?.length) ? node.children : undefined;
  const root = hierarchy(everything, within)
    .sum((node) => (within(node) ? 0 : Math.max(0, node.value)))
    .sort((one, other) => (other.value ?? 0) - (one.value ?? 0));
  return treemap<TreemapNode>()
    .size([width, heightFor(width)])
    .paddingInner(3)
    .paddingTop(({ depth, children }) => (depth > 0 && children ? headerHeight : 0))
    .round(true)(root)
    .descendants()
    .filter(({ depth }) => depth > 0);
}

export function Treemap({ label, nodes }: { label: string; nodes: readonly TreemapNode[] }) {
  const [element, width] = useWidth<HTMLDivElement>();
  const tiles = width === 0 ? [] : tilesOf(nodes, width);
  const fit = element.current && fitting(element.current);
  const height = heightFor(width);
  return (
    <div ref={element} className={classes.frame} style={{ height }}>
      <Marks label={label} order={tiles.map(({ data }) => data.id)} className={classes.map}>
        {tiles.map((tile) => (
          <Mark
            key={tile.data.id}
            id={tile.data.id}
            name={tile.data.name}
            href={tile.data.href}
            className={`${tile.children ? classes.group : classes.tile} ${tintClass(tile.data.series)}`}
            style={placeOf(tile, width)}
          >
            {fit && <Words {...fit(tile)} />}
          </Mark>
        ))}
      </Marks>
    </div>
  );
}

const sizeOf = ({ x0, x1, y0, y1, children }: Tile) => ({
  width: x1 - x0,
  height: children ? headerHeight - 3 : y1 - y0,
});

// A page in print may be wider than what it was drawn for.
function placeOf(tile: Tile, whole: number) {
  const { width, height } = sizeOf(tile);
  return { left: `${(tile.x0 / whole) * 100}%`, top: tile.y0, width: `${(width / whole) * 100}%`, height };
}

interface Fitted {
  lines: readonly string[];
  figure: string | null;
}

const Words = ({ lines, figure }: Fitted) => (
  <>
    {lines.length > 0 && <span className={classes.label}>{lines.join('\n')}</span>}
    {figure !== null && <span className={classes.figure}>{figure}</span>}
  </>
);

const inset = 16;
const linesMost = 3;
const lineHeight = 1.3;
const figureScale = 0.92;

// What has no room is left out as a whole: the name of each tile says the same.
function fitting(element: HTMLElement): (tile: Tile) => Fitted {
  const rem = Number.parseFloat(getComputedStyle(element).fontSize) * lineHeight;
  const titles = widthIn(element, 600);
  const labels = widthIn(element, 500);
  const figures = widthIn(element, 400, figureScale);
  return (tile) => {
    const { width, height } = sizeOf(tile);
    if (tile.children) return fittedHead(tile.data, width - inset, titles, figures);
    const room = Math.floor((height - inset / 2) / rem);
    return fittedTile(tile.data, { width: width - inset, lines: room }, labels, figures);
  };
}

function fittedHead({ label, code, figure }: TreemapNode, width: number, titles: WidthOf, figures: WidthOf) {
  const besides = figures(figure) + inset;
  for (const text of [label, code])
    if (text !== undefined && titles(text) + besides <= width) return { lines: [text], figure };
  const alone = [label, code].find((text) => text !== undefined && titles(text) <= width);
  if (alone !== undefined) return { lines: [alone], figure: null };
  return { lines: [], figure: figures(figure) <= width ? figure : null };
}

function fittedTile(
  { label, code, figure: written }: TreemapNode,
  { width, lines: most }: { width: number; lines: number },
  labels: WidthOf,
  figures: WidthOf,
): Fitted {
  const figure = figures(written) <= width && most >= 1 ? written : null;
  const room = Math.min(linesMost, figure === null ? most : most - 1);
  for (const text of [label, code]) {
    const lines = text === undefined ? null : wrapped(text, width, room, labels);
    if (lines) return { lines, figure };
  }
  if (most === 1 && code !== undefined && labels(code) <= width) return { lines: [code], figure: null };
  return { lines: [], figure };
}
