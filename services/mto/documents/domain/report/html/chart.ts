import { decimal, shortened, sum } from '@consulting/kernel/schema';
import type { Titles } from '../language/language';
import type { Formats } from '../language/number-format';
import type { Amount } from '../model/report';
import { html, type Markup, nothing } from './markup';
import { legend, type Part, seriesClass } from './series';

interface Bar {
  label: string;
  amount: Amount;
  // Of the amount; a bar without parts has one colour.
  parts?: readonly Part[];
}

const barsMax = 12;
const width = 900;
const labelWidthMin = 60;
const labelWidthMax = 270;
const characterWidth = 6.6;
const valueWidth = 130;
const barHeight = 18;
const rowHeight = 26;
const labelCharactersMax = 42;
const places = 1;

function largest(bars: readonly Bar[], others: string): Bar[] {
  const ordered = bars.toSorted((one, other) => decimal(other.amount).cmp(one.amount));
  if (ordered.length <= barsMax) return ordered;
  const rest = ordered.slice(barsMax - 1);
  const amount = sum(rest.map((bar) => bar.amount)).toFixed();
  const parts = rest[0]?.parts?.map((part, at) => ({
    ...part,
    amount: sum(rest.map((bar) => bar.parts?.[at]?.amount ?? '0')).toFixed(),
  }));
  return [
    ...ordered.slice(0, barsMax - 1),
    { label: `${others} (${rest.length})`, amount, ...(parts && { parts }) },
  ];
}

interface Chart {
  title: string;
  unit: string;
  bars: readonly Bar[];
}

export function barChart(name: string, chart: Chart, formats: Formats, { others }: Titles): Markup {
  const { title, unit } = chart;
  const displayed = largest(chart.bars, others);
  const most = displayed.reduce((top, { amount }) => Math.max(top, Number(amount)), 0);
  if (most <= 0) return nothing;
  const longest = Math.max(...displayed.map(({ label }) => Math.min(label.length, labelCharactersMax)));
  const labelWidth = Math.min(
    labelWidthMax,
    Math.max(labelWidthMin, Math.ceil(longest * characterWidth) + 14),
  );
  const scale = (width - labelWidth - valueWidth) / most;
  const height = displayed.length * rowHeight + 4;
  const reported = displayed
    .map(({ label, amount }) => `${label}: ${formats.count(amount)} ${unit}`)
    .join('; ');
  const rows = displayed.map((bar, at) => {
    const top = at * rowHeight + 4;
    const middle = top + barHeight / 2;
    const named = (label: string, amount: Amount) => `${label}: ${formats.money(amount)} ${unit}`;
    const drawn = rects(bar, { left: labelWidth, top, scale }, named);
    return html`<g><text x="${labelWidth - 10}" y="${middle}" text-anchor="end" dominant-baseline="central">${shortened(bar.label, labelCharactersMax)}</text>${drawn.rects}<text class="v" x="${(drawn.right + 8).toFixed(places)}" y="${middle}" dominant-baseline="central">${formats.count(bar.amount)}</text></g>`;
  });
  return html`<figure><figcaption>${title} <span>(${unit})</span></figcaption>${legend(displayed[0]?.parts ?? [])}<svg viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="${name}-title ${name}-desc" xmlns="http://www.w3.org/2000/svg"><title id="${name}-title">${title}</title><desc id="${name}-desc">${reported}</desc><line x1="${labelWidth}" y1="0" x2="${labelWidth}" y2="${height}"/>${rows}</svg></figure>
`;
}

// Each has its exact figure as its tooltip.
function rects(
  { label, amount, parts }: Bar,
  { left, top, scale }: { left: number; top: number; scale: number },
  named: (label: string, amount: Amount) => string,
) {
  let right = left;
  const drawn = (parts ?? [{ label: '', amount, series: null }]).map((part) => {
    const length = Math.max(0, Number(part.amount) * scale);
    const own = part.series === null ? nothing : html` class="${seriesClass(part.series)}"`;
    const words = named(part.label === '' ? label : `${label}, ${part.label}`, part.amount);
    const rect = html`<rect${own} x="${right.toFixed(places)}" y="${top}" width="${length.toFixed(places)}" height="${barHeight}"><title>${words}</title></rect>`;
    right += length;
    return rect;
  });
  return { rects: drawn, right };
}
