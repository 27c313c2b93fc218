import { type HierarchyRectangularNode, hierarchy, treemap } from 'd3-hierarchy';
import type { Titles } from '../language/language';
import type { Formats } from '../language/number-format';
import type { Amount, Report } from '../model/report';
import { html, type Markup, nothing } from './markup';
import { seriesClass } from './series';

interface Node {
  label: string;
  // What stands in a tile that has no room for the label.
  code: string | null;
  amount: Amount;
  series: number;
  children?: readonly Node[];
}

const width = 900;
const height = 380;
const headHeight = 22;
const lineHeight = 15;
const inset = 6;
const characterWidth = 7;
const places = 1;

type Placed = HierarchyRectangularNode<Node>;

// Disciplines and what they consist of; the area of each tile is its cost.
export function treemapChart(
  { tiles, currency }: Report,
  title: string,
  words: Titles,
  formats: Formats,
): Markup {
  const nodes = tiles.map(({ label, amount, items }, series): Node => {
    const children = items.map((item) => ({
      label: [item.wbsCode, item.name].filter(Boolean).join(' ') || words.withoutItem,
      code: item.wbsCode,
      amount: item.amount,
      series,
    }));
    return { label, code: null, amount, series, ...(children.length > 1 && { children }) };
  });
  const [first] = nodes;
  const drawn = nodes.length === 1 ? (first?.children ?? []) : nodes;
  if (drawn.length < 2 || !drawn.some(({ amount }) => Number(amount) > 0)) return nothing;
  const rects = placed(drawn).map((node) => tile(node, currency, formats));
  return html`<figure><figcaption>${title} <span>(${currency})</span></figcaption><svg class="tiles" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="tiles-title" xmlns="http://www.w3.org/2000/svg"><title id="tiles-title">${title}</title>${rects}</svg></figure>
`;
}

function placed(nodes: readonly Node[]): Placed[] {
  const whole: Node = { label: '', code: null, amount: '0', series: 0, children: nodes };
  const root = hierarchy(whole, ({ children }) => children)
    .sum(({ amount, children }) => (children ? 0 : Math.max(0, Number(amount))))
    .sort((one, other) => (other.value ?? 0) - (one.value ?? 0));
  return treemap<Node>()
    .size([width, height])
    .paddingInner(2)
    .paddingTop(({ depth, children }) => (depth > 0 && children ? headHeight : 0))(root)
    .descendants()
    .filter(({ depth, value = 0 }) => depth > 0 && value > 0);
}

function tile(
  { data, children, parent, x0, x1, y0, y1 }: Placed,
  currency: string,
  formats: Formats,
): Markup {
  const [across, down] = [x1 - x0, children ? headHeight - 2 : y1 - y0];
  const above = parent && parent.depth > 0 ? `${parent.data.label}, ` : '';
  const named = `${above}${data.label}: ${formats.money(data.amount)} ${currency}`;
  const kind = children ? 'head' : 'tile';
  const room = across - 2 * inset;
  const lines = children
    ? headOf(data, room, formats)
    : linesOf(data, room, Math.floor((down - inset) / lineHeight), formats);
  const text = lines.map(
    (line, at) =>
      html`<text x="${(x0 + inset).toFixed(places)}" y="${(y0 + lineHeight * (at + 1)).toFixed(places)}">${line}</text>`,
  );
  return html`<g class="${kind}"><rect class="${seriesClass(data.series)}" x="${x0.toFixed(places)}" y="${y0.toFixed(places)}" width="${across.toFixed(places)}" height="${down.toFixed(places)}"><title>${named}</title></rect>${text}</g>`;
}

const fits = (text: string, room: number) => text.length * characterWidth <= room;

function headOf({ label, amount }: Node, room: number, formats: Formats): string[] {
  const figure = formats.count(amount);
  const words = [`${label} – ${figure}`, label, figure].find((text) => fits(text, room));
  return words === undefined ? [] : [words];
}

// Words that have no room are left out as a whole.
function linesOf({ label, code, amount }: Node, room: number, linesMax: number, formats: Formats): string[] {
  const name = [label, code].find((text) => text !== null && fits(text, room));
  const figure = formats.count(amount);
  const lines = [...(name ? [name] : []), ...(fits(figure, room) ? [figure] : [])];
  return lines.slice(0, Math.max(0, linesMax));
}
