import { decimal, shortened, sum } from '@consulting/kernel/schema';
import type { Titles } from '../language/language';
import type { Formats } from '../language/number-format';
import type { Amount } from '../model/report';
import { html, type Markup, nothing } from './markup';

interface Bar {
  label: string;
  amount: Amount;
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
  return [...ordered.slice(0, barsMax - 1), { label: `${others} (${rest.length})`, amount }];
}

export function barChart(
  name: string,
  { title, unit, bars }: { title: string; unit: string; bars: readonly Bar[] },
  formats: Formats,
  { others }: Titles,
): Markup {
  const displayed = largest(bars, others);
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
  const rows = displayed.map(({ label, amount }, at) => {
    const top = at * rowHeight + 4;
    const length = Math.max(0, Number(amount) * scale).toFixed(places);
    const middle = top + barHeight / 2;
    return html`<g><text x="${labelWidth - 10}" y="${middle}" text-anchor="end" dominant-baseline="central">${shortened(label, labelCharactersMax)}</text><rect x="${labelWidth}" y="${top}" width="${length}" height="${barHeight}"/><text class="v" x="${(labelWidth + Number(length) + 8).toFixed(places)}" y="${middle}" dominant-baseline="central">${formats.count(amount)}</text></g>`;
  });
  return html`<figure><figcaption>${title} <span>(${unit})</span></figcaption><svg viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="${name}-title ${name}-desc" xmlns="http://www.w3.org/2000/svg"><title id="${name}-title">${title}</title><desc id="${name}-desc">${reported}</desc><line x1="${labelWidth}" y1="0" x2="${labelWidth}" y2="${height}"/>${rows}</svg></figure>
`;
}
