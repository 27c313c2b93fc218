import { type HierarchyRectangularNode, hierarchy, treemap } from 'd3-hierarchy';
import { Mark, Marks } from './marks';
import { tintClass } from './series';
import classes from './treemap.module.css';
import { useWidth } from './width';

export interface TreemapNode {
  id: string;
  label: string;
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
  return (
    <div ref={element} style={{ minHeight: heightFor(width) }}>
      <Marks label={label} order={tiles.map(({ data }) => data.id)} className={classes.map}>
        {tiles.map(({ data, x0, x1, y0, y1, children }) => (
          <Mark
            key={data.id}
            id={data.id}
            name={data.name}
            href={data.href}
            className={`${children ? classes.group : classes.tile} ${tintClass(data.series)}`}
            style={{ left: x0, top: y0, width: x1 - x0, height: children ? headerHeight - 3 : y1 - y0 }}
          >
            <span className={children ? classes.groupLabel : classes.tileLabel}>{data.label}</span>
            <span className={children ? classes.groupFigure : classes.tileFigure}>{data.figure}</span>
          </Mark>
        ))}
      </Marks>
    </div>
  );
}
