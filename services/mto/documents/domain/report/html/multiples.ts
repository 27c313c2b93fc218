import { decimal, shortened } from '@consulting/kernel/schema';
import type { Titles } from '../language/language';
import type { Formats } from '../language/number-format';
import type { Amount } from '../model/report';
import { html, type Markup, nothing } from './markup';
import { legend, type Part, seriesClass } from './series';

export interface Multiple {
  label: string;
  total: Amount;
  parts: readonly Part[];
}

const multiplesMax = 12;
const width = 280;
const rowHeight = 26;
const barHeight = 7;
const textHeight = 12;
const labelCharactersMax = 32;
const nameCharactersMax = 34;
const places = 1;

// The same bars for each group, all on one scale, the most expensive first.
export function multiples(
  title: string,
  currency: string,
  groups: readonly Multiple[],
  formats: Formats,
  { others }: Titles,
): Markup {
  const ranked = groups.toSorted((one, other) => decimal(other.total).cmp(one.total));
  const displayed = ranked.slice(0, multiplesMax);
  const left = ranked.length - displayed.length;
  const most = Math.max(...displayed.flatMap(({ parts }) => parts.map(({ amount }) => Number(amount))));
  if (groups.length < 2 || !(most > 0)) return nothing;
  const used = new Map(groups.flatMap(({ parts }) => parts.map((part) => [part.series, part])));
  const series = [...used.values()].toSorted((one, other) => one.series - other.series);
  const rest = left > 0 ? html`<p class="note">${others}: ${left}</p>` : nothing;
  return html`<div class="parted"><p class="caption">${title} <span>(${currency})</span></p>${legend(series)}<div class="multiples">${displayed.map((group) => one(group, most, currency, formats))}</div>${rest}</div>
`;
}

function one({ label, total, parts }: Multiple, most: number, currency: string, formats: Formats): Markup {
  const rows = parts.map((part, at) => {
    const top = at * rowHeight;
    const length = Math.max(0, (Number(part.amount) / most) * width).toFixed(places);
    return html`<g><text x="0" y="${top + textHeight}">${shortened(part.label, labelCharactersMax)}</text><text class="v" x="${width}" y="${top + textHeight}" text-anchor="end">${formats.count(part.amount)}</text><rect class="${seriesClass(part.series)}" x="0" y="${top + textHeight + 4}" width="${length}" height="${barHeight}"><title>${label}, ${part.label}: ${formats.money(part.amount)} ${currency}</title></rect></g>`;
  });
  const height = Math.max(1, parts.length) * rowHeight;
  return html`<figure><figcaption>${shortened(label, nameCharactersMax)} <b>${formats.count(total)}</b></figcaption><svg viewBox="0 0 ${width} ${height}" role="img" xmlns="http://www.w3.org/2000/svg"><title>${label}</title>${rows}</svg></figure>`;
}
